/** The program's files, with the list of its packages and their licences: the same in an archive and in the image. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sizeOf } from './archive.ts';
import { licenceReport, refuseLicences } from './licences.ts';
import { billOfMaterials, type Release } from './materials.ts';
import { readPackages } from './packages.ts';
import { stage } from './stage.ts';

/** Unpacked, in bytes of its files. */
const BYTES_MAX = 280_000_000;

export interface Tree {
  /** CycloneDX, as `sbom.cdx.json` in the folder. */
  readonly materials: string;
  readonly packages: number;
  readonly bytes: number;
}

/**
 * Fills a new folder.
 * @param files of the project, without what is built
 * @throws Error for a licence that is not allowed, or where more is inside than an operator should fetch
 */
export async function makeTree(folder: string, release: Release, files: readonly string[]): Promise<Tree> {
  await stage(folder, release, files);
  const packages = await readPackages(folder);
  refuseLicences(packages);
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), await licenceReport(folder, packages));
  const materials = billOfMaterials(release, packages);
  await writeFile(join(folder, 'sbom.cdx.json'), materials);
  const bytes = await sizeOf(folder);
  if (bytes > BYTES_MAX) throw new Error(`${folder} has ${bytes} bytes, more than ${BYTES_MAX}.`);
  return { materials, packages: packages.length, bytes };
}
