// The controller of a helicopter with two coaxial rotors: throttle and yaw are mixed into
// the speeds of the rotors, roll and pitch into the angles of two servos.
var upper, lower, left, right: int;
var trim, lastYaw: int;

procedure control(throttle: int, yaw: int, roll: int, pitch: int, armed: bool)
  modifies upper, lower, left, right, trim, lastYaw;
{
  var thrust, error: int;

  call thrust := clamp(throttle, 0, 100);
  error := yaw - lastYaw;
  if (error > 180) {
    error := error - 360;
  } else if (error < -180) {
    error := error + 360;
  }
  call trim := clamp(trim + 2 * error, -20, 20);
  lastYaw := yaw;

  if (!armed || thrust < 5) {
    upper := 0;
    lower := 0;
  } else {
    call upper := clamp(thrust + trim, 0, 100);
    call lower := clamp(thrust - trim, 0, thrust);
  }

  call left := clamp(pitch + roll, -45, 45);
  call right := clamp(pitch - roll, -45, 45);
}

procedure clamp(x: int, low: int, high: int) returns (r: int)
{
  if (x < low) {
    r := low;
  } else if (x > high) {
    r := high;
  } else {
    r := x;
  }
}
