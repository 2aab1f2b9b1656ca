// Puts the window together: the connection, what is known, the picture, the panels.
import { type CameraMode } from './camera/rig.ts';
import { Pointer } from './camera/pointer.ts';
import { DriveMode } from './drive/drive_mode.ts';
import { Model } from './model/model.ts';
import { Connection } from './net/connection.ts';
import type { Finding } from './net/messages.ts';
import { Picture } from './scene/picture.ts';
import { findQuality, type Quality } from './scene/quality.ts';
import { makeActorPanel } from './ui/actor_panel.ts';
import { Beside } from './ui/beside.ts';
import { el } from './ui/dom.ts';
import { DriveHud } from './ui/drive_hud.ts';
import { makeForkList } from './ui/fork_list.ts';
import { makeHelp } from './ui/help.ts';
import { listenToKeys } from './ui/keys.ts';
import { Measure } from './ui/measure.ts';
import { readMoment, writeMoment } from './ui/moment.ts';
import { Notices } from './ui/notices.ts';
import { makeOutcomeCard } from './ui/outcome_card.ts';
import { Plots } from './ui/plots.ts';
import { RunPanel } from './ui/run_panel.ts';
import { makeScenePanel } from './ui/scene_panel.ts';
import { SensorPanel } from './ui/sensor_panel.ts';
import { SidePanel } from './ui/side_panel.ts';
import { makeStartCard } from './ui/start_card.ts';
import { StatusLine } from './ui/status_line.ts';
import { ThemeSwitch } from './ui/theme.ts';
import { TimeLine } from './ui/timeline.ts';
import { Tools } from './ui/tools.ts';
import { TopBar } from './ui/top_bar.ts';
import { makeVerdictPanel } from './ui/verdict_panel.ts';
import { OperatorPanel } from './study/operator_panel.ts';
import { ParticipantSheet } from './study/participant_sheet.ts';
import { exposeReadings } from './readings.ts';

const kFactors = [0.1, 0.25, 0.5, 1, 2, 4, 10];
const kCloseSpanM = 120;
const kSceneDistanceM = 60;
const kScenePitch = 0.42;

