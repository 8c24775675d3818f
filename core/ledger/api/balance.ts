/** GET /wallet/balance/{userId} */
import { decodeId, type getBalance, hoursFromSeconds } from '@timebank/contract';
import type { Handler } from '../../access/call.ts';
import { membersById } from '../../access/members-by-id.ts';
import { userNotFound } from '../../access/user-not-found.ts';
import { isoText } from '../../base/time.ts';
import type { Deps } from '../../deps.ts';
import { selectBalances } from '../partner-queries.ts';

/** The handler of one application. */
export function createGetBalanceHandler({
  database,
  clock,
}: Pick<Deps, 'database' | 'clock'>): Handler<typeof getBalance> {
  const findBalance = membersById(database.reads, selectBalances);

  return async ({ params, caller: { communityId, partnerId } }) => {
    const memberId = decodeId('usr', params.userId);
    const row = memberId === undefined ? undefined : await findBalance({ communityId, partnerId, memberId });
    if (!row) throw userNotFound(params.userId);
    return {
      data: {
        user_id: params.userId,
        balance_hours: hoursFromSeconds(row.balanceSeconds),
        balance_seconds: row.balanceSeconds,
        as_of: isoText(clock.now()),
      },
    };
  };
}
