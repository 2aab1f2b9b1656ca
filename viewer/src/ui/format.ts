// Numbers as people read them.

const kMinus = '\u2212';

export function fixed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '\u2013';
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? kMinus + text : text;
}

// 75.3 s as 1:15.3
export function clock(seconds: number, digits = 1): string {
  const sign = seconds < 0 ? kMinus : '';
  const unit = 10 ** digits;
  const total = Math.round(Math.abs(seconds) * unit) / unit;
  const minutes = Math.floor(total / 60);
  const rest = (total - 60 * minutes).toFixed(digits);
  return `${sign}${minutes}:${rest.padStart(digits ? digits + 3 : 2, '0')}`;
}

export function withUnit(value: number | null | undefined, digits: number, unit: string): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '\u2013' : `${fixed(value, digits)}\u00a0${unit}`;
}

export function kmh(speedMps: number): string {
  return withUnit(3.6 * speedMps, 0, 'km/h');
}

// began_lane_change as "began lane change"
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
