// The folder with the bundled page: built once for all tests of a process.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder = '';

export async function bundle(): Promise<string> {
  if (folder) return folder;
  folder = mkdtempSync(join(tmpdir(), 'backlot-viewer-'));
  const built = spawnSync(process.execPath, [join(process.env.BACKLOT_ROOT!, 'viewer', 'build.mjs'), folder], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  process.on('exit', () => spawnSync('rm', ['-r', folder]));
  return folder;
}
