/** Holds the facts against the model: the first difference in words, or nothing. */
import { hoursFromSeconds, type Statement } from '@timebank/contract';
import { ago, DAY_MS, dayOf } from '../../core/base/time.ts';
import type { CommunityFacts, FactStatement, Facts } from './facts.ts';
import { proposalLine } from './proposals.ts';
import type { SimulatedCommunity, World } from './world.ts';

const STATEMENT_EVENT = 'statement.ready';

export function differenceOf(world: World, facts: Facts): string | undefined {
  for (const [index, community] of world.entries()) {
    const difference = differenceOfCommunity(community, facts[index] as CommunityFacts);
    if (difference !== undefined) return `c${index}: ${difference}`;
  }
  return undefined;
}

function differenceOfCommunity(community: SimulatedCommunity, facts: CommunityFacts): string | undefined {
  // An event that names nobody tells nobody anything.
  const events = facts.events.filter(({ type, audience }) => type !== STATEMENT_EVENT && audience?.length !== 0);
  return (
    differenceOfLists('transfers', community.transfers, facts.transfers) ??
    differenceOfLists(
      'balances',
      community.balances.map((balance, index) => `m${index} ${balance}`),
      facts.balances.map((balance, index) => `m${index} ${balance}`),
    ) ??
    differenceOfLists(
      'proposals',
      Object.entries(community.proposals).map(([name, proposal]) => proposalLine(name, proposal)),
      [...facts.proposals].map(([name, { proposal }]) => proposalLine(name, proposal)),
    ) ??
    differenceOfLists(
      'settlement accounts',
      community.partners.map(({ balance }, index) => `p${index} ${balance}`),
      facts.partners.map(({ balance }, index) => `p${index} ${balance}`),
    ) ??
    differenceOfLists(
      'events',
      community.events,
      events.map(({ line }) => line),
    )
  );
}

/** Compares as multisets. */
function differenceOfLists(what: string, expected: readonly string[], actual: readonly string[]): string | undefined {
  const missing = without(expected, actual);
  const surplus = without(actual, expected);
  if (missing.length === 0 && surplus.length === 0) return undefined;
  return `${what}: missing [${missing.join('; ')}], too many [${surplus.join('; ')}]`;
}

function without(items: readonly string[], removed: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of removed) left.set(item, (left.get(item) ?? 0) + 1);
  return items.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

/**
 * Statements: one per day without a gap, each opening where the last one closed, each what was booked on its day, none
 * ever changed, each with its event, none before its time.
 * @param lastFinal the last day that any node may have closed
 */
export function differenceOfStatements(
  world: World,
  facts: Facts,
  before: Facts | undefined,
  firstDay: string,
  lastFinal: string,
): string | undefined {
  for (const [at, community] of world.entries()) {
    const { partners, events } = facts[at] as CommunityFacts;
    for (const [partner, { statements, closedThrough }] of partners.entries()) {
      const known = before?.[at]?.partners[partner]?.statements ?? [];
      const where = `c${at} p${partner}`;
      if (JSON.stringify(statements.slice(0, known.length)) !== JSON.stringify(known)) {
        return `${where}: a final statement changed: ${JSON.stringify(known)} is ${JSON.stringify(statements)}`;
      }
      const days = statements.map(({ day }) => day);
      const expectedDays = daysFrom(firstDay, statements.length);
      if (days.join() !== expectedDays.join()) return `${where}: statements of ${days} instead of ${expectedDays}`;
      // The days before the partner existed are final from the beginning.
      const lastDay = days.at(-1) ?? dayOf(ago(new Date(firstDay), DAY_MS));
      if (lastDay !== closedThrough) return `${where}: closed through ${closedThrough}, last statement ${lastDay}`;
      if (days.length > 0 && lastDay > lastFinal) return `${where}: ${lastDay} was closed before its time`;
      const announced = events.filter(({ type, partner: of }) => type === STATEMENT_EVENT && of === partner);
      const difference =
        differenceOfLists(
          'events of statements',
          days.map((day) => `${STATEMENT_EVENT} p${partner} ${day}`),
          announced.map(({ line }) => line),
        ) ??
        differenceOfLists('statements', expectedStatements(community, partner, days), statements.map(statementLine));
      if (difference !== undefined) return `${where}: ${difference}`;
    }
  }
  return undefined;
}

function daysFrom(firstDay: string, count: number): string[] {
  const first = Date.parse(firstDay);
  return Array.from({ length: count }, (_, day) => new Date(first + day * DAY_MS).toISOString().slice(0, 10));
}

function expectedStatements(community: SimulatedCommunity, partner: number, days: readonly string[]): string[] {
  let opening = 0;
  return days.map((day) => {
    const credits = amountsOf(community, 'credit', partner, day);
    const reversals = amountsOf(community, 'credit_reversal', partner, day);
    const closing = opening + sum(credits) - sum(reversals);
    const line = statementLine({
      day,
      opening,
      credits: [credits.length, sum(credits)],
      reversals: [reversals.length, sum(reversals)],
      closing,
    });
    opening = closing;
    return line;
  });
}

/** The text of a day's statement, in the words of `describeStatement`. */
export function expectedStatement(
  community: SimulatedCommunity,
  partner: number,
  date: string,
  status: 'open' | 'final',
): string {
  const before = community.transfers.map((line) => line.split(' ')).filter((words) => (words.at(-1) ?? '') < date);
  const opening = sum(
    before.map(([kind, of, ...words]) => {
      if (of !== `p${partner}`) return 0;
      return kind === 'credit' ? Number(words.at(-2)) : -Number(words.at(-2));
    }),
  );
  const [credits, reversals] = ['credit', 'credit_reversal'].map((kind) => amountsOf(community, kind, partner, date));
  const total = (amounts: readonly number[] = []) => {
    const seconds = sum(amounts);
    return { count: amounts.length, hours: hoursFromSeconds(seconds), seconds };
  };
  const closing = opening + sum(credits ?? []) - sum(reversals ?? []);
  return describeStatement({
    date,
    status,
    opening_hours: hoursFromSeconds(opening),
    opening_seconds: opening,
    credits: total(credits),
    reversals: total(reversals),
    closing_hours: hoursFromSeconds(closing),
    closing_seconds: closing,
  });
}

export function describeStatement(statement: Omit<Statement, 'hash' | 'previous_hash'>): string {
  const { date, status, credits, reversals } = statement;
  const opening = `${statement.opening_hours} h, ${statement.opening_seconds} s`;
  const closing = `${statement.closing_hours} h, ${statement.closing_seconds} s`;
  const [added, removed] = [credits, reversals].map(({ count, hours, seconds }) => `${count}x${hours} h, ${seconds} s`);
  return `${date} ${status}: ${opening} + ${added} - ${removed} = ${closing}`;
}

/** The amounts of a partner's transfers of one kind on a day. */
function amountsOf({ transfers }: SimulatedCommunity, kind: string, partner: number, day: string): number[] {
  return transfers
    .map((line) => line.split(' '))
    .filter((words) => words[0] === kind && words[1] === `p${partner}` && words.at(-1) === day)
    .map((words) => Number(words.at(-2)));
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

const statementLine = ({ day, opening, credits, reversals, closing }: FactStatement) =>
  `${day}: ${opening} + ${credits.join('x')} - ${reversals.join('x')} = ${closing}`;
