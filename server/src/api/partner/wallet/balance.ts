/** GET /wallet/balance/{userId} */
import { decodeId, type getBalance, hoursFromSeconds } from '@timebank/contract';
import type { Handler } from '../access/call.ts';
import { userNotFound } from '../access/user-not-found.ts';
import { selectBalance } from './queries.ts';

export const getBalanceHandler: Handler<typeof getBalance> = async ({ params, caller }, { database, clock }) => {
  const memberId = decodeId('usr', params.userId ?? '');
  const [row] = memberId ? await selectBalance(database.reads, caller.communityId, caller.partnerId, memberId) : [];
  if (!row) throw userNotFound(params.userId ?? '');
  return {
    data: {
      user_id: params.userId,
      balance_hours: hoursFromSeconds(row.balanceSeconds),
      balance_seconds: row.balanceSeconds,
      as_of: clock.now().toISOString(),
    },
  };
};
