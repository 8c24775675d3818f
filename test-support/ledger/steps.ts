/** The steps of a ledger, drawn at random. */

import fc from 'fast-check';
import { DAY_MS, MINUTE_MS } from '../../core/base/time.ts';
import { HAS_HOURS_OF_TWO } from '../modules.ts';

const HOUR = 3600;
export const PARTNERS = 3;
/** Days a story is played on. */
const DAYS = 3;

/** One partner's credit, without its member. */
export interface CreditShare {
  readonly partner: number;
  readonly seconds: number;
  readonly reference: string;
}

export interface Caps {
  readonly memberDay: number | null;
  readonly partnerDay: number | null;
}

/** Partners are 0 to 2. Accounts 0 and 1 are members, 2 is the chest; as the member of a credit 2 is nobody. */
export type LedgerStep =
  | ({ readonly do: 'credit'; readonly member: number } & CreditShare)
  /** Every partner credits the member at the same time. */
  | { readonly do: 'together'; readonly member: number; readonly shares: readonly CreditShare[] }
  /** `partner` wants back what `poster` credited: its last credit, or so many `back` from there. */
  | {
      readonly do: 'reverse';
      readonly partner: number;
      readonly poster: number;
      readonly back: number;
      readonly reference: string;
    }
  | { readonly do: 'balance'; readonly partner: number; readonly member: number }
  | { readonly do: 'statement'; readonly partner: number; readonly daysAgo: number }
  | { readonly do: 'exchange'; readonly provider: number; readonly receiver: number; readonly seconds: number }
  /** `number` counts the exchanges that were recorded, from 0. */
  | { readonly do: 'correct'; readonly number: number }
  /** The caps of each partner. */
  | { readonly do: 'caps'; readonly caps: readonly Caps[] }
  | { readonly do: 'limits'; readonly upper: number | null; readonly lower: number | null }
  | MemberStep
  | TwoStep
  /** All secrets and tokens of the partner; a new one. */
  | { readonly do: 'revoke' | 'renew'; readonly partner: number };

/** Changes who may see a member. */
export type MemberStep =
  | { readonly do: 'suspend' | 'activate' | 'erase'; readonly member: number }
  /** To one partner, or (null) to all for which the member chose nothing. */
  | {
      readonly do: 'show';
      readonly member: number;
      readonly partner: number | null;
      readonly visibility: 'hidden' | 'listed' | null;
    };

/**
 * Hours of two. `form` is the page it is sent from; `back` counts the proposals that were made, from the newest; `seen`
 * is the revision on the page, null the present one.
 */
export type TwoStep =
  | {
      readonly do: 'propose';
      readonly by: number;
      /** An account. */
      readonly other: number;
      readonly side: 'helped' | 'was_helped';
      readonly seconds: number;
      readonly daysAgo: number;
      readonly form: number;
      readonly again: boolean;
      /** It names the listing of the community. */
      readonly listed: boolean;
    }
  | {
      readonly do: 'answer';
      readonly act: 'confirm' | 'correct' | 'contest' | 'withdraw';
      readonly by: number;
      readonly back: number;
      readonly seen: number | null;
      readonly seconds: number;
    }
  | {
      readonly do: 'settle';
      readonly act: 'confirm' | 'end';
      readonly back: number;
      readonly seen: number | null;
      readonly seconds: number | null;
    }
  /** The listing is closed, and published again. */
  | { readonly do: 'listing'; readonly status: 'active' | 'closed' };

/** The steps of each day. */
export type Story = readonly (readonly LedgerStep[])[];

/** When the next day of a story begins: so many days later, so long after midnight UTC. */
export interface Night {
  readonly days: number;
  readonly untilMs: number;
}

export function morningAfter(now: Date, { days, untilMs }: Night): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + days * DAY_MS + untilMs);
}

const account = fc.constantFrom(0, 0, 1, 1, 2);
const party = fc.constantFrom(0, 1, 2);
const member = fc.constantFrom(0, 0, 1);
const partner = fc.constantFrom(0, 0, 0, 0, 1, 1, 2);
const reference = fc.constantFrom('a', 'A', 'b', 'c', 'd', 'e');
const seconds = fc.constantFrom(36, HOUR, HOUR, HOUR, 2 * HOUR, 15_660);
const orNull = (...values: (number | null)[]) => fc.constantFrom(null, ...values);
const is = <const Name extends LedgerStep['do']>(...names: Name[]) => fc.constantFrom(...names);

const credit = fc.record({ do: is('credit'), partner, member: account, seconds, reference });
const together = fc.record({
  do: is('together'),
  member,
  shares: fc.tuple(
    ...Array.from({ length: PARTNERS }, (_, at) => fc.record({ partner: fc.constant(at), seconds, reference })),
  ),
});
const poster = fc.constantFrom('own', 'own', 'own', 'own', 'own', 'own', 0, 1, 2);
const reverse = fc
  .record({ do: is('reverse'), partner, poster, back: fc.constantFrom(0, 0, 0, 1), reference })
  .map((step) => ({ ...step, poster: step.poster === 'own' ? step.partner : (step.poster as number) }));
