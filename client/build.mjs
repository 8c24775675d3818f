/**
 * Builds the package into client/dist: run by `npm ci` and before it is packed, so that what the README shows works in
 * a fresh clone. Plain JavaScript, since npm may be run by an older Node.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(FOLDER, 'dist');

function build() {
  const folder = mkdtempSync(join(FOLDER, 'dist-'));
  try {
    compile(folder);
    const files = filesOf(folder);
    for (const file of files.filter((name) => name.endsWith('.d.ts'))) resolveImports(join(folder, file));
    // Each file is replaced at once: a process that imports the package meanwhile finds all of them.
    for (const file of files) {
      mkdirSync(dirname(join(DIST, file)), { recursive: true });
      renameSync(join(folder, file), join(DIST, file));
    }
    for (const file of filesOf(DIST)) if (!files.includes(file)) rmSync(join(DIST, file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compile(folder) {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(FOLDER, 'tsconfig.build.json'), '--outDir', folder], {
    stdio: 'inherit',
  });
}

/** The compiler rewrites the paths of imports in JavaScript only; older compilers refuse those that end with .ts. */
function resolveImports(path) {
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/(from '\.{1,2}\/[^']*)\.ts'/g, "$1.js'"));
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
}

try {
  build();
} catch (error) {
  // The service needs no client: without the compiler (npm ci --omit=dev) there is none.
  process.stderr.write(`The client was not built: ${reasonOf(error)}\n`);
  process.exitCode = process.argv.includes('--strict') ? 1 : 0;
}

/** In one line. What builds is a development package, which an installation for use may leave out. */
function reasonOf(error) {
  if (/MODULE_NOT_FOUND$/.test(error?.code)) return 'its compiler is a development package ("npm ci" installs it).';
  return error instanceof Error ? error.message : error;
}
