/**
 * From a target's host to addresses a delivery may connect to. Resolved again at every attempt, so rebinding gains
 * nothing.
 */
import { Resolver as DnsResolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './address-ranges.ts';
import type { GuardFault } from './fault.ts';

/** All A and AAAA addresses of a name. @throws when the name cannot be resolved now */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** What may be reached beyond the public internet; empty in production. */
export interface AllowedTargets {
  /** WEBHOOK_ALLOW_CIDR. */
  readonly allowCidrs: readonly string[];
  /** Single targets as `address:port`: the demo's own receiver. */
  readonly allowTargets?: readonly string[];
}

/** Whether a connection to this address and port is allowed; also asked of the address a socket says it reached. */
export type MayConnect = (address: string, port: number) => boolean;

export type VettedAddresses = { readonly addresses: readonly string[] } | { readonly error: GuardFault };

const DNS_TRY_TIMEOUT_MS = 2000;
const DNS_TRIES = 2;
/** Connecting to more than a few of a name's addresses would not fit the time of an attempt. */
const ADDRESSES_MAX = 4;
const KNOWN_MAX = 10_000;
/** RFC 6761 section 6.3: localhost is loopback, whatever a name server says. */
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Asks the system's name servers. Not getaddrinfo: its few threads are shared by the whole process, and one slow name
 * would delay every other delivery.
 */
export function systemResolve(): Resolve {
  const resolver = new DnsResolver({ timeout: DNS_TRY_TIMEOUT_MS, tries: DNS_TRIES });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (addresses.length === 0 && failed) throw failed.reason;
    return addresses;
  };
}

/**
 * Look-ups of a name that is being looked up share the next one: each answer is newer than its question, and a burst to
 * one receiver asks the name servers as often as they answer, not once for each delivery.
 */
export function sharedLookUps(resolve: Resolve): Resolve {
  /** Resolves when the look-up has ended, however it did. */
  const underWay = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<readonly string[]>>();

  function begin(hostname: string): Promise<readonly string[]> {
    next.delete(hostname);
    const lookUp = resolve(hostname);
    const ended = () => {
      if (!next.has(hostname)) underWay.delete(hostname);
    };
    underWay.set(hostname, lookUp.then(ended, ended));
    return lookUp;
  }

  return (hostname) => {
    const before = underWay.get(hostname);
    if (!before) return begin(hostname);
    const shared = next.get(hostname) ?? before.then(() => begin(hostname));
    next.set(hostname, shared);
    return shared;
  };
}

/**
 * The addresses to connect to, IPv4 first. If any answer is not public the whole name is refused.
 * @param hostname of the parsed URL; an IPv6 literal is in brackets
 */
export async function vetHost(
  hostname: string,
  port: number,
  resolve: Resolve,
  mayConnect: MayConnect,
): Promise<VettedAddresses> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  // The look-up hook of a connection is never called for a literal, so it is checked here.
  if (isIP(literal) !== 0) return vet([literal], port, mayConnect);
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) {
    const open = LOOPBACK.filter((address) => mayConnect(address, port));
    return open.length > 0 ? { addresses: open } : { error: 'address_not_allowed' };
  }
  let addresses: readonly string[];
  try {
    addresses = await resolve(hostname);
  } catch {
    return { error: 'dns_error' };
  }
  return addresses.length === 0 ? { error: 'dns_error' } : vet(addresses, port, mayConnect);
}

function vet(addresses: readonly string[], port: number, mayConnect: MayConnect): VettedAddresses {
  if (!addresses.every((address) => mayConnect(address, port))) return { error: 'address_not_allowed' };
  const distinct = [...new Set(addresses)].sort((a, b) => isIP(a) - isIP(b));
  return { addresses: distinct.slice(0, ADDRESSES_MAX) };
}

/** Answers by the opening, and remembers the answers: reading addresses costs more than the rest of the check. */
export function connectionRule(opening: AllowedTargets): MayConnect {
  const known = new Map<string, boolean>();
  return (address, port) => {
    const key = `${address}:${port}`;
    let allowed = known.get(key);
    if (allowed === undefined) {
      allowed = opening.allowTargets?.includes(key) === true || isPublicAddress(address, opening.allowCidrs);
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(key, allowed);
    }
    return allowed;
  };
}
