// From keys and gamepad to steering, throttle and brake. Keys are on or off, so they move the wheel at a rate; a gamepad or wheel is taken as it is.

export interface Controls {
  steer: number; // -1 right to 1 left
  throttle: number;
  brake: number;
  indicator: -1 | 0 | 1; // -1 left, 1 right
}

const kSteerPerS = 1.5;
const kReturnPerS = 2.6;
const kPedalPerS = 3;
const kDeadZone = 0.08;

const kKeys: Record<string, 'throttle' | 'brake' | 'left' | 'right'> = {
  ArrowUp: 'throttle',
  KeyW: 'throttle',
  ArrowDown: 'brake',
  KeyS: 'brake',
  ArrowLeft: 'left',
  KeyA: 'left',
  ArrowRight: 'right',
  KeyD: 'right',
};

export class Pedals {
  readonly controls: Controls = { steer: 0, throttle: 0, brake: 0, indicator: 0 };
  private readonly held = new Set<string>();
  private readonly wasPressed = new Map<number, boolean>();

  // True where the key belongs to driving.
  press(code: string, isDown: boolean, isRepeat: boolean): boolean {
    const action = kKeys[code];
    if (action) {
      if (isDown) this.held.add(action);
      else this.held.delete(action);
      return true;
    }
    if (!isDown || isRepeat) return code === 'KeyQ' || code === 'KeyE';
    if (code === 'KeyQ') this.indicate(-1);
    else if (code === 'KeyE') this.indicate(1);
    else return false;
    return true;
  }

  release(): void {
    this.held.clear();
    Object.assign(this.controls, { steer: 0, throttle: 0, brake: 0 });
  }

  update(passedS: number, speedMps: number, gamepad: Gamepad | null): Controls {
    if (gamepad && this.readGamepad(gamepad)) return this.controls;
    // At speed the same key turns the wheel less: full lock at 30 m/s would only spin the vehicle.
    const most = Math.max(0.12, Math.min(1, 5 / Math.max(5, Math.abs(speedMps))));
    const wanted = (this.held.has('left') ? most : 0) - (this.held.has('right') ? most : 0);
    const rate = wanted === 0 || Math.sign(wanted) !== Math.sign(this.controls.steer) ? kReturnPerS : kSteerPerS * most + 0.25;
    this.controls.steer = towards(this.controls.steer, wanted, rate * passedS);
    this.controls.throttle = towards(this.controls.throttle, this.held.has('throttle') ? 1 : 0, kPedalPerS * passedS);
    this.controls.brake = towards(this.controls.brake, this.held.has('brake') ? 1 : 0, 1.5 * kPedalPerS * passedS);
    return this.controls;
  }

  private indicate(side: -1 | 1): void {
    this.controls.indicator = this.controls.indicator === side ? 0 : side;
  }

  // False where nobody touches it, so that keys go on working beside a gamepad that lies around.
  private readGamepad(gamepad: Gamepad): boolean {
    const axis = (number: number) => gamepad.axes[number] ?? 0;
    const button = (number: number) => gamepad.buttons[number]?.value ?? 0;
    const isStandard = gamepad.mapping === 'standard';
    // Wheels report their pedals as axes that rest at 1 and go to -1.
    const pedal = (number: number) => (gamepad.axes.length > number ? Math.max(0, (1 - axis(number)) / 2) : 0);
    const steer = Math.abs(axis(0)) < kDeadZone ? 0 : -Math.sign(axis(0)) * ((Math.abs(axis(0)) - kDeadZone) / (1 - kDeadZone));
    const throttle = isStandard ? button(7) : pedal(2);
    const brake = isStandard ? button(6) : pedal(3);
    this.onPress(gamepad, 4, () => this.indicate(-1));
    this.onPress(gamepad, 5, () => this.indicate(1));
    const isTouched = steer !== 0 || (throttle > 0.02 && throttle !== 0.5) || (brake > 0.02 && brake !== 0.5);
    if (!isTouched && this.held.size > 0) return false;
    Object.assign(this.controls, { steer, throttle: throttle === 0.5 ? 0 : throttle, brake: brake === 0.5 ? 0 : brake });
    return true;
  }

  private onPress(gamepad: Gamepad, number: number, act: () => void): void {
    const isPressed = gamepad.buttons[number]?.pressed ?? false;
    if (isPressed && !this.wasPressed.get(number)) act();
    this.wasPressed.set(number, isPressed);
  }
}

function towards(value: number, wanted: number, step: number): number {
  return value < wanted ? Math.min(wanted, value + step) : Math.max(wanted, value - step);
}
