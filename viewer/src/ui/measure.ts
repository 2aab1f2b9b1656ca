// Measures along points that are clicked on the ground. Esc or a second press of the button ends it.
import type { Place } from '../net/messages.ts';

export class Measure {
  isOn = false;
  onChanged: (points: Place[], lengthM: number | null, isOn: boolean) => void = () => {};
  private points: Place[] = [];

  toggle(isOn = !this.isOn): void {
    this.isOn = isOn;
    this.points = [];
    this.tell(this.points);
  }

  click(place: Place): void {
    this.points.push(place);
    this.tell(this.points);
  }

  hover(place: Place | null): void {
    if (this.isOn && this.points.length && place) this.tell([...this.points, place]);
  }

  private tell(points: Place[]): void {
    let lengthM = 0;
    for (let i = 1; i < points.length; ++i)
      lengthM += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1], points[i][2] - points[i - 1][2]);
    this.onChanged(points, this.isOn ? lengthM : null, this.isOn);
  }
}
