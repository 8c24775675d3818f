/** A partner's allow-list: CIDRs, compared within one address family. */
import { isIP } from 'node:net';
import type { FieldError } from '@timebank/contract';
import ipaddr from 'ipaddr.js';
import { refusal } from '../base/refusal.ts';

/** Shorter prefixes are a typing error, not a partner's network. */
const PREFIX_MIN = { ipv4: 8, ipv6: 16 } as const;
const ENTRIES_MAX = 100;

/**
 * Whether the address lies in one of the ranges; an empty list allows every address. An IPv4 address that arrived as
 * IPv6 (`::ffff:192.0.2.1`) counts as IPv4.
 * @param cidrs as stored, each with a prefix length
 */
export function isAllowedAddress(address: string, cidrs: readonly string[]): boolean {
  if (cidrs.length === 0) return true;
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return cidrs.some((cidr) => {
    const [network, bits] = ipaddr.parseCIDR(cidr);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

/**
 * Checks an allow-list as a person typed it and returns it with prefix lengths, without duplicates.
 * @throws refusal validation_failed naming each entry at fault
 */
export function checkAllowedAddresses(entries: readonly string[]): string[] {
  const errors = entries.flatMap((entry, index) => {
    const found = fault(entry.trim());
    return found ? [{ field: `allowed_addresses.${index}`, ...found }] : [];
  });
  if (entries.length > ENTRIES_MAX) {
    const message = `The list may hold at most ${ENTRIES_MAX} ranges.`;
    errors.push({ field: 'allowed_addresses', code: 'too_many', message });
  }
  if (errors[0]) throw refusal('validation_failed', errors[0].message, errors);
  return [...new Set(entries.map((entry) => withLength(entry.trim())))];
}

function withLength(entry: string): string {
  return entry.includes('/') ? entry : `${entry}/${isIP(entry) === 6 ? 128 : 32}`;
}

function fault(entry: string): Pick<FieldError, 'code' | 'message'> | undefined {
  const broken = (code: string, message: string) => ({ code, message: `"${entry}"${message}` });
  const [address = '', bits, ...more] = entry.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) {
    return broken('invalid_range', ' is not an address or range; write 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48.');
  }
  const parsed = ipaddr.parse(address);
  const [kind, whole] = family === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const);
  const length = bits === undefined ? whole : Number(bits);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) {
    const plain = parsed.toIPv4Address().toString();
    return broken('ipv4_as_ipv6', ` is an IPv4 address written as IPv6; write it as ${plain}.`);
  }
  if (length > whole) return broken('invalid_range', `: a prefix of this family has at most ${whole} bits.`);
  if (length < PREFIX_MIN[kind]) {
    const least = PREFIX_MIN[kind];
    return broken(
      'range_too_wide',
      ` would admit a large part of the internet; a prefix must have at least ${least} bits.`,
    );
  }
  const network = (family === 4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${address}/${length}`);
  if (network.toNormalizedString() !== parsed.toNormalizedString()) {
    const meant = `${network.toString()}/${length}`;
    return broken('bits_beyond_prefix', ` has bits beyond its prefix; write ${meant}, or the address alone.`);
  }
  return undefined;
}
