/** What the balances, counts and details of a table prove. */
import { figureProof, unprovable } from './line.ts';
import { negatedMoney, sumMoney, unsignedMoney } from './money.ts';
import type { TableFacts } from './table-facts.ts';
import type { TableMovement } from './table-rows.ts';
import type { BankProof } from './types.ts';

const NOTED_MAX = 20;

/** Where a running balance does not follow from the one before. */
interface Break {
  readonly place: string;
  readonly expected: string;
  readonly found: string;
}

const isCounted = ({ line }: TableMovement) => !line.isPending;

/** The proofs of one account's movements. */
export function proofsOfTable(
  account: string | null,
  movements: readonly TableMovement[],
  facts: TableFacts | undefined,
  notes: string[],
): BankProof[] {
  const booked = movements.filter(isCounted);
  const running = runningProofs(account, booked, notes);
  const place = { account };
  const proofs: BankProof[] = [];
  if (facts?.opening !== undefined && facts.closing !== undefined) {
    const found = sumMoney([facts.opening, ...booked.map(({ moved }) => moved)]);
    proofs.push(figureProof('balance', facts.closing, found, place));
  } else if (running.length === 0) proofs.push(unprovable('balance', place));
  proofs.push(...running);
  if (facts?.count !== undefined) proofs.push(figureProof('count', `${facts.count}`, `${booked.length}`, place));
  for (const { line, details, moved } of booked) {
    const of = { account, reference: line.reference };
    if (details.length > 0) {
      const found = sumMoney(details.map(({ amount }) => amount));
      proofs.push(figureProof('details_sum', unsignedMoney(moved), unsignedMoney(found), of));
    } else if (line.missingDetails !== null) {
      proofs.push({ ...unprovable('details', of), expected: `${line.missingDetails}`, found: '0' });
    }
  }
  return proofs;
}

/** A running balance is one account's in one currency. */
function runningProofs(account: string | null, booked: readonly TableMovement[], notes: string[]): BankProof[] {
  const currencies = Map.groupBy(booked, ({ line }) => line.currency);
  return [...currencies.values()].flatMap((movements): BankProof[] => {
    const balances = movements.flatMap(({ balance }) => balance ?? []);
    if (balances.length === 0) return [];
    // With one balance, or the same beside every row, nothing follows from another.
    if (new Set(balances).size === 1) {
      return [unprovable('running_balance', { account })];
    }
    const { breaks, last } = bestOrder(movements);
    const [first] = breaks;
    for (const { place, expected, found } of breaks.slice(0, NOTED_MAX)) {
      notes.push(`The balance of ${place} is ${expected}, and ${found} by the movements before it.`);
    }
    return [figureProof('running_balance', first?.expected ?? last, first?.found ?? last, { account })];
  });
}

/** Whether every balance of the rows follows from the one before, in some order; false where nothing can be compared. */
export function areBalancesRunning(movements: readonly TableMovement[]): boolean {
  const balances = movements.flatMap(({ balance }) => balance ?? []);
  return new Set(balances).size > 1 && bestOrder(movements).breaks.length === 0;
}

/** The balances of one account in one currency: as the file says, else as its running balance gives. */
export function balancesOfTable(movements: readonly TableMovement[], facts: TableFacts | undefined) {
  const { opening, closing } = facts ?? {};
  const booked = movements.filter(isCounted);
  const isRunning = (opening === undefined || closing === undefined) && areBalancesRunning(booked);
  const { first, end } = isRunning ? bestOrder(booked) : {};
  return { opening: opening ?? first, closing: closing ?? end };
}

interface Order {
  readonly breaks: readonly Break[];
  /** The last balance of a row. */
  readonly last: string;
  /** Before the first row; undefined: no row has a balance. */
  readonly first: string | undefined;
  /** Behind the last row. */
  readonly end: string | undefined;
}

/** Newest first or oldest first, of the days and within a day; the amounts alone, or less a fee apart. */
function bestOrder(movements: readonly TableMovement[]): Order {
  const days = [...Map.groupBy(movements, ({ line }) => line.bookedOn).values()];
  const isNewestFirst = (movements[0]?.line.bookedOn ?? '') > (movements.at(-1)?.line.bookedOn ?? '');
  const forward = [movements, days.flatMap((day) => day.toReversed())];
  const backward = [movements.toReversed(), days.toReversed().flat()];
  const orders = isNewestFirst ? [...backward, ...forward] : [...forward, ...backward];
  let best: Order | undefined;
  for (const withFee of [false, true]) {
    for (const order of orders) {
      const walked = walk(order, withFee);
      if (walked.breaks.length === 0) return walked;
      if (!best || walked.breaks.length < best.breaks.length) best = walked;
    }
  }
  return best as Order;
}

function walk(movements: readonly TableMovement[], withFee: boolean): Order {
  const breaks: Break[] = [];
  let before: string | undefined;
  let first: string | undefined;
  let since: string[] = [];
  for (const { line, moved, fee, balance } of movements) {
    since.push(moved, ...(withFee && fee !== undefined ? [negatedMoney(unsignedMoney(fee))] : []));
    if (balance === undefined) continue;
    const found = before === undefined ? balance : sumMoney([before, ...since]);
    first ??= sumMoney([balance, ...since.map(negatedMoney)]);
    if (found !== balance) breaks.push({ place: line.place, expected: balance, found });
    before = balance;
    since = [];
  }
  const end = before === undefined ? undefined : sumMoney([before, ...since]);
  return { breaks, last: before ?? '0.00', first, end };
}
