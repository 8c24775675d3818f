/** GET /wallet/credits */
import { decodeId, listCredits } from '@timebank/contract';
import type { Handler } from '../../access/call.ts';
import { LAST_ID } from '../../database/keyset.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import { selectCreditPage, withinIds } from '../credit-queries.ts';
import type { ReversibleRow } from '../queries.ts';
import { creditOf } from '../read-state.ts';
import { presentCredit } from './present/credit.ts';

export const listCreditsHandler: Handler<typeof listCredits> = async (call, deps) => {
  const page = openPage(call, deps, listCredits);
  return pageOf(
    page,
    await rows(),
    ({ id }) => id,
    (row) => presentCredit(creditOf(row)),
  );

  async function rows(): Promise<ReversibleRow[]> {
    const { reference, end_to_end_id, user_id, status, booked_on, reversed_on, created_since, created_before } =
      call.query;
    const memberId = user_id === undefined ? undefined : decodeId('usr', user_id);
    // A malformed id is an unknown id, which has no credits.
    if (user_id !== undefined && memberId === undefined) return [];
    const { communityId, partnerId } = call.caller;
    return await selectCreditPage(deps.database.heavy, {
      communityId,
      partnerId,
      beforeId: page.after ?? LAST_ID,
      limit: page.limit,
      reference,
      endToEndId: end_to_end_id,
      memberId,
      posted: status === 'posted' ? true : undefined,
      reversed: status === 'reversed' ? true : undefined,
      reversedOn: reversed_on,
      ...withinIds({ bookedOn: booked_on, createdSince: created_since, createdBefore: created_before }),
    });
  }
};
