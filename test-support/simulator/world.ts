/** The expected state of one community, naively. Amounts are whole seconds. */
import type { ExchangeKind, MemberStatus, Visibility } from '@timebank/contract';
import type { SimulatedProposal } from './proposals.ts';

export interface MemberPolicy {
  status: MemberStatus;
  /** Null follows the community's default. */
  visibility: Visibility | null;
  /** Per partner; null follows the member's own. */
  readonly choices: (Visibility | null)[];
  erased: boolean;
}

/** Everything an administrator, a member or a partner may set. */
export interface Policy {
  defaultVisibility: Visibility;
  upper: number | null;
  lower: number | null;
  readonly members: MemberPolicy[];
  readonly partners: {
    caps: { credit: number; memberDay: number | null; partnerDay: number | null };
    subscriptions: ('active' | 'paused')[];
  }[];
}

export interface CreditRecord {
  readonly member: number;
  readonly seconds: number;
  readonly day: string;
  reversed: boolean;
}

export interface SimulatedCommunity {
  policy: Policy;
  /** The balances of the members; the last one is the chest's. */
  readonly balances: number[];
  readonly partners: {
    balance: number;
    readonly credits: Record<string, CreditRecord>;
    /** From the reversal's reference to the credit's. */
    readonly reversals: Record<string, string>;
  }[];
  readonly exchanges: Record<
    string,
    { kind: ExchangeKind; provider: number; receiver: number; seconds: number; corrected: boolean }
  >;
  /** By name, in the order in which they were made. */
  readonly proposals: Record<string, SimulatedProposal>;
  /** One line per transfer. */
  readonly transfers: string[];
  /** One line per event, but for those of statements. */
  readonly events: string[];
}

export type World = readonly SimulatedCommunity[];

/** The world before anything happens. */
export interface Shape {
  readonly communities: readonly {
    readonly policy: Policy;
    /** The event types of each partner's subscriptions. */
    readonly subscriptions: readonly (readonly (readonly string[])[])[];
  }[];
  /** When both clocks start. */
  readonly start: string;
}

export function createWorld({ communities }: Shape): World {
  return communities.map(({ policy }) => {
    const own = structuredClone(policy);
    const activated = own.members.flatMap(({ status, visibility }, member) => {
      const general = visibility ?? own.defaultVisibility;
      return status === 'active' && general !== 'hidden' ? [`user.activated m${member} *`] : [];
    });
    return {
      policy: own,
      balances: [...own.members.map(() => 0), 0],
      partners: own.partners.map(() => ({ balance: 0, credits: {}, reversals: {} })),
      exchanges: {},
      proposals: {},
      transfers: [],
      events: activated,
    };
  });
}

/** What a partner sees of a member; null is a partner for which the member made no choice. */
export function visibilityOf(policy: Policy, member: number, partner: number | null): Visibility {
  const one = policy.members[member];
  if (one?.status !== 'active') return 'hidden';
  const choice = partner === null ? undefined : one.choices[partner];
  return choice ?? one.visibility ?? policy.defaultVisibility;
}

export const isVisible = (policy: Policy, member: number, partner: number): boolean =>
  visibilityOf(policy, member, partner) !== 'hidden';
