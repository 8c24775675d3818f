/** A second, naive ledger that predicts every answer. It knows nothing of the real one. Amounts are whole seconds. */
import { type Booking, bookedSeconds, finalStatements, nextDay, statementLine, testDayOf } from './day.ts';
import { createStanding } from './standing.ts';
import { type Caps, type CreditShare, type LedgerStep, PARTNERS } from './steps.ts';

/** Accounts 0 and 1 are members, 2 is the chest. */
export interface Model {
  /** What the ledger must answer. */
  step(step: LedgerStep): string;
  /** Time passes. */
  wait(now: Date): void;
  readonly balances: readonly number[];
  /** The final statements of all partners, oldest first. */
  statements(): string[];
}

interface Credit {
  readonly partner: number;
  readonly member: number;
  readonly seconds: number;
  reversed?: boolean;
}

export function createModel(start: Date): Model {
  let now = start;
  const balances = [0, 0, 0];
  const standing = createStanding();
  const credits = new Map<string, Credit>();
  const reversals = new Map<string, Credit>();
  const bookings: (Booking & { readonly member: number })[] = [];
  const exchanges: { from: number; to: number; seconds: number; corrected: boolean }[] = [];
  let caps: readonly Caps[] = Array(PARTNERS).fill({ memberDay: null, partnerDay: null });
  const locked = new Set<number>();
  let limits: { readonly upper: number | null; readonly lower: number | null } = { upper: null, lower: null };

  const balance = (account: number) => balances[account] ?? 0;
  const move = (from: number | undefined, to: number | undefined, seconds: number) => {
    if (from !== undefined) balances[from] = balance(from) - seconds;
    if (to !== undefined) balances[to] = balance(to) + seconds;
    return 'posted';
  };

  function credit(member: number, { partner, seconds, reference }: CreditShare): string {
    const known = credits.get(`${partner} ${reference}`);
    if (known) {
      const differs = [
        ...(known.member !== member ? ['user_id'] : []),
        ...(known.seconds !== seconds ? ['hours'] : []),
      ];
      return differs.length === 0 ? 'replayed' : `reference_conflict ${differs.join(' ')}`;
    }
    if (!standing.sees(partner, member)) return 'user_not_found';
    const today = bookings.filter((of) => of.partner === partner && of.kind === 'credit' && of.day === testDayOf(now));
    const { memberDay, partnerDay } = caps[partner] as Caps;
    const toMember = today.filter((of) => of.member === member);
    if (memberDay !== null && bookedSeconds(toMember) + seconds > memberDay) return 'limit_exceeded member_day';
    if (partnerDay !== null && bookedSeconds(today) + seconds > partnerDay) return 'limit_exceeded partner_day';
    if (limits.upper !== null && balance(member) + seconds > limits.upper) return 'limit_exceeded upper_balance';
    credits.set(`${partner} ${reference}`, { partner, member, seconds });
    bookings.push({ partner, member, seconds, kind: 'credit', day: testDayOf(now) });
    return move(undefined, member, seconds);
  }

  function reverse({ partner, poster, back, reference }: Extract<LedgerStep, { do: 'reverse' }>): string {
    const wanted = [...credits.values()].filter((each) => each.partner === poster).at(-1 - back);
    const known = reversals.get(`${partner} ${reference}`);
    if (known) return known === wanted ? 'replayed' : 'reference_conflict id';
    if (wanted?.partner !== partner) return 'credit_not_found';
    if (wanted.reversed) return 'already_reversed reference';
    wanted.reversed = true;
    reversals.set(`${partner} ${reference}`, wanted);
    const { member, seconds } = wanted;
    bookings.push({ partner, member, seconds, kind: 'credit_reversal', day: testDayOf(now) });
    return move(member, undefined, seconds);
  }

  function exchange({ provider, receiver, seconds }: Extract<LedgerStep, { do: 'exchange' }>): string {
    if (!standing.isActive(provider) || !standing.isActive(receiver)) return 'validation_failed not_active';
    if (provider === receiver) return 'validation_failed same_account';
    if (seconds % 900 !== 0) return 'validation_failed wrong_step';
    const { upper, lower } = limits;
    if (lower !== null && balance(receiver) - seconds < lower) return 'limit_exceeded lower_balance';
    if (upper !== null && provider !== 2 && balance(provider) + seconds > upper) return 'limit_exceeded upper_balance';
    exchanges.push({ from: receiver, to: provider, seconds, corrected: false });
    return move(receiver, provider, seconds);
  }

  function correct(number: number): string {
    const exchange = exchanges[number];
    if (!exchange) return 'not_found';
    if (exchange.corrected) return 'already_reversed';
    exchange.corrected = true;
    return move(exchange.to, exchange.from, exchange.seconds);
  }

  return {
    balances,
    wait(until) {
      now = until;
    },
    statements: () => finalStatements(bookings, start, now),
    step(step) {
      switch (step.do) {
        case 'together':
          return step.shares
            .map((share) => (locked.has(share.partner) ? 'invalid_token' : credit(step.member, share)))
            .join(', ');
        case 'credit':
          return locked.has(step.partner) ? 'invalid_token' : credit(step.member, step);
        case 'reverse':
          return locked.has(step.partner) ? 'invalid_token' : reverse(step);
        case 'statement':
          if (locked.has(step.partner)) return 'invalid_token';
          if (step.daysAgo < 0) return 'statement_not_found';
          return statementLine(bookings, step.partner, nextDay(testDayOf(now), -step.daysAgo), now);
        case 'balance':
          if (locked.has(step.partner)) return 'invalid_token';
          return standing.sees(step.partner, step.member) ? `${balance(step.member)} s` : 'user_not_found';
        case 'exchange':
          return exchange(step);
        case 'correct':
          return correct(step.number);
        case 'caps':
          caps = step.caps;
          return 'done';
        case 'limits':
          limits = step;
          return 'done';
        case 'revoke':
          locked.add(step.partner);
          return 'done';
        case 'renew':
          locked.delete(step.partner);
          return 'done';
        default:
          return standing.step(step);
      }
    },
  };
}
