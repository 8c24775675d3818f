/** The first start of an installation whose settings name a community and its owner. */

import type { FirstCommunity } from '../core/base/first-community.ts';
import { Refusal } from '../core/base/refusal.ts';
import { change } from '../core/change/change.ts';
import { listCommunities } from '../core/communities/find.ts';
import type { Deps } from '../core/deps.ts';
import { inviteIn } from '../modules/office/domain/administrators/invitations.ts';
import { setupUrl } from '../modules/office/domain/administrators/setup-links.ts';
import { selectAdministrators } from '../modules/office/domain/communities/console-queries.ts';
import { addCommunity } from '../modules/office/domain/communities/create.ts';

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
