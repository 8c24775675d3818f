/** GET /me */
import type { Cap, getMe, Me } from '@timebank/contract';
import type { Handler } from '../../access/call.ts';
import { DAY_MS, dayOf } from '../../base/time.ts';
import { hoursOrNull } from '../../ledger/api/present/hours.ts';
import { selectPartnerKeys } from '../key-queries.ts';
import { type OwnRow, selectOwn, selectOwnSecrets } from '../own-queries.ts';
import { ratesFrom } from '../rates/rate.ts';
import { ratesOf } from '../rates/rates.ts';
import { presentKeys } from './present/keys.ts';
import { presentRate } from './present/rates.ts';

export const getMeHandler: Handler<typeof getMe> = async ({ caller }, { database, clock }) => {
  const { communityId, partnerId, scopes } = caller;
  const now = clock.now();
  const [[row], secrets, keys, rates] = await Promise.all([
    selectOwn(database.reads, { communityId, partnerId, today: dayOf(now) }),
    selectOwnSecrets(database.reads, { communityId, partnerId, at: now }),
    selectPartnerKeys(database.reads, { communityId, partnerId }),
    ratesOf(database.reads, communityId, partnerId),
  ]);
  if (!row) throw new Error('a token without a partner');
  const data: Me = {
    partner: { name: row.name, status: row.status, client_id: row.clientId, environment: row.kind },
    community: { name: row.communityName, slug: row.slug, kind: row.kind },
    scopes: { token: [...scopes], partner: [...row.scopes] },
    caps: capsOf(row, new Date(Date.parse(row.day) + DAY_MS).toISOString()),
    exchange_rates: ratesFrom(rates, dayOf(now)).map(presentRate),
    requests_per_minute: row.rateLimitPerMinute === 0 ? null : row.rateLimitPerMinute,
    secrets: secrets.map(({ hint, createdAt, expiresAt }) => ({
      hint,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
    })),
    keys: presentKeys({ ...row, keys: keys.map(({ key }) => key) }),
    keys_only: row.keysOnly,
    bound_tokens_only: row.boundTokensOnly,
    // While a switch is on, the checks refuse the call before this handler.
    partner_api: { enabled: true },
  };
  return { data };
};

/** Only the partner's own caps have a remainder here; that of a member's caps depends on the member. */
function capsOf(row: OwnRow, midnight: string): Cap[] {
  const { maxCreditSeconds, maxMemberDaySeconds, maxPartnerDaySeconds, upperBalanceSeconds } = row;
  const left = maxPartnerDaySeconds === null ? null : Math.max(0, maxPartnerDaySeconds - row.creditedTodaySeconds);
  return [
    cap('max_credit_hours', maxCreditSeconds, maxCreditSeconds, null),
    cap('max_member_day_hours', maxMemberDaySeconds, null, midnight),
    cap('max_partner_day_hours', maxPartnerDaySeconds, left, midnight),
    cap('upper_balance', upperBalanceSeconds, null, null),
  ];
}

function cap(code: Cap['code'], limit: number | null, remaining: number | null, resetsAt: string | null): Cap {
  return {
    code,
    limit_hours: hoursOrNull(limit),
    limit_seconds: limit,
    remaining_hours: hoursOrNull(remaining),
    remaining_seconds: remaining,
    resets_at: limit === null ? null : resetsAt,
  };
}
