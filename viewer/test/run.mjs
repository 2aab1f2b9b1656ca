// Bundles and runs tests: node test/run.mjs unit | page | program PROGRAM | measure PROGRAM | pictures PROGRAM. The tests are TypeScript, which Debian's Node cannot read by itself.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url)); // viewer/test
const [group, program = ''] = process.argv.slice(2);
const folder = join(here, group);
const tests = readdirSync(folder)
  .filter((name) => name.endsWith('_test.ts'))
  .map((name) => join(folder, name));
if (group !== 'unit' && !existsSync('/usr/bin/chromium')) {
  console.log('skipped: /usr/bin/chromium is missing (Debian package chromium)');
  process.exit(77);
}

// Below node_modules, so that packages are found from there.
const out = join(here, '..', 'node_modules', '.cache', `backlot-${group}-${process.pid}`);
mkdirSync(out, { recursive: true });
try {
  await build({
    entryPoints: tests,
    outdir: out,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    target: 'node18',
    logLevel: 'warning',
  });
  const files = readdirSync(out)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join(out, name));
  const result = spawnSync(process.execPath, ['--test', ...files], {
    stdio: 'inherit',
    env: { ...process.env, BACKLOT_PROGRAM: program, BACKLOT_ROOT: join(here, '..', '..') },
  });
  process.exitCode = result.status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
