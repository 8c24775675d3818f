/** Communities as the console and the command line list them. */
import { refusal } from '../base/refusal.ts';
import type { Database } from '../database/query.ts';
import { type CommunityRow, selectCommunities, selectCommunityBySlug } from './queries.ts';

/** All communities, oldest first. */
export async function listCommunities(database: Database): Promise<CommunityRow[]> {
  return await selectCommunities(database.reads);
}

/**
 * The community with this slug.
 * @throws refusal not_found
 */
export async function findCommunity(database: Database, slug: string): Promise<CommunityRow> {
  const [row] = await selectCommunityBySlug(database.reads, { slug });
  if (!row) throw refusal('not_found', `There is no community with the slug ${slug}.`);
  return row;
}
