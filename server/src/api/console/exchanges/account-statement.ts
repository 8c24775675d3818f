/** GET …/statement of a member or of a shared account: from one day of booking to another. */
import { hoursFromSeconds } from '@timebank/contract';
import {
  type AccountStatement,
  type getAccountStatement,
  type getMemberStatement,
  STATEMENT_LINES_MAX,
} from '@timebank/contract/console';
import { type LineRow, selectAccountLines, selectBalanceBefore } from '../../../domain/exchanges/console-queries.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { DAY_MS, dayOf } from '../../../platform/base/time.ts';
import { firstIdAt } from '../../../platform/database/keyset.ts';
import type { Queryable } from '../../../platform/database/query.ts';
import type { CommunityHandler, ConsoleHandler } from '../access/call.ts';
import { memberIdOf, readMember } from '../members/present.ts';
import { accountOfPath } from './accounts.ts';
import { presentLine } from './lines.ts';

const LINES_AT_ONCE = 500;

export const getMemberStatementHandler: ConsoleHandler<typeof getMemberStatement> = async (call, deps) => {
  const { communityId } = call.membership;
  const days = daysOf(call.query, deps.clock.now());
  const member = await readMember(deps.database.reads, communityId, memberIdOf(call.params.memberId));
  return { data: await statementOf(deps.database.heavy, communityId, member.account_id, days) };
};

export const getAccountStatementHandler: CommunityHandler<typeof getAccountStatement> = async (call, deps) => {
  const { communityId } = call.membership;
  const days = daysOf(call.query, deps.clock.now());
  const account = await accountOfPath(deps, communityId, call.params.accountId);
  return { data: await statementOf(deps.database.heavy, communityId, account.id, days) };
};

interface Days {
  readonly from: string;
  readonly to: string;
}

/** @throws Refusal invalid_request */
function daysOf(query: Partial<Record<keyof Days, string | undefined>>, now: Date): Days {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? `${to.slice(0, 4)}-01-01`;
  if (from <= to) return { from, to };
  throw outOfRange('from', 'from must not be after to.');
}

async function statementOf(
  on: Queryable,
  communityId: number,
  accountId: number,
  { from, to }: Days,
): Promise<AccountStatement> {
  // A transfer's id is of its time, and it is booked on the day of that (0048).
  const firstId = firstIdAt(Date.parse(from));
  const endId = firstIdAt(Date.parse(to) + DAY_MS);
  const [opening] = await selectBalanceBefore(on, { communityId, accountId, beforeId: firstId });
  const rows = await linesBetween(on, communityId, accountId, firstId, endId);
  const openingSeconds = opening?.seconds ?? 0;
  let balanceAfterSeconds = openingSeconds;
  const lines = rows.map((row) => {
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

/** The lines from an id on, and before another, oldest first. @throws Refusal invalid_request */
async function linesBetween(
  on: Queryable,
  communityId: number,
  accountId: number,
  firstId: string,
  endId: string,
): Promise<LineRow[]> {
  const found: LineRow[] = [];
  for (;;) {
    const beforeId = found.at(-1)?.id ?? endId;
    const page = await selectAccountLines(on, { communityId, accountId, beforeId, limit: LINES_AT_ONCE });
    const within = page.filter(({ id }) => id >= firstId);
    found.push(...within);
    if (found.length > STATEMENT_LINES_MAX) {
      throw outOfRange('from', `These days have more than ${STATEMENT_LINES_MAX} lines; take fewer days.`);
    }
    if (within.length < LINES_AT_ONCE) return found.reverse();
  }
}

function outOfRange(field: string, message: string) {
  return refusal('invalid_request', message, [{ field, code: 'out_of_range', message }]);
}
