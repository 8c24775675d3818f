/** Which lines of a proxy's map are an installation's, and the file kept in step with them (docs/decisions/cells.md). */

import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../../../core/base/config.ts';
import { fileAdvice, syncFolder, writeAdvice } from '../../../core/base/files.ts';
import { naming } from '../../../core/base/system-error.ts';
import type { Actor } from '../../../core/change/audit/append.ts';
import { type ChangeDeps, change } from '../../../core/change/change.ts';
import type { Database } from '../../../core/database/query.ts';
import { type MappedCommunity, selectMappedCommunities, selectMappedCommunity, updateTag } from './map-queries.ts';

const CELL = /^[A-Za-z0-9_.:-]{1,63}$/;

/** @throws ConfigError where no backend of HAProxy can have the name */
export function demandCellName(name: string): string {
  if (CELL.test(name)) return name;
  throw new ConfigError(`--cell is ${name}: the name of a cell has 1 to 63 letters, digits and . _ : -`);
}

const keysOf = ({ tag, slug, olderClientIds }: MappedCommunity): string[] => [tag, `/${slug}`, ...olderClientIds];

/** The lines of all communities that the installation answers for. */
export async function readMapLines({ heavy }: Pick<Database, 'heavy'>, cell: string): Promise<MapLine[]> {
  const communities = await selectMappedCommunities(heavy);
  return communities.flatMap(keysOf).map((key) => ({ key, cell }));
}

export interface WrittenMap {
  readonly lines: readonly MapLine[];
  /** Slugs of communities that were given another tag, since another cell has theirs. */
  readonly renamed: readonly string[];
}

/**
 * Makes the lines of this cell in the file those of the installation.
 * @throws ConfigError where the file has one of its slugs or client ids for another cell
 */
export async function writeMap(deps: ChangeDeps, by: Actor, file: string, cell: string): Promise<WrittenMap> {
  let written: WrittenMap | undefined;
  await changeMapFile(file, async (lines) => {
    const others = lines.filter((line) => line.cell !== cell);
    const { communities, renamed } = await withFreeTags(deps, by, {
      cellOf: cellsOf(others),
      file,
      read: () => selectMappedCommunities(deps.database.heavy),
    });
    const own = communities.flatMap(keysOf).map((key) => ({ key, cell }));
    written = { lines: own, renamed };
    return [...others, ...own];
  });
  return written as WrittenMap;
}

/**
 * Leads all that names a community that has moved to the cell where it is.
 * @param from where it was, and its tombstone is
 * @param to where it is
 */
export async function moveInMap(
  from: Pick<Database, 'heavy'>,
  to: ChangeDeps,
  by: Actor,
  { slug, file, cell }: { readonly slug: string; readonly file: string; readonly cell: string },
): Promise<WrittenMap> {
  const before = new Set((await selectMappedCommunity(from.heavy, { slug })).flatMap(keysOf));
  let written: WrittenMap | undefined;
  await changeMapFile(file, async (lines) => {
    // A tag that it had to leave behind may be another community's of its new cell.
    const others = lines.filter((line) => line.cell === cell || !before.has(line.key));
    const { communities, renamed } = await withFreeTags(to, by, {
      cellOf: cellsOf(others.filter((line) => line.cell !== cell)),
      file,
      read: () => selectMappedCommunity(to.database.heavy, { slug }),
    });
    const own = communities.flatMap(keysOf);
    const added = own.map((key) => ({ key, cell }));
    written = { lines: added, renamed };
    return [...others.filter(({ key }) => !own.includes(key)), ...added];
  });
  return written as WrittenMap;
}

const cellsOf = (lines: readonly MapLine[]) => new Map(lines.map(({ key, cell }) => [key, cell]));

interface Claim {
  /** The cells that other lines lead to, by their keys. */
  readonly cellOf: ReadonlyMap<string, string>;
  readonly file: string;
  readonly read: () => Promise<MappedCommunity[]>;
}

/** Two installations may have drawn the same tag: here, the community is given another. */
async function withFreeTags(deps: ChangeDeps, by: Actor, { cellOf, file, read }: Claim) {
  const renamed: string[] = [];
  for (;;) {
    const communities = await read();
    for (const { slug, olderClientIds } of communities) {
      const taken = [`/${slug}`, ...olderClientIds].find((key) => cellOf.has(key));
      if (taken === undefined) continue;
      const there = cellOf.get(taken);
      throw new ConfigError(
        `In ${file}, ${taken} of the community ${slug} leads to ${there}. If it has moved here, write the lines of ${there} first.`,
      );
    }
    const community = communities.find(({ tag }) => cellOf.has(tag));
    if (community === undefined) return { communities, renamed };
    await renewTag(deps, by, community);
    if (!renamed.includes(community.slug)) renamed.push(community.slug);
  }
}

async function renewTag(deps: ChangeDeps, by: Actor, { id: communityId, tag: before }: MappedCommunity): Promise<void> {
  await change(deps, { ...by, communityId }, async ({ transaction, audit }) => {
    const [row] = await updateTag(transaction, { communityId });
    if (row) audit('community.tag_changed', `community:${communityId}`, { before, after: row.tag });
  });
}

// The map of a proxy in front of several installations: a file in which each line has a key and the cell it leads to.

export interface MapLine {
  /** A tag (`4fGh2`), a slug behind a slash (`/elm`), or a client id. */
  readonly key: string;
  readonly cell: string;
}

const PARTIAL = '.partial';
/** Writing takes milliseconds: an older one is of a command that was killed. */
const PARTIAL_KEPT_MS = 60_000;
const MODE = 0o644;

/**
 * Replaces the file by one with other lines, at once: a reader finds the old file or the new one. Comments stay, on top.
 * @param change what becomes of its lines; none while there is no file. What it throws leaves the file as it is
 * @throws SystemError, or ConfigError while another command writes it
 */
async function changeMapFile(
  path: string,
  change: (lines: readonly MapLine[]) => Promise<readonly MapLine[]>,
): Promise<void> {
  // A link stays one.
  const target = await realpath(path).catch(() => path);
  const partial = `${target}${PARTIAL}`;
  const file = await openPartial(path, partial);
  try {
    const before = await naming(`read the map ${path}`, fileAdvice, () => readIfThere(target));
    const mode = await stat(target).then(
      (found) => found.mode,
      () => MODE,
    );
    const comments = before.split('\n').filter((line) => line.trimStart().startsWith('#'));
    const lines = await change(linesIn(path, before));
    const text = [...comments, ...lines.map(({ key, cell }) => `${key} ${cell}`)].map((line) => `${line}\n`).join('');
    await naming(`write the map ${path}`, writeAdvice, async () => {
      await file.writeFile(text);
      await file.chmod(mode & 0o777);
      await file.sync();
      await rename(partial, target);
      await syncFolder(dirname(target));
    });
  } finally {
    await file.close();
    await rm(partial, { force: true });
  }
}

async function openPartial(path: string, partial: string) {
  const found = await stat(partial).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > PARTIAL_KEPT_MS) await rm(partial, { force: true });
  return await naming(`write the map ${path}`, writeAdvice, () =>
    open(partial, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new ConfigError(`Another command is writing ${path}: repeat this one in a minute.`);
    }),
  );
}

async function readIfThere(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

function linesIn(path: string, text: string): MapLine[] {
  return text.split('\n').flatMap((line, at) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [key, cell, ...more] = trimmed.split(/\s+/);
    if (key === undefined || cell === undefined || more.length > 0) {
      throw new ConfigError(`Line ${at + 1} of ${path} is none of a map: it must have a key and the name of a cell.`);
    }
    return [{ key, cell }];
  });
}
