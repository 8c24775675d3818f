/**
 * Builds the console into console/dist, compressed for the service, unless it is built from these sources already. `npm ci`
 * and the release run it. Plain JavaScript, since npm may be run by an older Node.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(FOLDER, 'dist');
const STAMP = 'sources.sha256';
/** The console, what modules bring to it, where both are put together, and the words that they share with the service. */
const SOURCES = [
  ...['src', 'public', 'vite.config.ts', 'one-language.ts', 'build.mjs', 'desk/contract'],
  ...['../package.json', '../contract/src', '../modules', '../service/console'],
];
/** Of a module: what a browser shows, and its words. */
const NOT_SHOWN = /\/modules\/[\w-]+\/(?!(?:screens|texts|contract)\/)/;
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/;
const COMPRESS_BYTES_MIN = 1024;

/** Digest of the sources; equal when nothing has changed. */
async function digestSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of await filesOf(join(FOLDER, source))) {
      if (/\.test\.tsx?$|\/test-support\//.test(path) || NOT_SHOWN.test(path)) continue;
      hash
        .update(`${path.slice(FOLDER.length)}\0`)
        .update(await readFile(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesOf(path) {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Whether dist was built from the sources as they are. */
export async function isBuilt() {
  const stamp = await readFile(join(DIST, STAMP), 'utf8').catch(() => undefined);
  return stamp !== undefined && stamp === (await digestSources());
}

/** Builds into a folder beside dist and then takes its place, so that a service that runs never reads half of it. */
export async function build() {
  const digest = await digestSources();
  const { build: viteBuild } = await import('vite');
  const folder = await mkdtemp(join(FOLDER, 'dist-'));
  try {
    await viteBuild({
      configFile: join(FOLDER, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
    await Promise.all((await filesOf(folder)).map(compress));
    await writeFile(join(folder, STAMP), digest);
    await chmod(folder, 0o755);
    await rm(DIST, { recursive: true, force: true });
    await rename(folder, DIST).catch(async (error) => {
      // Another build of the same sources was first.
      if (!(await isBuilt())) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compress(path) {
  if (!COMPRESSIBLE.test(path)) return;
  const bytes = await readFile(path);
  if (bytes.length < COMPRESS_BYTES_MIN) return;
  const brotli = await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
  await writeFile(`${path}.br`, brotli);
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    if (!(await isBuilt())) await build();
  } catch (error) {
    // Everything but the console works without it; the service says so at its address.
    process.stderr.write(`The console was not built: ${reasonOf(error)}\n`);
    process.exitCode = process.argv.includes('--strict') ? 1 : 0;
  }
}

/** In one line. What builds is a development package, which an installation for use may leave out. */
function reasonOf(error) {
  if (/MODULE_NOT_FOUND$/.test(error?.code)) return 'its compiler is a development package ("npm ci" installs it).';
  return error instanceof Error ? error.message : error;
}
