// Where objects are expected after a step: the forecasts of docs/recordings.md, written a second time. Frames that are not key frames hold how many doubles each number is away
// from these.
const number = new Float64Array(1), bits = new BigUint64Array(number.buffer);
const sign = 1n << 63n;

// Doubles as whole numbers in the same order, and back.
function placeOf(value) {
  number[0] = value;
  return bits[0] & sign ? BigInt.asUintN(64, ~bits[0]) : bits[0] | sign;
}
function valueAt(place) {
  bits[0] = place & sign ? place & ~sign : BigInt.asUintN(64, ~place);
  return number[0];
}
const goSteps = (expected, steps) => valueAt(BigInt.asUintN(64, placeOf(expected) + steps));
const signed = (size, of) => (of < 0 || Object.is(of, -0) ? -Math.abs(size) : Math.abs(size));

// The columns of a frame, and those of misses: by the names that are used here.
const values = { speed: "speed_mps", accel: "acceleration_mps2", distance: "distance_m", offset: "offset_m", hx: "heading_x", hy: "heading_y", x: "x_m", y: "y_m", z: "z_m" };
const misses = { speed: "speed_off", accel: "acceleration_off", distance: "distance_off", offset: "offset_off", hx: "heading_x_off", hy: "heading_y_off", x: "x_off", y: "y_off", z: "z_off" };
const noStrip = 0xffffffff; // of an object that was not there before
const nowhere = { speed: 0, accel: 0, distance: 0, offset: 0, hx: 0, hy: 0, x: 0, y: 0, z: 0 };
const unknown = (now, strip) => ({ now, strip, moved: false, accelBefore: now.accel, way: 0, gone: 0, shifted: 0, turn: 0, alongX: 0, alongY: 0, dx: 0, dy: 0, dz: 0 });

// One object over one step. `miss(name)` is how far a number is off.
function goOn(past, strip, seconds, miss) {
  const was = past.now, now = { ...was };
  const is = (name, expected) => (now[name] = goSteps(Number.isFinite(expected) ? expected : was[name], miss(name)));

  const faster = was.speed + (was.accel + (was.accel - past.accelBefore)) * seconds;
  is("speed", was.speed >= 0 && faster < 0 ? 0 : faster);
  is("accel", seconds > 0 ? (now.speed - was.speed) / seconds : was.accel);
  past.accelBefore = was.accel;

  const way = 0.5 * (was.speed + now.speed) * seconds;
  const known = past.moved && past.way !== 0;
  const share = known ? way / past.way : 0;
  past.gone = is("distance", was.distance + (known ? past.gone * share : way)) - was.distance;
  past.shifted = is("offset", was.offset + (known ? past.shifted * share : 0)) - was.offset;
  if (strip !== past.strip) {
    past.gone = past.gone < 0 ? -way : way;
    past.shifted = 0;
    past.strip = strip;
  }

  const sine = past.turn * share, cosine = 1 - 0.5 * sine * sine;
  const turnedX = cosine * was.hx - sine * was.hy, turnedY = sine * was.hx + cosine * was.hy;
  const other = (part, before, otherBefore, otherTurned) =>
    part === before ? otherBefore : signed(Math.sqrt(Math.max(0, 1 - part * part)), otherTurned);
  if (Math.abs(was.hx) < Math.abs(was.hy)) {
    is("hx", turnedX);
    is("hy", other(now.hx, was.hx, was.hy, turnedY));
  } else {
    is("hy", turnedY);
    is("hx", other(now.hy, was.hy, was.hx, turnedX));
  }
  past.turn = was.hx * now.hy - was.hy * now.hx;

  const alongX = was.hx + now.hx, alongY = was.hy + now.hy;
  let dx = 0.5 * alongX * way, dy = 0.5 * alongY * way, dz = 0;
  if (known) {
    [dx, dy, dz] = [past.dx * share, past.dy * share, past.dz * share];
    if (alongX !== past.alongX || alongY !== past.alongY) {
      const c = past.alongX * alongX + past.alongY * alongY, s = past.alongX * alongY - past.alongY * alongX;
      const length = Math.sqrt(c * c + s * s), sin = s / length, cos = c / length;
      [dx, dy] = [cos * dx - sin * dy, sin * dx + cos * dy];
    }
  }
  past.alongX = alongX;
  past.alongY = alongY;
  past.dx = is("x", was.x + dx) - was.x;
  past.dy = is("y", was.y + dy) - was.y;
  past.dz = is("z", was.z + dz) - was.z;
  past.way = way;
  past.moved = true;
  past.now = now;
}

export class Forecast {
  // The numbers of all objects of a frame, by column: `now` holds its ids and strips, and the values of key frames.
  take(frame, now) {
    const time = BigInt(frame.time_ns.toString()), ids = now.id.map(String), strips = now.strip;
    if (frame.by_forecast) {
      const seconds = Number(time - this.time) / 1e9;
      const known = new Map(ids.map((id, k) => [id, this.past.get(id) ?? unknown({ ...nowhere }, noStrip)]));
      ids.forEach((id, k) => goOn(known.get(id), strips[k], seconds, (name) => {
        const column = frame[misses[name]];
        return column.length > 0 ? BigInt(column[k].toString()) : 0n;
      }));
      this.past = known;
    } else {
      this.past = new Map(ids.map((id, k) => [id, unknown(Object.fromEntries(Object.entries(values).map(([name, column]) => [name, now[column][k]])), strips[k])]));
    }
    this.time = time;
    for (const [name, column] of Object.entries(values)) now[column] = ids.map((id) => this.past.get(id).now[name]);
  }
}
