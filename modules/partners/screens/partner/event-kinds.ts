/** Which events a partner's permissions let it have. As the service's catalogue says; a test compares. */
import type { EventType } from '@timebank/contract';
import type { Partner } from '../../contract/partners.ts';

type Scope = Partner['scopes'][number];

/** The kinds that can be chosen: all but the test event, which every endpoint gets. */
export type ChosenKind = Exclude<EventType, 'webhook.test'>;

/** Any one of these permissions is enough. */
export const KIND_SCOPES: Readonly<Record<ChosenKind, readonly Scope[]>> = {
  'wallet.credited': ['wallet.read', 'wallet.write'],
  'wallet.credit_reversed': ['wallet.read', 'wallet.write'],
  'statement.ready': ['wallet.read', 'wallet.write'],
  'user.activated': ['users.read'],
  'user.updated': ['users.read'],
  'user.deactivated': ['users.read'],
  'listing.published': ['listings.read'],
  'listing.updated': ['listings.read'],
  'listing.closed': ['listings.read'],
};

const KINDS = Object.keys(KIND_SCOPES) as ChosenKind[];

/** The kinds that may be chosen or were chosen before, and the permissions that the others need. */
export function offeredKinds(scopes: readonly Scope[], chosen: readonly string[]) {
  const may = (kind: ChosenKind) => KIND_SCOPES[kind].some((scope) => scopes.includes(scope));
  const offered = KINDS.filter((kind) => may(kind) || chosen.includes(kind));
  const missing = new Set(KINDS.filter((kind) => !may(kind)).flatMap((kind) => KIND_SCOPES[kind].slice(0, 1)));
  return { offered, missing: [...missing] };
}
