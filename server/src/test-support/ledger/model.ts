/** A second, naive ledger that predicts every answer. It knows nothing of the real one. Amounts are whole seconds. */
import type { Step } from './steps.ts';

/** Accounts 0 and 1 are members, 2 is the chest. */
export interface Model {
  /** What the ledger must answer. */
  step(step: Step): string;
  readonly balances: readonly number[];
}

interface Credit {
  readonly member: number;
  readonly seconds: number;
  reversedUnder?: string;
}

export function createModel(): Model {
  const balances = [0, 0, 0];
  const suspended = [false, false, false];
  const credits = new Map<string, Credit>();
  const reversals = new Map<string, Credit>();
  const exchanges: { from: number; to: number; seconds: number; corrected: boolean }[] = [];
  const today = [0, 0, 0];
  let caps: Extract<Step, { do: 'caps' }> = { do: 'caps', memberDay: null, partnerDay: null, upper: null, lower: null };
  let locked = false;

  const balance = (account: number) => balances[account] ?? 0;
  const move = (from: number | undefined, to: number | undefined, seconds: number) => {
    if (from !== undefined) balances[from] = balance(from) - seconds;
    if (to !== undefined) balances[to] = balance(to) + seconds;
    return 'posted';
  };

  function credit({ member, seconds, reference }: Extract<Step, { do: 'credit' }>): string {
    const known = credits.get(reference);
    if (known) {
      const differs = [
        ...(known.member !== member ? ['user_id'] : []),
        ...(known.seconds !== seconds ? ['hours'] : []),
      ];
      return differs.length === 0 ? 'replayed' : `reference_conflict ${differs.join(' ')}`;
    }
    if (member === 2 || suspended[member]) return 'user_not_found';
    if (caps.memberDay !== null && (today[member] ?? 0) + seconds > caps.memberDay) return 'limit_exceeded member_day';
    const all = today.reduce((sum, used) => sum + used, 0);
    if (caps.partnerDay !== null && all + seconds > caps.partnerDay) return 'limit_exceeded partner_day';
    if (caps.upper !== null && balance(member) + seconds > caps.upper) return 'limit_exceeded upper_balance';
    credits.set(reference, { member, seconds });
    today[member] = (today[member] ?? 0) + seconds;
    return move(undefined, member, seconds);
  }

  function reverse(of: string, reference: string): string {
    const wanted = credits.get(of);
    const known = reversals.get(reference);
    if (known) return known === wanted ? 'replayed' : 'reference_conflict id';
    if (!wanted) return 'credit_not_found';
    if (wanted.reversedUnder !== undefined) return 'already_reversed';
    wanted.reversedUnder = reference;
    reversals.set(reference, wanted);
    return move(wanted.member, undefined, wanted.seconds);
  }

  function exchange({ provider, receiver, seconds }: Extract<Step, { do: 'exchange' }>): string {
    if (suspended[provider] || suspended[receiver]) return 'validation_failed not_active';
    if (provider === receiver) return 'validation_failed same_account';
    if (seconds % 900 !== 0) return 'validation_failed wrong_step';
    if (caps.lower !== null && balance(receiver) - seconds < caps.lower) return 'limit_exceeded lower_balance';
    const capped = caps.upper !== null && provider !== 2;
    if (capped && balance(provider) + seconds > (caps.upper ?? 0)) return 'limit_exceeded upper_balance';
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
    step(step) {
      if (locked && (step.do === 'credit' || step.do === 'reverse')) return 'invalid_token';
      if (step.do === 'credit') return credit(step);
      if (step.do === 'reverse') return reverse(step.of, step.reference);
      if (step.do === 'exchange') return exchange(step);
      if (step.do === 'correct') return correct(step.number);
      if (step.do === 'caps') caps = step;
      if (step.do === 'suspend') suspended[step.member] = true;
      if (step.do === 'activate') suspended[step.member] = false;
      if (step.do === 'revoke') locked = true;
      if (step.do === 'renew') locked = false;
      return 'done';
    },
  };
}
