// Bundles the viewer: node build.mjs OUT_DIR. Three text files and an icon come out; nothing in them refers to another host.
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error('usage: node build.mjs OUT_DIR');
  process.exit(2);
}

await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { app: 'src/main.ts' },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'eof',
  logLevel: 'warning',
});
await build({
  absWorkingDir: here,
  entryPoints: { app: 'src/style/app.css' },
  outdir: out,
  bundle: true,
  minify: true,
  target: 'chrome110',
  logLevel: 'warning',
});
for (const file of ['index.html', 'icon.svg']) await copyFile(join(here, file), join(out, file));
