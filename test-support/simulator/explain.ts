/**
 * Looks for an order in which what was answered makes sense: acts that ran at once may have happened in any order, but in
 * one. A single act is the simplest case. What was acknowledged counts once, what was refused changed nothing.
 */
import { applyLedger, applyPolicy } from './model.ts';
import { isOfProposal, type LedgerOperation, type PolicyOperation } from './operations.ts';
import type { Policy, SimulatedCommunity, World } from './world.ts';

export interface Observation {
  readonly operation: LedgerOperation | PolicyOperation;
  readonly answer: string;
  /** An attempt before had an unknown outcome; the answer is that of the repeat. */
  readonly repeated: boolean;
  /** Days it may have been booked on. */
  readonly days: readonly string[];
  readonly named: boolean;
}

export interface SimulatedExplanation {
  readonly world: World;
  /** All policies that may have held on the way; that before everything first. */
  readonly policies: readonly (readonly Policy[])[];
}

/** The answer to the repeat of an operation that had succeeded. */
const AFTER_SUCCESS = new Set([
  'replayed',
  'state_conflict data_erased',
  'state_conflict status_not_possible',
  'already_reversed',
  'already_reversed reference',
  'there',
  'sent',
  'state_conflict changed_meanwhile',
]);
const isSuccess = (answer: string) => /^(posted|done|made|waiting|office|confirmed|withdrawn|ended)\b/.test(answer);

/**
 * @param differs what is wrong with a final world, if anything
 * @returns the explanation, or why there is none
 */
export function explain(
  before: World,
  observations: readonly Observation[],
  differs: (world: World) => string | undefined,
): SimulatedExplanation | string {
  let complaint = '';

  function search(path: readonly World[], left: readonly Observation[]): SimulatedExplanation | undefined {
    const now = path.at(-1) as World;
    if (left.length === 0) {
      const difference = differs(now);
      if (difference === undefined) return { world: now, policies: policiesOf([before, ...alone(), ...path.slice(1)]) };
      complaint = difference;
      return undefined;
    }
    for (const observation of left) {
      const rest = left.filter((one) => one !== observation);
      for (const next of outcomes(path, observation)) {
        if (typeof next === 'string') complaint ||= next;
        else {
          const found = search([...path, next], rest);
          if (found) return found;
        }
      }
    }
    return undefined;
  }

  /** Changes that ran at once may have come in another order than the one found. */
  function alone(): World[] {
    const changes = observations.filter(({ operation }) => isChange(operation));
    if (changes.length < 2) return [];
    return changes.flatMap((change) => [...outcomes([before], change)].filter((next) => typeof next !== 'string'));
  }

  return search([before], observations) ?? (complaint || 'no order of the acts explains the answers');
}

/** The worlds that may follow, or what should have been answered instead. */
function* outcomes(path: readonly World[], { operation, ...observed }: Observation): Generator<World | string> {
  const now = path.at(-1) as World;
  const at = operation.community;
  const fits = (expected: string) =>
    expected === observed.answer || (observed.repeated && isSuccess(expected) && AFTER_SUCCESS.has(observed.answer));
  const complain = (expected: string) => `${operation.do} answered "${observed.answer}" instead of "${expected}"`;
  if (isChange(operation)) {
    const community = structuredClone(now[at] as SimulatedCommunity);
    const expected = applyPolicy(community, operation);
    yield fits(expected) ? now.with(at, community) : complain(expected);
    return;
  }
  // Rows without a lock are read a moment before: a change that runs at the same time may or may not count.
  const policies = distinct(path.map((world) => (world[at] as SimulatedCommunity).policy));
  const limits = distinct(policies.map(({ upper, lower }) => ({ upper, lower })));
  for (const policy of policies) {
    for (const limit of limits) {
      for (const day of observed.days) {
        const community = structuredClone(now[at] as SimulatedCommunity);
        const found = { policy, limits: limit, day, named: observed.named };
        const expected = applyLedger(community, operation, found);
        yield fits(expected) ? now.with(at, community) : complain(expected);
      }
    }
  }
}

function isChange(operation: LedgerOperation | PolicyOperation): operation is PolicyOperation {
  const { do: kind } = operation;
  if (isOfProposal(operation)) return false;
  return kind !== 'credit' && kind !== 'reverse' && kind !== 'exchange' && kind !== 'correct';
}

const policiesOf = (worlds: readonly World[]) => worlds.map((world) => world.map(({ policy }) => policy));

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
