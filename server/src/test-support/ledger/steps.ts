/** What can happen to a ledger, drawn at random. */
import fc from 'fast-check';

const HOUR = 3600;

/** Accounts 0 and 1 are members, 2 is the chest; as the member of a credit 2 is nobody. */
export type Step =
  | { readonly do: 'credit'; readonly member: number; readonly seconds: number; readonly reference: string }
  | { readonly do: 'reverse'; readonly of: string; readonly reference: string }
  | { readonly do: 'exchange'; readonly provider: number; readonly receiver: number; readonly seconds: number }
  /** `number` counts the exchanges that were recorded, from 0. */
  | { readonly do: 'correct'; readonly number: number }
  | {
      readonly do: 'caps';
      readonly memberDay: number | null;
      readonly partnerDay: number | null;
      readonly upper: number | null;
      readonly lower: number | null;
    }
  | { readonly do: 'suspend' | 'activate'; readonly member: number }
  /** All secrets and tokens of the partner; a new one. */
  | { readonly do: 'revoke' | 'renew' };

const account = fc.constantFrom(0, 0, 1, 1, 2);
const reference = fc.constantFrom('a', 'A', 'b', 'c', 'd');
const orNull = (...values: number[]) => fc.constantFrom(null, ...values);

const credit = fc.record({
  do: fc.constant('credit' as const),
  member: account,
  seconds: fc.constantFrom(36, HOUR, HOUR, 2 * HOUR, 15_660),
  reference,
});
const reverse = fc.record({ do: fc.constant('reverse' as const), of: reference, reference });
const exchange = fc.record({
  do: fc.constant('exchange' as const),
  provider: account,
  receiver: account,
  seconds: fc.constantFrom(900, HOUR, HOUR, 2 * HOUR, 600),
});
const correct = fc.record({ do: fc.constant('correct' as const), number: fc.nat({ max: 2 }) });
const caps = fc.record({
  do: fc.constant('caps' as const),
  memberDay: orNull(HOUR, 3 * HOUR),
  partnerDay: orNull(2 * HOUR, 5 * HOUR),
  upper: orNull(3 * HOUR),
  lower: orNull(0, -2 * HOUR),
});
const member = fc.nat({ max: 1 });
const suspend = fc.record({ do: fc.constantFrom('suspend' as const, 'activate' as const), member });
const revoke = fc.record({ do: fc.constantFrom('revoke' as const, 'renew' as const, 'renew' as const) });

/** Up to ten steps, mostly of those that move hours. */
export const stepSequence: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: credit },
    { weight: 5, arbitrary: reverse },
    { weight: 6, arbitrary: exchange },
    { weight: 2, arbitrary: correct },
    { weight: 3, arbitrary: caps },
    { weight: 2, arbitrary: suspend },
    { weight: 1, arbitrary: revoke },
  ),
  { minLength: 1, maxLength: 10, size: 'max' },
);
