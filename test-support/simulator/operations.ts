/** The operations of a simulated world. Communities, partners, members and subscriptions are named by their position. */
import type { ExchangeKind, Visibility } from '@timebank/contract';
import type { NemesisFault } from './nemesis.ts';

/** No member, in a credit; the community's chest, as a party of an exchange. */
export const NO_MEMBER = -1;

interface InCommunity {
  readonly community: number;
}
interface OfPartner extends InCommunity {
  readonly partner: number;
}
interface OfMember extends InCommunity {
  readonly member: number;
}
interface OfSubscription extends OfPartner {
  readonly subscription: number;
}

export type CreditOperation = OfPartner & {
  readonly do: 'credit';
  readonly member: number;
  readonly seconds: number;
  readonly reference: string;
};
/** `of`: the reference of the credit, `owner`: whose credit it is. */
export type ReverseOperation = OfPartner & {
  readonly do: 'reverse';
  readonly owner: number;
  readonly of: string;
  readonly reference: string;
};
/** `name` tells exchanges apart; `receiver` and `provider` may be the chest. */
export type ExchangeOperation = InCommunity & {
  readonly do: 'exchange';
  /** A gift has no step. */
  readonly kind: ExchangeKind;
  readonly provider: number;
  readonly receiver: number;
  readonly seconds: number;
  readonly name: string;
};
export type CorrectOperation = InCommunity & { readonly do: 'correct'; readonly name: string };

/** A member records an hour with another, or (NO_MEMBER) with the chest. `name` is that of its page. */
export type ProposeOperation = InCommunity & {
  readonly do: 'propose';
  readonly by: number;
  readonly other: number;
  readonly side: 'helped' | 'was_helped';
  readonly seconds: number;
  readonly day: string;
  readonly name: string;
  readonly again: boolean;
};
/** `seconds` is what a correction says. */
export type AnswerOperation = InCommunity & {
  readonly do: 'answer';
  readonly act: 'confirm' | 'correct' | 'contest' | 'withdraw';
  readonly by: number;
  readonly seen: number;
  readonly seconds: number;
  readonly name: string;
};
/** By the office; `seconds` null: as they are. */
export type SettleOperation = InCommunity & {
  readonly do: 'settle';
  readonly act: 'confirm' | 'end';
  readonly seen: number;
  readonly seconds: number | null;
  readonly name: string;
};
/** What a worker was seen to do to a version that waited. */
export type WaitOperation = InCommunity & {
  readonly do: 'wait';
  readonly act: 'remind' | 'silence';
  readonly revision: number;
  readonly name: string;
};
export type ProposalOperation = ProposeOperation | AnswerOperation | SettleOperation | WaitOperation;

/** Whether it is about an hour of two. */
export const isOfProposal = (operation: SimulatedOperation): operation is ProposalOperation =>
  ['propose', 'answer', 'settle', 'wait'].includes(operation.do);

/** What moves hours, or may come to it. */
export type LedgerOperation =
  | CreditOperation
  | ReverseOperation
  | ExchangeOperation
  | CorrectOperation
  | ProposalOperation;

/** What changes who may do what. */
export type PolicyOperation =
  | (OfPartner & {
      readonly do: 'caps';
      readonly credit: number;
      readonly memberDay: number | null;
      readonly partnerDay: number | null;
    })
  | (InCommunity & { readonly do: 'limits'; readonly upper: number | null; readonly lower: number | null })
  | (InCommunity & { readonly do: 'default'; readonly visibility: Visibility })
  | (OfMember & { readonly do: 'show'; readonly visibility: Visibility | null })
  | (OfMember & { readonly do: 'choose'; readonly partner: number; readonly visibility: Visibility | null })
  | (OfMember & { readonly do: 'status'; readonly status: 'active' | 'suspended' | 'left' })
  | (OfMember & { readonly do: 'erase' })
  | (OfSubscription & { readonly do: 'subscription'; readonly status: 'active' | 'paused' });

/** The step of a round of deliveries at which its process dies. */
export type RoundEnd = 'recorded' | 'died claimed' | 'died sent' | 'stopped claimed';

/** The act of a worker or a reader. */
export type QuietOperation =
  | { readonly do: 'close days' }
  /** Time passes to 00:16 UTC, and the days that are due are closed. */
  | { readonly do: 'pass midnight' }
  | { readonly do: 'fan out' }
  /** Members are reminded of what waits; what nobody answers goes to the office. */
  | { readonly do: 'hand over' }
  | { readonly do: 'deliver'; readonly end: RoundEnd }
  | (OfPartner & { readonly do: 'statement'; readonly daysAgo: number })
  | (OfSubscription & { readonly do: 'replay'; readonly hours: number });

export type SimulatedOperation = LedgerOperation | PolicyOperation | QuietOperation;

/** One operation on one node, with what happens to that node's database meanwhile. */
export interface SimulatedAct {
  readonly node: number;
  readonly operation: SimulatedOperation;
}

export type SimulatedStep =
  /** One act, or several at once. */
  | {
      readonly kind: 'acts';
      readonly acts: readonly SimulatedAct[];
      /** Per node. */
      readonly faults: readonly (readonly NemesisFault[])[];
      /** Nodes whose worker is started for the time of the acts, and stopped afterwards. */
      readonly workers: readonly number[];
      /** The node on which a community beside them imports exchanges and gets a partner that subscribes. */
      readonly beside?: number | undefined;
    }
  /** By the database's clock. */
  | { readonly kind: 'time passes'; readonly ms: number }
  /** The last seconds before midnight UTC. */
  | { readonly kind: 'before midnight' }
  /** The clock of one machine is ahead by so much, or behind; those of the others are right. */
  | { readonly kind: 'machine'; readonly node: number; readonly aheadMs: number }
  | { readonly kind: 'receiver'; readonly url: string; readonly answer: ReceiverAnswer };

/** A status, or nothing but a time-out. */
export type ReceiverAnswer = 200 | 410 | 429 | 500 | 'timeout';

export function describeStep(step: SimulatedStep): string {
  if (step.kind === 'time passes') return `${step.ms / 1000} s pass`;
  if (step.kind === 'before midnight') return '5 s before midnight';
  if (step.kind === 'machine') return `the clock of n${step.node} is ${step.aheadMs / 1000} s ahead`;
  if (step.kind === 'receiver') return `receiver ${step.url} answers ${step.answer}`;
  const workers = step.workers.map((node) => `n${node} works`);
  const beside = step.beside === undefined ? [] : [`n${step.beside} imports and gets a partner beside`];
  return [...workers, ...beside, ...step.acts.map(describeAct)].join(' | ');
}

export function describeAct({ node, operation }: SimulatedAct): string {
  const { do: kind, ...rest } = operation;
  const details = Object.entries(rest).map(([key, value]) => {
    const short = { community: 'c', partner: 'p', member: 'm', owner: 'p', subscription: 's' }[key];
    return short ? `${short}${value === NO_MEMBER ? '-' : value}` : `${key}=${value}`;
  });
  return [`n${node}`, kind, ...details].join(' ');
}
