type Field a;
procedure main(f: Field int) returns (m: <a>[Field a]bool, r: bool)
{
  m := (lambda<a> g: Field a :: !false);
  r := m[f];
}
