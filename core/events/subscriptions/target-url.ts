/** Where a target_url may point. Names are not resolved here: every delivery checks the addresses it gets. */
import { isIP } from 'node:net';
import type { FieldError } from '@timebank/contract';
import { refusal } from '../../base/refusal.ts';
import { isOpenedAddress, isPublicAddress } from '../guarded-https/address-ranges.ts';

/** Names that lead nowhere on the internet: RFC 6762, 6761, 7686, 8375, and what ICANN keeps free for inside. */
const LOCAL_SUFFIXES = ['local', 'internal', 'invalid', 'onion', 'arpa'];
/** RFC 1035 section 2.3.4. */
const HOST_LENGTH_MAX = 253;
const LABEL_LENGTH_MAX = 63;

/**
 * Says what is wrong with the host of a target_url; undefined when nothing is. The parsed URL decides, since parsing
 * turns `https://0x7f.1` and `https://①②⑦.⓪.⓪.①` into 127.0.0.1.
 * @param url passed the contract's rule for target_url: absolute, https, no user name, password or fragment
 * @param allowCidrs WEBHOOK_ALLOW_CIDR: literals and local names inside these ranges are accepted
 */
export function targetHostFault(url: string, allowCidrs: readonly string[]): FieldError | undefined {
  const { hostname } = new URL(url);
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0) {
    if (isPublicAddress(literal, allowCidrs)) return undefined;
    return fault('address_not_allowed', 'target_url must not point to a private, local or reserved address.');
  }
  if (hostname.endsWith('.') || hostname.split('.').includes('')) {
    return fault('host_not_allowed', 'target_url must name its host without an empty label or a trailing dot.');
  }
  if (hostname.length > HOST_LENGTH_MAX || hostname.split('.').some((label) => label.length > LABEL_LENGTH_MAX)) {
    const message = `target_url must name a host of at most ${HOST_LENGTH_MAX} characters, each part at most ${LABEL_LENGTH_MAX}.`;
    return fault('host_not_allowed', message);
  }
  if (isLocalName(hostname) && !isOpenedName(hostname, allowCidrs)) {
    return fault('host_not_allowed', 'target_url must name a public host, not a local one.');
  }
  return undefined;
}

/** @throws refusal validation_failed */
export function requireTarget(url: string, allowCidrs: readonly string[]): void {
  const fault = targetHostFault(url, allowCidrs);
  if (fault) throw refusal('validation_failed', fault.message, [fault]);
}

/** Parsing has lower-cased the name and turned it into ASCII. */
function isLocalName(hostname: string): boolean {
  return (
    !hostname.includes('.') ||
    hostname.endsWith('.localhost') ||
    LOCAL_SUFFIXES.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`))
  );
}

/** localhost is where its addresses are; where another local name leads is only known, and checked, at delivery. */
function isOpenedName(hostname: string, allowCidrs: readonly string[]): boolean {
  if (hostname !== 'localhost' && !hostname.endsWith('.localhost')) return allowCidrs.length > 0;
  return isOpenedAddress('127.0.0.1', allowCidrs) || isOpenedAddress('::1', allowCidrs);
}

function fault(code: string, message: string): FieldError {
  return { field: 'target_url', code, message };
}
