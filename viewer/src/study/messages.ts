// The messages of a study in PROTOCOL.md: `session` for its operator, `instruction` for the participant.

export type Phase = 'instruction' | 'rest' | 'ready' | 'loading' | 'countdown' | 'driving' | 'paused' | 'saving' | 'finished';

export interface PlanItem {
  kind: 'instruction' | 'break' | 'trial';
  text: string;
  least_s: number;
  state: 'done' | 'now' | 'waiting';
  // ---- of a trial
  trial?: number;
  condition?: string;
  title?: string;
  block?: string;
  order?: number;
  seed?: number;
  outcome?: string;
  tries?: number;
}
export interface Coded {
  code: string;
  text: string;
}
export interface OutsideEvents {
  in: number | null;
  out: number | null;
  received: number;
  malformed: number;
  dropped: number;
  sent: number;
  unsent: number;
  last_fault: string;
}
export interface Session {
  is: 'session';
  study: string;
  title: string;
  results: string;
  participants: { name: string; done: number }[];
  participant: string;
  trials: number;
  plan: PlanItem[];
  step: number;
  phase: Phase;
  trouble: string;
  last_outcome: string;
  resumed: string;
  subject: string;
  rest_left_s: number;
  confirmed: boolean;
  starts_by_participant: boolean;
  markers: Coded[];
  abort_codes: Coded[];
  participant_link: string;
  events: OutsideEvents | null;
}
export interface Instruction {
  is: 'instruction';
  phase: Phase;
  text: string;
  trial: number | null;
  trials: number;
  rest_left_s: number;
  countdown_s: number;
  confirmed: boolean;
  starts: boolean; // the participant starts the trial
}
