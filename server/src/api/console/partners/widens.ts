/** Whether a change lets a partner do more than before. */
import ipaddr from 'ipaddr.js';
import type { PartnerContact, PartnerSettings } from '../../../domain/partners/settings.ts';

type Rights = Omit<PartnerSettings, 'name' | keyof PartnerContact>;

/** True when any right grows, even if others shrink. */
export function widensRights(before: Rights, after: Rights): boolean {
  return (
    after.scopes.some((scope) => !before.scopes.includes(scope)) ||
    limit(after.maxCreditSeconds) > limit(before.maxCreditSeconds) ||
    limit(after.maxMemberDaySeconds) > limit(before.maxMemberDaySeconds) ||
    limit(after.maxPartnerDaySeconds) > limit(before.maxPartnerDaySeconds) ||
    limit(after.rateLimitPerMinute || null) > limit(before.rateLimitPerMinute || null) ||
    admitsMore(before.allowedAddresses, after.allowedAddresses)
  );
}

const limit = (value: number | null) => value ?? Number.POSITIVE_INFINITY;

/** An empty list admits every address. */
function admitsMore(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false;
  return after.length === 0 || after.some((range) => !before.some((wider) => contains(wider, range)));
}

function contains(wider: string, range: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(wider);
  const [address, length] = ipaddr.parseCIDR(range);
  return network.kind() === address.kind() && length >= bits && address.match(network, bits);
}
