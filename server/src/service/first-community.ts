/** The first start of an installation whose settings name a community and its owner. */

import { inviteIn } from '../domain/administrators/invitations.ts';
import { setupUrl } from '../domain/administrators/setup-links.ts';
import { change } from '../domain/change/change.ts';
import { selectAdministrators } from '../domain/communities/console-queries.ts';
import { addCommunity, listCommunities } from '../domain/communities/create.ts';
import type { Deps } from '../domain/deps.ts';
import type { FirstCommunity } from '../platform/base/first-community.ts';
import { Refusal } from '../platform/base/refusal.ts';

/** The actor in the audit log. */
const ACTOR = 'settings';

/**
 * Makes the community where there is none yet, and writes a set-up link for its owner to the log as long as it has no
 * administrator. An installation that has another community is left as it is.
 * @param origin where the service listens, for the link of one without PUBLIC_URL
 */
export async function makeFirstCommunity(deps: Deps, origin: string): Promise<void> {
  const { config, log } = deps;
  const { firstCommunity } = config;
  if (!firstCommunity) return;
  const communityId = await findOrMake(deps, firstCommunity);
  if (communityId === undefined) return;
  if ((await selectAdministrators(deps.database.reads, { communityId, limit: 1 })).length > 0) return;
  const { token, expiresAt } = await change(deps, { communityId, actor: ACTOR }, (within) =>
    inviteIn(within, communityId, { email: firstCommunity.ownerEmail, role: 'owner' }),
  );
  const setup_url = setupUrl(config.publicUrl ?? origin, firstCommunity.slug, token);
  log.info(
    { community: firstCommunity.slug, setup_url, expires_at: expiresAt },
    'the owner signs in first by setup_url',
  );
}

async function findOrMake(deps: Deps, { slug, name }: FirstCommunity): Promise<number | undefined> {
  if ((await listCommunities(deps.database)).length === 0) {
    try {
      return (await addCommunity(deps, { actor: ACTOR }, { slug, name })).id;
    } catch (error) {
      // Another node that starts at the same time was first.
      if (!(error instanceof Refusal && error.fields?.some(({ code }) => code === 'taken'))) throw error;
    }
  }
  return (await listCommunities(deps.database)).find((community) => community.slug === slug)?.id;
}