// The page of the participant of a study has a folder of its own, with its socket in it.
const isParticipant = /\/participant\/?$/.test(location.pathname);
const connection = new Connection(
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${location.pathname.replace(/[^/]*$/, '')}socket`,
);
const model = new Model(connection);
const theme = new ThemeSwitch();
const canvas = el('canvas', { class: 'canvas', 'aria-label': 'The world and its traffic', role: 'img', tabindex: 0 });
const pictureBox = el('main', { class: 'picture' }, canvas);
const picture = new Picture(canvas, connection, model, requireQuality());
const drive = new DriveMode(connection, model);
const hud = new DriveHud(drive);
const measure = new Measure();
const notices = new Notices();
const help = makeHelp();
const status = new StatusLine(connection, model);

function requireQuality(): Quality {
  const quality = findQuality(location.hash);
  if (quality) return quality;
  document.body.append(
    el('p', { class: 'no-picture' }, 'This browser draws no WebGL 2. Turn on hardware acceleration in its settings, or use another browser.'),
  );
  throw new Error('no WebGL 2');
}

// ---- What the controls do

let hasOwnCamera = false; // the user chose how to look
function setMode(mode: CameraMode): void {
  hasOwnCamera = true;
  const needsVehicle = mode === 'follow' || mode === 'chase' || mode === 'driver';
  if (needsVehicle && !picture.followed()) {
    notices.say('Click a vehicle first: this camera hangs on one.');
    return;
  }
  picture.setMode(mode);
}

function jumpTo(finding: Finding): void {
  if (model.can('seek')) connection.send({ do: 'seek', time_s: finding.time_s });
  if (!picture.rig.isOnVehicle) picture.goTo(finding.at, kCloseSpanM);
}

function changeSpeed(step: number): void {
  const now = kFactors.indexOf(model.run?.factor ?? 1);
  connection.send({ do: 'speed', factor: kFactors[Math.min(kFactors.length - 1, Math.max(0, (now < 0 ? 3 : now) + step))] });
}

function toggleDrive(): void {
  if (drive.isOn) drive.handBack();
  else if (model.hello?.study !== undefined) notices.say('The participant drives, on a page of its own.');
  else if (model.can('takeover')) {
    drive.takeOver();
    model.select(-1);
  } else notices.say('There is no vehicle to drive here. Open a scene, or traffic with a subject.');
}

function toggleSensors(): void {
  if (!model.can('sensors')) return notices.say('Sensors are those of a driver: begin the run with one, by --driver or on the tab Run.');
  sensorPanel.toggle();
  if (sensorPanel.isOn) panel.show('sensors');
}

async function share(): Promise<void> {
  const { x, y, z, distance, azimuth, pitch } = picture.rig.orbit;
  const hash = writeMoment({
    timeS: picture.run.isEmpty ? null : picture.run.newestTimeS,
    mode: picture.rig.mode,
    orbit: { x, y, z, distance, azimuth, pitch },
    selected: model.selected,
  });
  history.replaceState(null, '', hash);
  try {
    await navigator.clipboard.writeText(location.href);
    notices.say('The link to this moment is copied.');
  } catch {
    notices.say('The link to this moment is in the address bar.');
  }
}

async function savePicture(): Promise<void> {
  const blob = await picture.save();
  const link = el('a', {
    href: URL.createObjectURL(blob),
    download: `${model.hello?.file.replace(/\.[^.]*$/, '') || 'backlot'}_${(model.run?.time_s ?? 0).toFixed(2)}s.png`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function follow(id: number): void {
  if (id < 0 && !picture.followed()) return;
  setMode('follow');
}

function release(): void {
  if (drive.isOn) drive.handBack();
  else if (measure.isOn) measure.toggle(false);
  else model.select(-1);
}

function pan(right: number, up: number): void {
  const { azimuth, distance } = picture.rig.orbit;
  const step = 0.12 * distance * (picture.rig.mode === 'top' ? 0.5 : 1);
  picture.rig.pan(step * (up * Math.cos(azimuth) + right * Math.sin(azimuth)), step * (up * Math.sin(azimuth) - right * Math.cos(azimuth)), true);
  picture.due();
}

function nudge(direction: 1 | -1): void {
  if (model.can('seek')) connection.send({ do: 'seek', time_s: (model.run?.time_s ?? 0) + direction });
  else pan(direction, 0);
}

// ---- The page

const plots = new Plots(connection, model);
const beside = new Beside(connection, picture);
const runPanel = new RunPanel(connection, model);
const sensorPanel = new SensorPanel(connection, model, picture, (id) => {
  model.select(id);
  panel.show('actor');
});
const panel = new SidePanel([
  { name: 'run', label: 'Run', root: runPanel.root },
  { name: 'actor', label: 'Actor', root: makeActorPanel(model, follow) },
  { name: 'scene', label: 'Scene', root: makeScenePanel(model) },
  { name: 'verdict', label: 'Verdict', root: makeVerdictPanel(model, jumpTo, makeForkList(connection, model, beside)) },
  { name: 'plots', label: 'Plots', root: plots.root, onShown: () => plots.onShown() },
  { name: 'sensors', label: 'Sees', root: sensorPanel.root },
]);
const topBar = new TopBar(connection, model, {
  toggleTheme: () => theme.toggle(),
  showHelp: () => help.showModal(),
  togglePanel: () => panel.toggle(),
  goTo: (x, y, z) => picture.goTo([x, y, z], kCloseSpanM),
});
const timeLine = new TimeLine(connection, model, jumpTo);
const tools = new Tools({
  setMode,
  toggleMeasure: () => measure.toggle(),
  savePicture: () => void savePicture(),
  share: () => void share(),
  drive: toggleDrive,
  toggleSensors,
  zoom: (factor) => {
    picture.rig.zoom(factor, null, null);
    picture.due();
  },
  faceNorth: () => {
    picture.rig.faceNorth();
    picture.due();
  },
});
const outcome = makeOutcomeCard(connection, model, () => panel.show('verdict'));
const startCard = makeStartCard(model, () => drive.isOn);
const operator = new OperatorPanel(connection, model);
if (isParticipant) {
  const sheet = new ParticipantSheet(connection, model, picture, drive);
  pictureBox.append(hud.mirrorFrames, hud.root, sheet.root, notices.root);
  document.body.append(pictureBox);
} else {
  pictureBox.append(picture.labels.root, beside.root, hud.mirrorFrames, tools.root, tools.corner, status.root, hud.root, startCard, outcome, notices.root);
  document.body.append(topBar.root, pictureBox, panel.root, timeLine.root, help);
}
document.body.classList.toggle('is-participant', isParticipant);
drive.rule = isParticipant ? 'always' : 'alone';
panel.add({ name: 'study', label: 'Study', root: operator.root });
panel.offer('study', false);
panel.show('run');
panel.onResized = () => document.body.classList.toggle('has-panel', panel.isOpen && !isParticipant);
panel.onResized();

sensorPanel.onChanged = (isOn) => tools.sensorButton.setAttribute('aria-pressed', String(isOn));
theme.onChanged = (name) => {
  picture.setTheme(name);
  topBar.showTheme(name === 'dark');
  plots.recolour();
  timeLine.redraw();
};
theme.onChanged(theme.theme);
picture.onCamera = () => tools.showMode(picture.rig.mode);
tools.showMode(picture.rig.mode);
measure.onChanged = (points, lengthM, isOn) => {
  picture.setMeasured(points);
  status.showLength(lengthM);
  tools.showMeasuring(isOn);
  pictureBox.classList.toggle('is-measuring', isOn);
};
drive.onChanged = (isOn) => {
  tools.driveButton.setAttribute('aria-pressed', String(isOn));
  picture.hasMirror = isOn;
  pictureBox.classList.toggle('is-driving', isOn);
  if (isOn) picture.setMode('driver');
  else if (picture.rig.mode === 'driver') picture.setMode('chase');
  canvas.focus();
};

new Pointer(canvas, picture.rig, {
  changed: () => picture.due(),
  clicked: (u, v) => {
    const place = measure.isOn ? picture.groundAt(u, v) : null;
    if (place) measure.click(place);
    else if (!measure.isOn) {
      const id = picture.pickAt(u, v);
      model.select(id);
      if (id >= 0) panel.show('actor');
    }
  },
  hovered: (u, v) => {
    const place = u === null || v === null ? null : picture.groundAt(u, v);
    status.showMouse(place && { x: place[0], y: place[1] });
    measure.hover(place);
  },
});

listenToKeys({
  drive: (event, isDown) => drive.key(event, isDown) || (isDown && operator.key(event)),
  act: isParticipant ? {} : {
    ' ': () => topBar.togglePlay(),
    '.': () => connection.send({ do: 'step' }),
    'Shift+R': () => connection.send({ do: 'restart' }),
    '[': () => changeSpeed(-1),
    ']': () => changeSpeed(1),
    n: () => connection.send({ do: 'next_finding', direction: 1 }),
    'Shift+N': () => connection.send({ do: 'next_finding', direction: -1 }),
    1: () => setMode('top'),
    2: () => setMode('free'),
    3: () => setMode('follow'),
    4: () => setMode('chase'),
    5: () => setMode('driver'),
    '+': () => tools.corner.querySelectorAll('button')[1].click(),
    '=': () => tools.corner.querySelectorAll('button')[1].click(),
    '-': () => tools.corner.querySelectorAll('button')[2].click(),
    ArrowUp: () => pan(0, 1),
    ArrowDown: () => pan(0, -1),
    ArrowLeft: () => nudge(-1),
    ArrowRight: () => nudge(1),
    Home: () => tools.corner.querySelectorAll('button')[0].click(),
    0: () => picture.showAll(true),
    f: () => follow(model.selected),
    Escape: release,
    '/': () => topBar.search.focus(),
    m: () => measure.toggle(),
    l: () => void share(),
    'Shift+P': () => void savePicture(),
    p: () => panel.toggle(),
    t: () => theme.toggle(),
    d: toggleDrive,
    v: toggleSensors,
    '?': () => help.showModal(),
  },
});

// ---- What comes from the program

const wanted = readMoment(location.hash);
hasOwnCamera = wanted.mode !== null || wanted.orbit !== null;
let isFirstHello = true;
let isSubjectAwaited = false;
notices.showLost('Connecting …');
connection.onOpen = () => notices.showLost(null);
connection.onLost = (text) => notices.showLost(text);
model.on('error', (text) => notices.say(text, true));
model.on('selection', (id) => {
  if (id < 0 && panel.current === 'actor') panel.show('run');
  if (id < 0 && picture.rig.isOnVehicle && picture.subject < 0) picture.setMode('free');
});
model.on('hello', (hello) => {
  const hasScene = hello.mode === 'scene' || hello.mode === 'recording';
  panel.offer('study', hello.study !== undefined);
  if (hello.study !== undefined && !isParticipant) drive.rule = 'asked';
  panel.offer('scene', hasScene);
  panel.offer('verdict', hasScene);
  panel.offer('plots', hello.columns.length > 0);
  panel.offer('sensors', model.can('sensors'));
  tools.driveButton.hidden = !model.can('drive') || hello.study !== undefined;
  tools.sensorButton.hidden = !model.can('sensors');
  isSubjectAwaited = hasScene && !hasOwnCamera && !isParticipant;
  if (!isFirstHello) return;
  isFirstHello = false;
  if (wanted.mode) picture.setMode(wanted.mode);
  if (wanted.orbit) picture.rig.restore(wanted.orbit);
  if (wanted.timeS !== null && model.can('seek')) connection.send({ do: 'seek', time_s: wanted.timeS });
  if (wanted.selected >= 0) {
    model.select(wanted.selected);
    panel.show('actor');
  } else if (hello.study !== undefined) panel.show('study');
  else if (hasScene) panel.show('scene');
});
let findingsTold = 0; // of this run
model.on('hello', () => {
  findingsTold = 0;
});
model.on('verdict', ({ findings }) => {
  panel.notify('verdict', findings.length > 0);
  // Whoever drives looks at the road, and not at the panel.
  if (drive.isOn && !isParticipant) for (const { text, rule } of findings.slice(findingsTold)) notices.say(`A rule is broken: ${text || rule}`, true);
  findingsTold = findings.length;
});

// A scene opens behind its subject and follows it, until the user chooses how to look.
function lookAtSubject(): void {
  const subject = isSubjectAwaited ? picture.followed() : null;
  if (!subject) return;
  isSubjectAwaited = false;
  if (picture.rig.mode !== 'top') return;
  const { x, y, z, heading } = subject;
  picture.setMode('follow');
  picture.rig.restore({ x, y, z, distance: kSceneDistanceM, azimuth: heading, pitch: kScenePitch });
  picture.due();
}

let drawnBefore = 0;
setInterval(() => {
  runPanel.showDrawing({
    framesPerSecond: picture.pictures - drawnBefore,
    drawCalls: picture.stage.statistics.calls,
    objects: picture.run.shown.count,
    bytes: connection.bytes,
  });
  drawnBefore = picture.pictures;
}, 1000);

picture.onShown = (timeS, nowMs) => {
  lookAtSubject();
  if (!picture.run.isEmpty) {
    topBar.showTime(timeS);
    timeLine.showTime(timeS);
    plots.showTime(timeS);
  }
  const frame = picture.run.shown;
  const slot = frame.find(picture.subject);
  drive.speedMps = slot >= 0 ? frame.speed[slot] : 0;
  drive.onDrawn(nowMs);
  hud.show(drive.isOn, drive.isOn && picture.rig.mode === 'driver' ? picture.mirrors.rectangles(picture.widthPx, picture.heightPx) : []);
  if (drive.isOn) hud.update(drive.speedMps, picture.isBlinking);
  tools.showAzimuth(picture.rig.orbit.azimuth);
  const isFromVehicle = picture.rig.mode === 'chase' || picture.rig.mode === 'driver';
  status.showScale(isFromVehicle ? 0 : picture.rig.metresPerPixel);
};
exposeReadings(picture);
connection.open();
