/**
 * `npm run release`: builds into `dist/` what an operator installs, from a clean checkout: an archive per processor
 * with the list of what is inside (CycloneDX) and the licences, an archive with what `docker compose` needs, and checksums
 * of it all.
 * `-- --arch x64` builds one archive; `-- --uncommitted` takes the files as they are. `npm run release -- 0.2.0` builds
 * nothing: it makes the checkout that version (`release/version.ts`).
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checksums, pack } from './release/archive.ts';
import { commit, commitTime, demandClean, listFiles, ROOT } from './release/checkout.ts';
import { copyContext } from './release/context.ts';
import { ARCHITECTURES, type Architecture } from './release/stage.ts';
import { makeTree } from './release/tree.ts';
import { prepareRelease } from './release/version.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    arch: { type: 'string', multiple: true },
    uncommitted: { type: 'boolean', default: false },
    out: { type: 'string', default: join(ROOT, 'dist') },
  },
});
const architectures = (values.arch ?? [...ARCHITECTURES]) as Architecture[];
const unknown = architectures.find((name) => !ARCHITECTURES.includes(name));
if (unknown) throw new Error(`--arch is ${ARCHITECTURES.join(' or ')}, not ${unknown}.`);
if (!values.uncommitted) demandClean();
const [next] = positionals;
if (next !== undefined) {
  await prepareRelease(next, new Date().toISOString().slice(0, 10));
  process.exit();
}

const out = resolve(values.out);
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const at = commitTime();
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const work = join(out, 'work');

const files = listFiles();
for (const arch of architectures) {
  const name = `timebank-${version}-linux-${arch}`;
  const folder = join(work, arch, 'timebank');
  const { materials, packages, bytes } = await makeTree(folder, { version, at, arch, commit: commit() }, files);
  await writeFile(join(out, `${name}.cdx.json`), materials);
  const archive = join(out, `${name}.tar.gz`);
  await pack(dirname(folder), 'timebank', archive, at);
  console.log(`${archive}: ${packages} packages, ${Math.ceil(bytes / 1e6)} MB unpacked`);
}
const context = `timebank-${version}-container`;
await copyContext(join(work, context), commit(), files);
await pack(work, context, join(out, `${context}.tar.gz`), at);
await rm(work, { recursive: true });
await writeFile(join(out, 'SHA256SUMS'), await checksums(out));
console.log(`${join(out, `${context}.tar.gz`)}: unpack it, and run docker compose up --detach --build`);
