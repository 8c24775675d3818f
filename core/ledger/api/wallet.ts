/** /wallet/balance, /wallet/credits read and reversed, /wallet/statements */
import {
  decodeId,
  type getBalance,
  type getCredit,
  type getStatement,
  hoursFromSeconds,
  listCredits,
  type reverseCredit,
} from '@timebank/contract';
import type { Handler } from '../../access/call.ts';
import { membersById } from '../../access/members-by-id.ts';
import { userNotFound } from '../../access/user-not-found.ts';
import { refusal } from '../../base/refusal.ts';
import { isoText } from '../../base/time.ts';
import { LAST_ID } from '../../database/keyset.ts';
import type { Deps } from '../../deps.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import { readStatement } from '../../statements/read-statement.ts';
import { selectCredit, selectCreditPage, withinIds } from '../credit-queries.ts';
import { selectBalances } from '../partner-queries.ts';
import type { ReversibleRow } from '../queries.ts';
import { creditOf } from '../read-state.ts';
import { NO_SUCH_ID } from '../refuse.ts';
import { presentCredit } from './present/credit.ts';
import { creditReply } from './reply.ts';

/** GET /wallet/credits */
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

/** GET /wallet/credits/{id} */
export const getCreditHandler: Handler<typeof getCredit> = async ({ params, caller }, { database }) => {
  const id = decodeId('crd', params.id);
  const [row] = id
    ? await selectCredit(database.reads, { communityId: caller.communityId, partnerId: caller.partnerId, creditId: id })
    : [];
  if (!row) throw refusal('credit_not_found', 'No credit of yours has this id.');
  return { data: presentCredit(creditOf(row)) };
};

/** POST /wallet/credits/{id}/reversal */
export const reverseCreditHandler: Handler<typeof reverseCredit> = async ({ params, body, caller, origin }, deps) => {
  const outcome = await deps.postTransfers({
    kind: 'credit_reversal',
    communityId: caller.communityId,
    partnerId: caller.partnerId,
    creditId: decodeId('crd', params.id) ?? NO_SUCH_ID,
    reference: body.reference,
    reason: body.reason ?? null,
    recordedBy: `partner:${caller.partnerId}`,
  });
  return creditReply(outcome, origin);
};

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

/** GET /wallet/statements/{date} */
export const getStatementHandler: Handler<typeof getStatement> = async ({ params, caller }, deps) => {
  const { communityId, partnerId } = caller;
  return { data: await readStatement(deps, communityId, partnerId, params.date) };
};
