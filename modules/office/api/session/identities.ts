/** /identities: the links of one's own account with identity providers. */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import type { Config } from '../../../../core/base/config.ts';
import { change } from '../../../../core/change/change.ts';
import type { Identity, listIdentities, removeIdentity } from '../../contract/provider.ts';
import { IDENTITIES_MAX, unlinkIdentityIn } from '../../domain/administrators/identities.ts';
import { type IdentityRow, selectIdentities } from '../../domain/administrators/identity-queries.ts';
import { ownActOf } from './own-act.ts';

export const listIdentitiesHandler: ConsoleHandler<typeof listIdentities> = async ({ session }, deps) => {
  const rows = await selectIdentities(deps.database.reads, {
    administratorId: session.administratorId,
    limit: IDENTITIES_MAX,
  });
  const data = rows.map((row): Identity => {
    const { id, issuer, subject, followsClaim, createdAt, lastUsedAt } = row;
    return {
      ...{ id, issuer, subject, follows_claim: followsClaim, current: isCurrent(row, deps.config) },
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    };
  });
  return { data, meta: { per_page: IDENTITIES_MAX, has_more: false, next_cursor: null } };
};

export const removeIdentityHandler: ConsoleHandler<typeof removeIdentity> = async (call, deps) => {
  const named = readNumber(call.params.identityId);
  const { config } = deps;
  const id = await change(deps, ownActOf(call), (within) =>
    unlinkIdentityIn(
      within,
      call.session.administratorId,
      named,
      ({ hasPassword, others }) =>
        (hasPassword && config.localAccounts) || others.some((other) => isCurrent(other, config)),
    ),
  );
  return { data: { id, deleted: true } };
};

/** With or without the slash at the end: the setting is written by hand. */
function isCurrent({ issuer }: Pick<IdentityRow, 'issuer'>, { oidc }: Pick<Config, 'oidc'>): boolean {
  return oidc !== undefined && URL.parse(issuer)?.href === URL.parse(oidc.issuer)?.href;
}
