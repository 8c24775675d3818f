/** Predicts what an operation answers, and carries it out in the model. */
import type {
  CorrectOperation,
  CreditOperation,
  ExchangeOperation,
  LedgerOperation,
  PolicyOperation,
  ProposalOperation,
  ProposeOperation,
  ReverseOperation,
} from './operations.ts';
import {
  answerToPropose,
  applyToProposal,
  EXCHANGE_STEP_SECONDS,
  endProposal,
  newSimulatedProposal,
} from './proposals.ts';
import { type Policy, type SimulatedCommunity, visibilityOf } from './world.ts';

/** The state a ledger operation finds: the policy and the limits it read, and the day it is booked on. */
export interface Circumstances {
  readonly policy: Policy;
  readonly limits: Pick<Policy, 'upper' | 'lower'>;
  readonly day: string;
  /** Whether the caller knew the id of the credit or exchange it names. */
  readonly named: boolean;
}

/** Carries the operation out. Returns the answer in the words of `answerOf`; the community is changed if it succeeds. */
export function applyLedger(community: SimulatedCommunity, operation: LedgerOperation, found: Circumstances): string {
  if (operation.do === 'credit') return credit(community, operation, found);
  if (operation.do === 'reverse') return reverse(community, operation, found);
  if (operation.do === 'exchange') return exchange(community, operation, found);
  if (operation.do === 'correct') return correct(community, operation, found);
  return operation.do === 'propose' ? propose(community, operation, found) : settle(community, operation, found);
}

function propose(community: SimulatedCommunity, operation: ProposeOperation, { policy, limits }: Circumstances) {
  const { by, other, name } = operation;
  const { proposals } = community;
  const areActive = [by, other].every((party) => takesPart(policy, party));
  const answer = answerToPropose(operation, { proposals, areActive, limits, balance: balanceOf(community, by) });
  if (answer === 'made') proposals[name] = newSimulatedProposal(operation);
  return answer;
}

/** What becomes of a proposal, and is booked. */
function settle(
  community: SimulatedCommunity,
  operation: Exclude<ProposalOperation, ProposeOperation>,
  found: Circumstances,
): string {
  const { proposals } = community;
  const proposal = proposals[operation.name];
  if (!found.named || !proposal) return 'not_found';
  const areActive = [proposal.provider, proposal.receiver].every((party) => takesPart(found.policy, party));
  return applyToProposal(operation, { proposals, areActive, book: (booked) => exchange(community, booked, found) });
}

const takesPart = ({ members }: Policy, party: number) => party < 0 || members[party]?.status === 'active';

function credit(
  community: SimulatedCommunity,
  operation: CreditOperation,
  { policy, limits, day }: Circumstances,
): string {
  const { partner, member, seconds, reference } = operation;
  const books = booksOf(community, partner);
  const known = books.credits[reference];
  if (known) {
    const differs = [...(known.member === member ? [] : ['user_id']), ...(known.seconds === seconds ? [] : ['hours'])];
    return differs.length === 0 ? 'replayed' : `reference_conflict ${differs.join(' ')}`;
  }
  if (visibilityOf(policy, member, partner) === 'hidden') return 'user_not_found';
  const caps = policy.partners[partner]?.caps;
  if (!caps) throw new Error('no such partner in the model');
  const today = Object.values(books.credits).filter((one) => one.day === day);
  const sum = (credits: readonly { readonly seconds: number }[]) => credits.reduce((all, one) => all + one.seconds, 0);
  if (seconds > caps.credit) return 'limit_exceeded credit';
  if (caps.memberDay !== null && sum(today.filter((one) => one.member === member)) + seconds > caps.memberDay) {
    return 'limit_exceeded member_day';
  }
  if (caps.partnerDay !== null && sum(today) + seconds > caps.partnerDay) return 'limit_exceeded partner_day';
  if (limits.upper !== null && balanceOf(community, member) + seconds > limits.upper) {
    return 'limit_exceeded upper_balance';
  }
  books.credits[reference] = { member, seconds, day, reversed: false };
  books.balance -= seconds;
  move(community, undefined, member, seconds);
  community.transfers.push(`credit p${partner} ${reference} m${member} ${seconds} ${day}`);
  community.events.push(`wallet.credited p${partner} ${reference} m${member} ${seconds} ${day}`);
  return 'posted';
}

function reverse(community: SimulatedCommunity, operation: ReverseOperation, { day, named }: Circumstances): string {
  const { partner, owner, of, reference } = operation;
  const books = booksOf(community, partner);
  const isOwn = named && owner === partner;
  const known = books.reversals[reference];
  if (known !== undefined) return isOwn && known === of ? 'replayed' : 'reference_conflict id';
  const original = isOwn ? books.credits[of] : undefined;
  if (!original) return 'credit_not_found';
  if (original.reversed) return 'already_reversed reference';
  const { member, seconds } = original;
  original.reversed = true;
  books.reversals[reference] = of;
  books.balance += seconds;
  move(community, member, undefined, seconds);
  community.transfers.push(`credit_reversal p${partner} ${reference} of ${of} ${seconds} ${day}`);
  community.events.push(`wallet.credit_reversed p${partner} ${reference} m${member} ${seconds} ${day}`);
  return 'posted';
}

