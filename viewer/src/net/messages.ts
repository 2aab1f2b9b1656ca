// The JSON messages of PROTOCOL.md, as types. Places are relative to `origin` of hello, but those of `locate` and `located`.
import type { Instruction, Session } from '../study/messages.ts';

export type Place = [number, number, number];
export type Can =
  | 'play'
  | 'pause'
  | 'step'
  | 'speed'
  | 'restart'
  | 'seek'
  | 'next_finding'
  | 'open'
  | 'select'
  | 'find'
  | 'locate'
  | 'drive'
  | 'takeover'
  | 'marker'
  | 'curves'
  | 'forks'
  | 'sensors'
  | 'replay'
  | 'go_on';

export interface ShapeEntry {
  kind: string;
  length_m: number;
  width_m: number;
  height_m: number;
}
export interface Parameter {
  name: string;
  text: string;
  value: number | null;
  unit: string;
  low: number | null;
  high: number | null;
  is_given: boolean;
}
export interface ReportRun {
  run: number;
  name: string;
  seed: number;
  driver: string;
  verdict: string;
  text: string;
  has_recording: boolean;
}
export interface Fork {
  stream: number;
  name: string;
  avoided: boolean;
  until_s: number;
}

export interface Hello {
  is: 'hello';
  protocol: number;
  version: string;
  mode: 'network' | 'traffic' | 'scene' | 'recording' | 'report';
  title: string;
  file: string;
  origin: Place;
  bounds: [number, number, number, number, number, number];
  step_s: number;
  time_range: [number, number] | null;
  materials: string[];
  aspects: string[];
  behaviours: string[];
  kinds: string[];
  shapes: ShapeEntry[];
  roles: string[];
  seed: number | null;
  subject_id: number | null;
  subject: string;
  styles: string[];
  drivers: string[];
  parameters: Parameter[];
  columns: { name: string; unit: string }[];
  runs: ReportRun[];
  study?: string; // name of the study that is conducted
  can: Can[];
}

export interface Sign {
  kind: string;
  at: Place;
  heading: number;
  text: string;
}
export interface NamedPlace {
  text: string;
  at: Place;
  heading: number;
  what: string;
}
export interface World {
  is: 'world';
  trees: [number, number, number, number][];
  poles: [number, number, number, number][];
  benches: [number, number, number, number][];
  signs: Sign[];
  signal_groups: { name: string; intersection: string }[];
  heads: [number, number, number, number, number][];
  walker_heads?: [number, number, number, number, number][];
  names: NamedPlace[];
  marks: { name: string; at: Place; heading: number }[];
}

export interface Outcome {
  verdict: string;
  staged: boolean;
  cause: string;
  text: string;
  hash: string;
  recording: string | null;
}
export interface Run {
  is: 'run';
  time_s: number;
  time_range: [number, number] | null;
  playing: boolean;
  factor: number;
  reached: number | null;
  seed: number | null;
  hash: string;
  steps: number;
  objects: number;
  overruns: number;
  worst_late_ms: number;
  driver: 'software' | 'human';
  software: string;
  sequence: number | null;
  sent_ms: number | null;
  input_steps: number | null;
  viewers: number;
  waits_for_driver?: boolean;
  is_over: boolean;
  outcome: Outcome | null;
}

export interface Lease {
  directive: number;
  kind: string;
  issuer: string;
  until: string;
}
export interface Actor {
  is: 'actor';
  id: number;
  kind: string;
  role: string;
  behaviour: string;
  gone: boolean;
  speed_mps: number;
  accel_mps2: number;
  at: Place;
  heading: number;
  place: { way: string; lane: string; distance: number; offset: number; corridor: string } | null;
  signal: string;
  states: string[];
  limit: string;
  limit_text: string;
  leader: { id: number; gap_m: number; speed_mps: number } | null;
  waits_for: number | null;
  gap: { gap_s: number; asked_s: number } | null;
  leases: Lease[];
  path: Place[];
}

export interface Beat {
  name: string;
  state: 'waiting' | 'now' | 'done' | 'missed';
  ready_s: number | null;
  began_s: number | null;
  over_s: number | null;
  commits: boolean;
  waits_for: string;
}
export interface RoleState {
  name: string;
  actor: number | null;
  since_s: number | null;
  supplied: boolean;
  candidates: number;
  times_cast: number;
  refused: { why: string; count: number }[];
}
export interface MarkState {
  name: string;
  at: Place;
  subject_m: number | null;
  eta_s: number | null;
}
export interface Scene {
  is: 'scene';
  name: string;
  started_s: number | null;
  is_over: boolean;
  beats: Beat[];
  roles: RoleState[];
  candidates: { role: string; id: number; score: number }[];
  marks: MarkState[];
  subject: { id: number; front_m: number; speed_mps: number } | null;
  notes: { time_s: number; text: string }[];
  trouble: string;
}

