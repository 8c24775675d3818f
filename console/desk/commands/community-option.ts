/** `--community`: which one is meant, or the only one. */

import { refusal } from '../../../core/base/refusal.ts';
import { findCommunity, listCommunities } from '../../../core/communities/find.ts';
import type { CommunityRow } from '../../../core/communities/queries.ts';
import type { Database } from '../../../core/database/query.ts';
import { UsageError } from './usage-error.ts';

export const COMMUNITY_OPTION = [
  '--community <slug>',
  'the community; may be left out where there is only one',
] as const;

const NAMED_MAX = 10;

/** The community of something that was found across communities. */
export async function communityWithId(database: Database, id: number): Promise<CommunityRow> {
  const community = (await listCommunities(database)).find((one) => one.id === id);
  if (!community) throw refusal('not_found', 'The community is gone.');
  return community;
}

/**
 * The community that is named or, without a name, the only one.
 * @throws UsageError when there are several, a sandbox included; refusal not_found
 */
export async function communityOf(database: Database, slug: string | undefined): Promise<CommunityRow> {
  if (slug !== undefined) return findCommunity(database, slug);
  const all = await listCommunities(database);
  const [first] = all;
  if (first === undefined) {
    throw refusal('not_found', 'There is no community yet: timebank community create --slug <slug> --name <name>');
  }
  if (all.length === 1) return first;
  const named = all.slice(0, NAMED_MAX).map((one) => one.slug);
  const more = all.length > NAMED_MAX ? ` and ${all.length - NAMED_MAX} more` : '';
  throw new UsageError(`There are several communities (${named.join(', ')}${more}); name one by --community <slug>.`);
}