function exchange(
  community: SimulatedCommunity,
  operation: ExchangeOperation,
  { policy, limits, day }: Circumstances,
): string {
  const { kind, provider, receiver, seconds, name } = operation;
  for (const party of [provider, receiver]) {
    if (!takesPart(policy, party)) return 'validation_failed not_active';
  }
  if (provider === receiver) return 'validation_failed same_account';
  if (kind === 'exchange' && seconds % EXCHANGE_STEP_SECONDS !== 0) return 'validation_failed wrong_step';
  if (limits.lower !== null && balanceOf(community, receiver) - seconds < limits.lower) {
    return 'limit_exceeded lower_balance';
  }
  if (limits.upper !== null && provider >= 0 && balanceOf(community, provider) + seconds > limits.upper) {
    return 'limit_exceeded upper_balance';
  }
  community.exchanges[name] = { kind, provider, receiver, seconds, corrected: false };
  move(community, receiver, provider, seconds);
  community.transfers.push(`${kind} ${name} ${seconds} ${day}`);
  return 'posted';
}

function correct(community: SimulatedCommunity, { name }: CorrectOperation, { day, named }: Circumstances): string {
  const original = named ? community.exchanges[name] : undefined;
  if (!original) return 'not_found';
  if (original.corrected) return 'already_reversed';
  original.corrected = true;
  move(community, original.provider, original.receiver, original.seconds);
  community.transfers.push(`${original.kind}_reversal of ${name} ${original.seconds} ${day}`);
  return 'posted';
}

/** Accounts below 0 are the chest's. */
function move(community: SimulatedCommunity, from: number | undefined, to: number | undefined, seconds: number): void {
  const { balances } = community;
  const at = (account: number) => (account < 0 ? balances.length - 1 : account);
  if (from !== undefined) balances[at(from)] = (balances[at(from)] ?? 0) - seconds;
  if (to !== undefined) balances[at(to)] = (balances[at(to)] ?? 0) + seconds;
}

const balanceOf = ({ balances }: SimulatedCommunity, account: number) => balances.at(account) ?? 0;

function booksOf(community: SimulatedCommunity, partner: number) {
  const books = community.partners[partner];
  if (!books) throw new Error('no such partner in the model');
  return books;
}

/** Carries out a change of policy, with the events that tell the partners of it. */
export function applyPolicy(community: SimulatedCommunity, operation: PolicyOperation): string {
  const before = community.policy;
  const after = structuredClone(before);
  const answer = changePolicy(after, operation);
  if (answer !== 'done') return answer;
  community.policy = after;
  after.members.forEach((member, index) => {
    const was = before.members[index]?.status;
    community.events.push(...memberEvents(before, after, index, was !== member.status));
    if (member.status !== 'left') return;
    for (const proposal of Object.values(community.proposals)) {
      if (proposal.provider === index || proposal.receiver === index) endProposal(proposal);
    }
  });
  return 'done';
}

function changePolicy(policy: Policy, operation: PolicyOperation): string {
  if (operation.do === 'limits') {
    policy.upper = operation.upper;
    policy.lower = operation.lower;
    return 'done';
  }
  if (operation.do === 'default') {
    policy.defaultVisibility = operation.visibility;
    return 'done';
  }
  if (operation.do === 'caps' || operation.do === 'subscription') {
    const partner = policy.partners[operation.partner];
    if (!partner) throw new Error('no such partner in the model');
    if (operation.do === 'subscription') partner.subscriptions[operation.subscription] = operation.status;
    else partner.caps = { credit: operation.credit, memberDay: operation.memberDay, partnerDay: operation.partnerDay };
    return 'done';
  }
  const member = policy.members[operation.member];
  if (!member) throw new Error('no such member in the model');
  if (member.erased) return 'state_conflict data_erased';
  if (operation.do === 'show') member.visibility = operation.visibility;
  if (operation.do === 'choose') member.choices[operation.partner] = operation.visibility;
  if (operation.do === 'status') {
    const from = { active: ['suspended', 'left'], suspended: ['active'], left: ['active', 'suspended'] };
    if (!from[operation.status].includes(member.status)) return 'state_conflict status_not_possible';
    member.status = operation.status;
  }
  if (operation.do === 'erase') {
    member.status = 'left';
    member.erased = true;
    member.visibility = 'hidden';
    member.choices.fill(null);
  }
  return 'done';
}

/** One line per kind of event: whom it concerns, or `*` for everybody who sees the member afterwards. */
function memberEvents(before: Policy, after: Policy, member: number, changed: boolean): string[] {
  const kindFor = (partner: number | null) => {
    const was = visibilityOf(before, member, partner);
    const is = visibilityOf(after, member, partner);
    if (was === 'hidden') return is === 'hidden' ? undefined : 'user.activated';
    if (is === 'hidden') return 'user.deactivated';
    return changed || was !== is ? 'user.updated' : undefined;
  };
  const partners = after.partners.map((_, partner) => partner);
  const seers = partners.filter((partner) => visibilityOf(after, member, partner) !== 'hidden');
  return ['user.activated', 'user.updated', 'user.deactivated'].flatMap((kind) => {
    const concerned = partners.filter((partner) => kindFor(partner) === kind);
    const isForAllSeers = kind !== 'user.deactivated' && concerned.length === seers.length;
    if (concerned.length === 0 && !(isForAllSeers && kindFor(null) === kind)) return [];
    return [`${kind} m${member} ${isForAllSeers ? '*' : concerned.map((partner) => `p${partner}`).join()}`];
  });
}
