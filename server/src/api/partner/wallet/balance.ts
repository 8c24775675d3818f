/** GET /wallet/balance/{userId} */
import { decodeId, type getBalance, hoursFromSeconds } from '@timebank/contract';
import { refusal } from '../../../platform/base/refusal.ts';
import type { Handler } from '../access/call.ts';
import { selectBalance } from './queries.ts';

export const getBalanceHandler: Handler<typeof getBalance> = async ({ params, caller }, { database, clock }) => {
  const memberId = decodeId('usr', params.userId ?? '');
  const [row] = memberId ? await selectBalance(database.reads, caller.communityId, caller.partnerId, memberId) : [];
  if (!row) throw refusal('user_not_found', 'No member with this id is visible to you.');
  return {
    data: {
      user_id: params.userId,
      balance_hours: hoursFromSeconds(row.balanceSeconds),
      balance_seconds: row.balanceSeconds,
      as_of: clock.now().toISOString(),
    },
  };
};
