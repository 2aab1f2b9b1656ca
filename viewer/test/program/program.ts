// The real program, `backlot view`, started for a test and ended with it.
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Running {
  link: string;
  stop(): Promise<void>;
}

export async function view(...args: string[]): Promise<Running> {
  const child = spawn(process.env.BACKLOT_PROGRAM!, ['view', '--no-open', ...args], {
    cwd: process.env.BACKLOT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const link = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`backlot view ${args.join(' ')} ended with ${code}: ${errors}`)));
  });
  return { link, stop: () => end(child) };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGINT');
  });
}