export interface Validator {
  name: string;
  rule: string;
  value: number | null;
  limit: number | null;
  margin: number | null;
  worst: number | null;
  broken: boolean;
}
export interface Finding {
  validator: string;
  rule: string;
  time_s: number;
  until_s: number;
  value: number | null;
  limit: number | null;
  margin: number | null;
  at: Place;
  other: number | null;
  text: string;
}
export interface Expectation {
  text: string;
  met: boolean | null;
  value: number | null;
  limit: string;
}
export interface Verdict {
  is: 'verdict';
  validators: Validator[];
  findings: Finding[];
  expectations: Expectation[];
  responsibility: string;
}

// The reference drivers, that drive a failure again.
export interface Forks {
  is: 'forks';
  state: 'driving' | 'ready' | 'failed';
  text: string;
  forks: Fork[];
  preventable_by: string[];
  onset_s: number | null;
}

export interface Sensor {
  name: string;
  at: Place;
  heading: number;
  field: number;
  range_m: number;
}
export interface SeenObject {
  id: number;
  at: Place;
  heading: number;
  speed_mps: number;
  length_m: number;
  width_m: number;
  height_m: number;
}
// What the system under test sees. An object that is in no list is in the field of no sensor.
export interface Sensors {
  is: 'sensors';
  time_s: number | null;
  sensors: Sensor[];
  seen: SeenObject[];
  unseen: { id: number; why: 'lost' | 'hidden' }[];
}

export interface Curves {
  is: 'curves';
  columns: string[];
  time_s: number[];
  values: (number | null)[][];
  appends: boolean;
}
export interface RunEvent {
  time_s: number;
  kind: string;
  id: number | null;
  other: number | null;
  text: string;
}
export interface Events {
  is: 'events';
  events: RunEvent[];
}
export interface FoundResult {
  what: string;
  name: string;
  id: number | null;
  at: Place;
}
export interface Found {
  is: 'found';
  text: string;
  results: FoundResult[];
}
export interface LocatedPlace {
  way: string;
  lane: string;
  distance: number;
  offset: number;
  loft: number;
  z: number;
  intersection: string;
  source: { road: string; s: number; t: number } | null;
}
export interface Located {
  is: 'located';
  x: number;
  y: number;
  places: LocatedPlace[];
  nearest_m: number | null;
}
export interface ShapesTable {
  is: 'shapes';
  shapes: ShapeEntry[];
}
export interface RolesTable {
  is: 'roles';
  roles: string[];
}
export interface ErrorText {
  is: 'error';
  text: string;
  do?: string;
}
export interface Pong {
  is: 'pong';
  sent_ms: number;
}
export interface Bye {
  is: 'bye';
  text: string;
}

export type Message =
  | Session
  | Instruction
  | Hello
  | World
  | Run
  | Actor
  | Scene
  | Verdict
  | Forks
  | Sensors
  | Curves
  | Events
  | Found
  | Located
  | ShapesTable
  | RolesTable
  | ErrorText
  | Pong
  | Bye;
export type MessageOf<Name extends Message['is']> = Extract<Message, { is: Name }>;

export type Command =
  | { do: 'view'; box?: [number, number, number, number]; metres_per_pixel?: number }
  | { do: 'play' | 'pause' | 'step' }
  | { do: 'speed'; factor: number }
  | { do: 'restart'; seed?: number; parameters?: Record<string, string>; subject?: string }
  | { do: 'seek'; time_s: number }
  | { do: 'next_finding'; direction: 1 | -1 }
  | { do: 'open'; run: number }
  | { do: 'select'; id: number | null }
  | { do: 'find'; text: string }
  | { do: 'locate'; x: number; y: number; z?: number }
  | {
      do: 'drive';
      steer: number;
      throttle: number;
      brake: number;
      indicator: -1 | 0 | 1;
      sequence: number;
      sent_ms: number;
      latency_ms?: number;
    }
  | { do: 'participant'; name: string }
  | { do: 'start' | 'go_on' | 'skip' }
  | { do: 'abort'; code: string; text: string }
  | { do: 'note'; text: string }
  | { do: 'takeover'; to: 'me' | 'software'; why: string }
  | { do: 'marker'; key: string; text: string }
  | { do: 'forks' | 'replay' }
  | { do: 'fork'; stream: number }
  | { do: 'sensors'; on: 0 | 1 }
  | { do: 'curves'; columns: string[] }
  | { do: 'ping'; sent_ms: number };
