// The controller of a wheel brake, one step of it: the position of the pedal, the
// automatic brake and the skid sensor set the pressure of the normal and of the
// alternate hydraulic line. Three values are kept from step to step.
var lastMode, lastCommand, lastReserve: int;
var normal, alternate, mode: int;

procedure update(pedal: int, auto: bool, skid: bool)
  modifies lastMode, lastCommand, lastReserve, normal, alternate, mode;
{
  var wish, command, green, blue, meter, reserve: int;

  // what the driver wishes
  if (pedal == 0) {
    wish := 0;
  } else if (pedal == 1) {
    wish := 1;
  } else if (pedal == 2) {
    wish := 2;
  } else if (pedal == 3) {
    wish := 3;
  } else if (pedal == 4) {
    wish := 4;
  } else {
    wish := 0;
  }

  // what is commanded: the automatic brake helps on the normal line
  if (!auto || lastMode != 0) {
    command := wish;
  } else {
    command := wish + 1;
  }
  if (skid) {
    command := 0;
  }

  // the alternate line takes over when the command was not obeyed
  if (lastCommand > 0 && normal == 0) {
    mode := 1;
  } else if (command == 0) {
    mode := 0;
  } else {
    mode := lastMode;
  }

  // pressure of the pumps
  if (mode != 0) {
    green := 0;
    if (lastReserve <= 0) {
      blue := 2;
    } else {
      blue := 5;
    }
  } else {
    green := 5;
    blue := 0;
  }

  // the normal line
  if (skid) {
    normal := 0;
  } else if (green < command) {
    normal := green;
  } else {
    normal := command;
  }

  // the alternate line
  if (wish == 0) {
    meter := 0;
  } else if (wish == 1) {
    meter := 1;
  } else if (wish == 2) {
    meter := 2;
  } else {
    meter := 4;
  }
  if (blue < meter) {
    meter := blue;
  }
  if (skid) {
    alternate := 0;
  } else {
    alternate := meter;
  }

  // the accumulator
  if (alternate <= 0) {
    reserve := lastReserve + 1;
    if (reserve > 100) {
      reserve := 100;
    }
  } else {
    reserve := lastReserve - alternate;
    if (reserve > 100) {
      reserve := 100;
    }
  }
  if (reserve < 0) {
    reserve := 0;
  }

  lastMode := mode;
  lastCommand := command;
  lastReserve := reserve;
}
