/**
 * `npm run release`: builds into `dist/` what an operator installs, from a clean checkout: an archive per processor,
 * the context of an image, the list of what is inside (CycloneDX), the licences, and checksums of it all.
 * `-- --arch x64` builds one archive; `-- --uncommitted` takes the files as they are. `npm run release -- 0.2.0` builds
 * nothing: it makes the checkout that version (`release/version.ts`).
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { pack, sizeOf } from './release/archive.ts';
import { commitTime, demandClean, ROOT } from './release/checkout.ts';
import { licenceReport, refuseLicences } from './release/licences.ts';
import { billOfMaterials } from './release/materials.ts';
import { readPackages } from './release/packages.ts';
import { ARCHITECTURES, type Architecture, stage } from './release/stage.ts';
import { prepareRelease } from './release/version.ts';

/** As images name processors. */
const IMAGE_NAMES: Readonly<Record<Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };
/** Unpacked, in bytes of its files. */
const BYTES_MAX = 280_000_000;

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

for (const arch of architectures) {
  const name = `timebank-${version}-linux-${arch}`;
  const work = join(out, 'image', IMAGE_NAMES[arch]);
  const folder = join(work, 'timebank');
  await stage(folder, arch);
  const packages = await readPackages(folder);
  refuseLicences(packages);
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), await licenceReport(folder, packages));
  const materials = billOfMaterials({ version, at, arch }, packages);
  await writeFile(join(folder, 'sbom.cdx.json'), materials);
  await writeFile(join(out, `${name}.cdx.json`), materials);
  const bytes = await sizeOf(folder);
  if (bytes > BYTES_MAX) throw new Error(`${name} has ${bytes} bytes unpacked, more than ${BYTES_MAX}.`);
  const archive = join(out, `${name}.tar.gz`);
  await pack(work, 'timebank', archive, at);
  console.log(`${archive}: ${packages.length} packages, ${Math.ceil(bytes / 1e6)} MB unpacked`);
}
await cp(join(import.meta.dirname, 'release/image'), join(out, 'image'), { recursive: true });
await writeFile(join(out, 'SHA256SUMS'), await checksums(out));
console.log(`${join(out, 'SHA256SUMS')}; the image: docker build ${join(out, 'image')}`);

/** As `sha256sum --check` reads them. */
async function checksums(folder: string): Promise<string> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  const lines = names.map(async ({ name }) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    return `${hash.digest('hex')}  ${name}\n`;
  });
  return (await Promise.all(lines)).sort().join('');
}
