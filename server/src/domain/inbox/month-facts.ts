/** Reads the money and the credits that the lines of a month concern. */
import type { Queryable } from '../../platform/database/query.ts';
import { ratesOf } from '../rates/rates.ts';
import type { MonthDays } from './month-balances.ts';
import type { MonthFacts } from './month-hours.ts';
import {
  type MonthCreditRow,
  selectCreditsWithLine,
  selectMonthCredits,
  selectMonthMoney,
  selectUnpaidCredits,
} from './month-queries.ts';
import type { ListedLineRow } from './queries.ts';

const UNPAID_MAX = 1000;

export async function readMonthFacts(
  on: Queryable,
  communityId: number,
  lines: readonly Pick<ListedLineRow, 'id' | 'returnsLineId'>[],
): Promise<MonthFacts> {
  const money = await selectMonthMoney(on, {
    communityId,
    ids: lines.map(({ id }) => id),
    returnedIds: lines.flatMap(({ returnsLineId }) => returnsLineId ?? []),
  });
  const credits = await withCorrections(
    on,
    communityId,
    money.flatMap(({ creditId }) => creditId ?? []),
  );
  const partnerIds = new Set([...credits.values()].flatMap((one) => (one.isInternal ? [] : one.partnerId)));
  const rates = await Promise.all(
    [null, ...partnerIds].map(async (id) => [id, await ratesOf(on, communityId, id)] as const),
  );
  const returns = money.filter(({ returnsLineId, state }) => returnsLineId !== null && state === 'returned');
  return {
    money: new Map(money.map((row) => [row.id, row])),
    returns: Map.groupBy(returns, ({ returnsLineId }) => returnsLineId as number),
    credits,
    rates: new Map(rates),
  };
}

/** Credits, those that they correct and those that correct them, to both ends. */
async function withCorrections(
  on: Queryable,
  communityId: number,
  ids: readonly string[],
): Promise<Map<string, MonthCreditRow>> {
  const credits = new Map<string, MonthCreditRow>();
  for (let wanted = [...new Set(ids)]; wanted.length > 0; ) {
    const rows = await selectMonthCredits(on, { communityId, ids: wanted });
    for (const row of rows) credits.set(row.id, row);
    const named = rows.flatMap(({ correctsId, correctedById }) => [correctsId ?? [], correctedById ?? []].flat());
    wanted = [...new Set(named)].filter((id) => !credits.has(id));
  }
  return credits;
}

/** Credits of partners in a month that no line pays for, neither as they are nor as they were before a correction. */
export async function selectCreditsWithoutLine(
  on: Queryable,
  communityId: number,
  partnerId: number | null,
  { start, end }: MonthDays,
): Promise<MonthCreditRow[]> {
  const unpaid = await selectUnpaidCredits(on, { communityId, partnerId, start, end, limit: UNPAID_MAX });
  const chains = await withCorrections(
    on,
    communityId,
    unpaid.map(({ id }) => id),
  );
  const paid = await selectCreditsWithLine(on, { communityId, ids: [...chains.keys()] });
  const paidIds = new Set(paid.map(({ creditId }) => creditId));
  return unpaid.filter((credit) => {
    for (let one: MonthCreditRow | undefined = credit; one; one = chains.get(one.correctsId ?? '')) {
      if (paidIds.has(one.id)) return false;
    }
    return true;
  });
}
