/** A partner, its secrets and its keys as the console shows them. */

import { hoursFromSeconds } from '@timebank/contract';
import type { CommunityDeps } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import type { Membership } from '../../../../console/desk/session-queries.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { hoursOrNull } from '../../../../core/ledger/api/present/hours.ts';
import { presentKeys } from '../../../../core/partners/api/present/keys.ts';
import { selectPartnerKeys } from '../../../../core/partners/key-queries.ts';
import type { ListedPartner } from '../../../../core/partners/provision.ts';
import { type CredentialRow, selectPartnerCredentials } from '../../../../core/partners/queries.ts';
import { Credential, Partner } from '../../contract/partners.ts';
import { type LastUse, selectLastUse } from '../../domain/partner-queries.ts';

/** Reads a partner as it is now. */
export async function readPartner(deps: CommunityDeps, membership: Membership, partnerId: number): Promise<Partner> {
  const { reads } = deps.database;
  const [row, credentials, keys, [use]] = await Promise.all([
    findPartner(deps, membership, String(partnerId)),
    selectPartnerCredentials(reads, { communityId: membership.communityId, partnerId }),
    selectPartnerKeys(reads, { communityId: membership.communityId, partnerId }),
    selectLastUse(reads, { communityId: membership.communityId, partnerId }),
  ]);
  const partner = { ...row, credentials, keys: keys.map(({ key }) => key) };
  return presentPartner(partner, membership, use, deps.clock.now());
}

export function presentPartner(
  row: ListedPartner,
  { kind }: Pick<Membership, 'kind'>,
  use: LastUse | undefined,
  now: Date,
): Partner {
  return {
    ...shownAs(Partner, row),
    environment: kind,
    max_credit_hours: hoursFromSeconds(row.maxCreditSeconds),
    max_member_day_hours: hoursOrNull(row.maxMemberDaySeconds),
    max_partner_day_hours: hoursOrNull(row.maxPartnerDaySeconds),
    last_call_at: use?.calledAt?.toISOString() ?? null,
    last_credit_at: use?.creditedAt?.toISOString() ?? null,
    credentials: row.credentials.map((credential) => presentCredential(credential, now)).reverse(),
    keys: presentKeys(row),
  };
}

const presentCredential = (row: CredentialRow, now: Date): Credential => ({
  ...shownAs(Credential, row),
  status: statusOf(row, now),
  hand_over: handOverOf(row, now),
});

function handOverOf(row: CredentialRow, now: Date): Credential['hand_over'] {
  const { handOverExpiresAt: expiresAt, handOverOpenedAt: openedAt } = row;
  if (!expiresAt) return null;
  return {
    status: openedAt ? 'opened' : expiresAt > now ? 'waiting' : 'expired',
    expires_at: expiresAt.toISOString(),
    opened_at: openedAt?.toISOString() ?? null,
    opened_address: row.handOverAddress,
  };
}

function statusOf({ revokedAt, expiresAt }: CredentialRow, now: Date): Credential['status'] {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'live';
  return expiresAt > now ? 'expiring' : 'expired';
}
