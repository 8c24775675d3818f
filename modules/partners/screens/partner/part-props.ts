import type { Partner } from '../../contract/partners.ts';

/** The properties of each part of a partner. */
export interface PartProps {
  readonly partner: Partner;
  /** The address behind the part: a subscription, a day. */
  readonly item: string | undefined;
  /** The address behind the comparisons of bank statements: one of them. */
  readonly report: string | undefined;
}

/** The path parameters of a subscription. */
export interface SubscriptionParams extends Readonly<Record<string, string | number>> {
  readonly slug: string;
  readonly partnerId: number;
  readonly subscriptionId: string;
}
