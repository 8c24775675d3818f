/** The statement of an account, from one day of booking to another: GET /communities/{slug}/accounts/{accountId}/statement */
import { hoursFromSeconds } from '@timebank/contract';
import type { CommunityHandler } from '../../../../console/desk/call.ts';
import { type AskedDays, askedDays } from '../../../../console/desk/days.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { DAY_MS } from '../../../../core/base/time.ts';
import { firstIdAt } from '../../../../core/database/keyset.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { type AccountStatement, type getAccountStatement, STATEMENT_LINES_MAX } from '../../contract/accounts.ts';
import { readAccountLines } from '../../domain/exchanges/account-lines.ts';
import { selectBalanceBefore } from '../../domain/exchanges/console-queries.ts';
import { accountOfPath } from './accounts.ts';
import { presentLine } from './lines.ts';

export const getAccountStatementHandler: CommunityHandler<typeof getAccountStatement> = async (call, deps) => {
  const { communityId } = call.membership;
  const days = askedDays(call.query, deps.clock.now());
  const account = await accountOfPath(deps, communityId, call.params.accountId);
  return { data: await statementBetween(deps.database.heavy, communityId, account.id, days) };
};

/**
 * The lines of some days, between the balances before and after them.
 * @throws Refusal invalid_request
 */
export async function statementBetween(
  on: Queryable,
  communityId: number,
  accountId: number,
  { from, to }: AskedDays,
): Promise<AccountStatement> {
  // A transfer's id is of its time, and it is booked on the day of that (0048).
  const firstId = firstIdAt(Date.parse(from));
  const endId = firstIdAt(Date.parse(to) + DAY_MS);
  const [opening] = await selectBalanceBefore(on, { communityId, accountId, beforeId: firstId });
  const most = STATEMENT_LINES_MAX;
  const rows = await readAccountLines(on, { communityId, accountId }, { firstId, endId, most });
  if (rows.length > most) throw outOfRange('from', `These days have more than ${most} lines; take fewer days.`);
  const openingSeconds = opening?.seconds ?? 0;
  let balanceAfterSeconds = openingSeconds;
  const lines = rows.toReversed().map((row) => {
    balanceAfterSeconds += row.signedSeconds;
    return presentLine({ ...row, balanceAfterSeconds });
  });
  const sum = (sign: 1 | -1) => rows.reduce((all, row) => all + Math.max(0, sign * row.signedSeconds), 0);
  return {
    from,
    to,
    opening_hours: hoursFromSeconds(openingSeconds),
    added_hours: hoursFromSeconds(sum(1)),
    taken_hours: hoursFromSeconds(sum(-1)),
    // Of the lines themselves, so that both agree while others book.
    closing_hours: hoursFromSeconds(balanceAfterSeconds),
    lines,
  };
}

function outOfRange(field: string, message: string) {
  return refusal('invalid_request', message, [{ field, code: 'out_of_range', message }]);
}
