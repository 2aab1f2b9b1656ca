// The verdict: each validator with its margin now and at its worst, the findings, and what the scene expected.
import type { Finding, Validator, Verdict } from '../net/messages.ts';
import type { Model } from '../model/model.ts';
import { refill } from './actor_panel.ts';
import { el, setShown, setText } from './dom.ts';
import { clock, fixed, words } from './format.ts';

const kVerdicts: Record<string, [string, string]> = {
  pass: ['Pass', 'good'],
  fail: ['Fail', 'bad'],
  evaded: ['Evaded', 'neutral'],
  not_staged: ['Not staged', 'neutral'],
  crashed: ['Driver crashed', 'bad'],
  hung: ['Driver hung', 'bad'],
};

export function verdictText(verdict: string): [string, string] {
  return kVerdicts[verdict] ?? [words(verdict), 'neutral'];
}

export function makeVerdictPanel(model: Model, jumpTo: (finding: Finding) => void, forkList: HTMLElement): HTMLElement {
  const outcome = el('p', { class: 'notice', hidden: true });
  const table = el('table', { class: 'validators' });
  const findings = el('ul', { class: 'findings' });
  const none = el('p', { class: 'hint' }, 'No rule is broken so far.');
  const expectations = el('ul', { class: 'rows' });
  const expectHead = el('h3', {}, 'The scene expects');
  const responsibility = el('p', { class: 'hint', hidden: true });
  const root = el(
    'section',
    {},
    outcome,
    el('h3', {}, 'Findings'),
    none,
    findings,
    responsibility,
    forkList,
    el('h3', {}, 'Rules'),
    table,
    expectHead,
    expectations,
  );

  model.on('verdict', (verdict: Verdict) => {
    setShown(none, verdict.findings.length === 0);
    refill(
      findings,
      verdict.findings.map((finding) =>
        el(
          'li',
          {},
          el(
            'button',
            { type: 'button', class: 'finding', onclick: () => jumpTo(finding) },
            el('span', { class: 'time' }, clock(finding.time_s)),
            el('span', {}, finding.text || finding.rule),
          ),
        ),
      ),
    );
    refill(table, [tableHead(), ...verdict.validators.map(validatorRow)]);
    setShown(expectHead, verdict.expectations.length > 0);
    refill(
      expectations,
      verdict.expectations.map((expected) =>
        el(
          'li',
          { class: expected.met === false ? 'is-broken' : '' },
          el('span', {}, expected.text),
          el('span', { class: 'muted' }, expected.met === null ? 'open' : expected.met ? 'met' : 'not met'),
        ),
      ),
    );
    setShown(responsibility, verdict.responsibility !== '');
    setText(responsibility, verdict.responsibility);
  });
  model.on('run', (run) => {
    setShown(outcome, run.outcome !== null);
    if (!run.outcome) return;
    const [text, look] = verdictText(run.outcome.verdict);
    outcome.className = `notice ${look}`;
    setText(outcome, `${text}. ${run.outcome.text}`);
  });
  return root;
}

function tableHead(): HTMLElement {
  return el(
    'thead',
    {},
    el(
      'tr',
      {},
      el('th', { scope: 'col' }, 'Rule'),
      el('th', { scope: 'col' }, 'Now'),
      el('th', { scope: 'col' }, 'Worst'),
      el('th', { scope: 'col' }, 'Limit'),
    ),
  );
}

function validatorRow(validator: Validator): HTMLElement {
  const isClose =
    !validator.broken && validator.margin !== null && validator.limit !== null && validator.margin < 0.5 * Math.abs(validator.limit || 1);
  return el(
    'tbody',
    { class: validator.broken ? 'is-broken' : isClose ? 'is-close' : '' },
    el(
      'tr',
      {},
      el('th', { scope: 'row', title: validator.rule }, words(validator.name)),
      el('td', {}, fixed(validator.value, 2)),
      el('td', {}, fixed(validator.worst, 2)),
      el('td', {}, fixed(validator.limit, 2)),
    ),
  );
}
