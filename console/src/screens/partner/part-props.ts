import type { Partner } from '@timebank/contract/console';

/** What each part of a partner is given. */
export interface PartProps {
  readonly partner: Partner;
  /** What follows the part in the address: a subscription, a day. */
  readonly item: string | undefined;
  /** What follows the comparisons of bank statements: one of them. */
  readonly report: string | undefined;
}

/** Where a subscription of a partner is found. */
export interface SubscriptionParams extends Readonly<Record<string, string | number>> {
  readonly slug: string;
  readonly partnerId: number;
  readonly subscriptionId: string;
}
