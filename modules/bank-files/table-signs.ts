/** A table whose amounts have no sign and no mark: the running balance shows which of them went out. */
import { unreadableLine } from './line.ts';
import { isMoneyOut, negatedMoney, sumMoney } from './money.ts';
import { areBalancesRunning } from './table-proofs.ts';
import type { TableMovement } from './table-rows.ts';

/**
 * The movements with the signs that their balances prove; unchanged where the amounts show signs themselves or no order
 * of the rows proves them all. The oldest has no balance before it: without an opening one its direction is unknown.
 */
export function withSignsOfBalances(movements: readonly TableMovement[], opening?: string): readonly TableMovement[] {
  const booked = movements.filter(({ line }) => !line.isPending && !line.isUnreadable);
  const isUnsigned = booked.length > 1 && !booked.some(({ moved }) => isMoneyOut(moved));
  if (!isUnsigned || booked.some(({ balance }) => balance === undefined) || areBalancesRunning(booked))
    return movements;
  const signs = signsIn(booked, opening) ?? signsIn(booked.toReversed(), opening);
  return signs === undefined ? movements : movements.map((movement) => signed(movement, signs));
}

type Signs = ReadonlyMap<TableMovement, 'in' | 'out' | 'unknown'>;

function signsIn(oldestFirst: readonly TableMovement[], opening: string | undefined): Signs | undefined {
  const signs = new Map<TableMovement, 'in' | 'out' | 'unknown'>();
  let before = opening;
  for (const movement of oldestFirst) {
    const balance = movement.balance ?? '';
    if (before === undefined) signs.set(movement, 'unknown');
    else if (sumMoney([before, movement.moved]) === balance) signs.set(movement, 'in');
    else if (sumMoney([before, negatedMoney(movement.moved)]) === balance) signs.set(movement, 'out');
    else return undefined;
    before = balance;
  }
  return signs;
}

function signed(movement: TableMovement, signs: Signs): TableMovement {
  const sign = signs.get(movement);
  const { line, moved } = movement;
  if (sign === 'unknown') {
    const written = [`${line.amount} ${line.currency ?? ''}`, ...line.texts];
    return {
      ...movement,
      line: { ...unreadableLine(line.place, written), currency: line.currency, bookedOn: line.bookedOn },
    };
  }
  if (sign !== 'out') return movement;
  return { ...movement, moved: negatedMoney(moved), line: { ...line, amount: negatedMoney(line.amount) } };
}
