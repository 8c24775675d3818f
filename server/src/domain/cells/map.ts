/** Which lines of a proxy's map are an installation's, and the file kept in step with them (ADR 0078). */
import { ConfigError } from '../../platform/base/config.ts';
import type { Database } from '../../platform/database/query.ts';
import type { Actor } from '../audit/append.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import { changeMapFile, type MapLine } from './map-file.ts';
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
      ...{ cellOf: cellsOf(others), file },
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
      ...{ cellOf: cellsOf(others.filter((line) => line.cell !== cell)), file },
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
