procedure area(w: int, h: int) returns (r: int)
{
  r := w;
  if (h < 0)
  {
    r := 0;
  }
  r := r * h;
}

procedure main(w: int, h: int) returns (r: int)
{
  call r := area(w, h);
}
