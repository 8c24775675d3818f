/** Which addresses a webhook may reach. Used for literals when a subscription is created and for every connection. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

const ranges = (...cidrs: readonly string[]): readonly Range[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

/** IPv4 that is not, or not safely, on the public internet. 168.63.129.16 is a cloud's host agent behind a public number. */
const REFUSED_V4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
);
/** IPv6 is refused unless it is global unicast; that covers loopback, mapped IPv4, NAT64, private, link-local, multicast. */
const GLOBAL_V6 = ranges('2000::/3');
const REFUSED_V6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

function within(address: ipaddr.IPv4 | ipaddr.IPv6, list: readonly Range[]): boolean {
  return list.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** Whether the address lies in one of the opened ranges; a mapped IPv4 address counts as the IPv4 address. */
export function isOpenedAddress(address: string, allowCidrs: readonly string[]): boolean {
  if (allowCidrs.length === 0 || isIP(address) === 0) return false;
  return within(ipaddr.process(address), ranges(...allowCidrs));
}

/**
 * Whether a webhook may connect to the address.
 * @param address an IPv4 or IPv6 address as the resolver, the socket or `URL.hostname` (without brackets) writes it
 * @param allowCidrs WEBHOOK_ALLOW_CIDR: ranges that are let through although they are not public
 */
export function isPublicAddress(address: string, allowCidrs: readonly string[] = []): boolean {
  if (isIP(address) === 0) return false;
  if (isOpenedAddress(address, allowCidrs)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return !within(parsed, REFUSED_V4);
  return within(parsed, GLOBAL_V6) && !within(parsed, REFUSED_V6);
}