const balance = fc.record({ do: is('balance'), partner, member: account });
const statement = fc.record({ do: is('statement'), partner, daysAgo: fc.constantFrom(-1, 0, 1, 1, 2, 4) });
const exchange = fc.record({
  do: is('exchange'),
  provider: party,
  receiver: party,
  seconds: fc.constantFrom(900, HOUR, 4 * HOUR, 4 * HOUR, 600),
});
const correct = fc.record({ do: is('correct'), number: fc.constantFrom(0, 0, 0, 1, 2) });
const capsOfOne = fc.constantFrom<Caps[]>(
  { memberDay: null, partnerDay: null },
  { memberDay: null, partnerDay: 2 * HOUR },
  { memberDay: null, partnerDay: 2 * HOUR },
  { memberDay: null, partnerDay: 5 * HOUR },
  { memberDay: HOUR, partnerDay: null },
  { memberDay: 2 * HOUR, partnerDay: null },
  { memberDay: 3 * HOUR, partnerDay: 5 * HOUR },
);
const caps = fc.record({ do: is('caps'), caps: fc.tuple(capsOfOne, capsOfOne, capsOfOne) });
const limits = fc.record({ do: is('limits'), upper: orNull(3 * HOUR), lower: orNull(null, 0, -2 * HOUR) });
const status = fc.record({ do: is('suspend', 'suspend', 'activate', 'erase'), member });
const show = fc.record({
  do: is('show'),
  member,
  partner: fc.constantFrom(0, 1, 2, null),
  visibility: fc.constantFrom('hidden' as const, 'listed' as const, null),
});
const ownMember = fc.constantFrom(0, 1);
const back = fc.constantFrom(0, 0, 0, 0, 1, 2);
const seen = orNull(null, null, null, null, 1, 2);
const helped = fc.constantFrom(900, HOUR, HOUR, HOUR, 4 * HOUR, 600);
const propose = fc.record({
  do: is('propose'),
  by: ownMember,
  other: fc.constantFrom(0, 0, 0, 1, 1, 1, 2),
  side: fc.constantFrom('helped' as const, 'was_helped' as const),
  seconds: helped,
  daysAgo: fc.constantFrom(1, 1, 2),
  form: fc.nat(5),
  again: fc.constantFrom(false, false, true),
  listed: fc.boolean(),
});
const answer = fc.record({
  do: is('answer'),
  act: fc.constantFrom(...(['confirm', 'confirm', 'correct', 'correct', 'contest', 'withdraw'] as const)),
  by: ownMember,
  back,
  seen,
  seconds: helped,
});
const settle = fc.record({
  do: is('settle'),
  act: fc.constantFrom('confirm' as const, 'end' as const),
  back,
  seen,
  seconds: orNull(null, 900, HOUR, 600),
});
const listing = fc.record({ do: is('listing'), status: fc.constantFrom('active' as const, 'closed' as const) });
const revoke = fc.record({ do: is('revoke', 'renew', 'renew'), partner });

const ofTwo = [
  { weight: 8, arbitrary: propose },
  { weight: 12, arbitrary: answer },
  { weight: 3, arbitrary: settle },
  { weight: 1, arbitrary: listing },
];

/** Mostly of those that move hours. */
const ofLedger: fc.WeightedArbitrary<LedgerStep>[] = [
  { weight: 10, arbitrary: credit },
  { weight: 8, arbitrary: together },
  { weight: 10, arbitrary: reverse },
  { weight: 5, arbitrary: exchange },
  { weight: 1, arbitrary: caps },
  { weight: 4, arbitrary: show },
  { weight: 2, arbitrary: correct },
  { weight: 3, arbitrary: limits },
  { weight: 3, arbitrary: status },
  { weight: 2, arbitrary: statement },
  { weight: 2, arbitrary: balance },
  { weight: 1, arbitrary: revoke },
];

/** Two to nine steps a day after the first caps. */
function storyOf(steps: readonly fc.WeightedArbitrary<LedgerStep>[]): fc.Arbitrary<Story> {
  const day = fc.array(fc.oneof(...steps), { minLength: 2, maxLength: 9, size: 'max' });
  return fc
    .tuple(caps, fc.array(day, { minLength: DAYS, maxLength: DAYS }))
    .map(([first, [begun = [], ...others]]) => [[first, ...begun], ...others]);
}

export const story = storyOf(HAS_HOURS_OF_TWO ? [...ofLedger, ...ofTwo] : ofLedger);
/** Without hours of two. */
export const ledgerStory = storyOf(ofLedger);

/** Mostly the next day, from its first moment to its last; a day is final from a quarter past midnight of the next. */
export const nights: fc.Arbitrary<Night[]> = fc.array(
  fc.record({
    days: fc.constantFrom(1, 1, 1, 2),
    untilMs: fc.constantFrom(0, 15 * MINUTE_MS - 1, 15 * MINUTE_MS, 570 * MINUTE_MS, DAY_MS - 1),
  }),
  { minLength: DAYS, maxLength: DAYS },
);
