procedure surface(w: int, h: int) returns (r: int)
{
  r := w;
  if (h < 0)
  {
    r := 1;
  }
  r := r * h;
}

procedure main(w: int, h: int) returns (r: int)
{
  call r := surface(w, h);
}
