/** Who asked, and under which origin: the socket's own facts, or those of a trusted proxy. */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Config } from '../base/config.ts';
import { isAllowedAddress } from '../partners/allowed-addresses.ts';

export interface Peer {
  /** The client's address; IPv4 is written as IPv4 also when it arrived over an IPv6 socket. */
  readonly address: string;
  /** PUBLIC_URL, or the origin the request was sent to. No trailing slash. */
  readonly origin: string;
  /** A trusted proxy says that the client spoke plain http to it. */
  readonly plainHttp: boolean;
  /** A trusted proxy passed it on. */
  readonly viaProxy: boolean;
}

/** The port may be empty (RFC 3986 section 3.2.3). */
const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{0,5})?$/;
const FORWARDED_HOPS_MAX = 20;

/** Whether the text can be the authority of an origin. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}

/** Returns a function that reads the peer of a request. `X-Forwarded-*` counts only when a TRUST_PROXY address sent it. */
export function createPeerReader({ publicUrl, trustProxy }: Config): (req: IncomingMessage) => Peer {
  return (req) => {
    const peerAddress = plainAddress(req.socket.remoteAddress);
    if (trustProxy.length > 0 && isAllowedAddress(peerAddress, trustProxy)) {
      return forwardedPeer(req, peerAddress, publicUrl, trustProxy);
    }
    return {
      address: peerAddress,
      origin: publicUrl ?? ownOrigin(req, 'http', req.headers.host),
      plainHttp: false,
      viaProxy: false,
    };
  };
}

function forwardedPeer(
  req: IncomingMessage,
  proxyAddress: string,
  publicUrl: string | undefined,
  trustProxy: readonly string[],
): Peer {
  const protocol = lastOf(req.headers['x-forwarded-proto'])?.toLowerCase();
  const host = lastOf(req.headers['x-forwarded-host']) ?? req.headers.host;
  return {
    address: clientAddress(req.headers['x-forwarded-for'], proxyAddress, trustProxy),
    origin: publicUrl ?? ownOrigin(req, protocol === 'https' ? 'https' : 'http', host),
    plainHttp: protocol === 'http',
    viaProxy: true,
  };
}

/** The rightmost address that is not a proxy of ours: any further left is the client's own claim. */
function clientAddress(header: string | string[] | undefined, proxyAddress: string, trustProxy: readonly string[]) {
  const hops = String(header ?? '')
    .split(',')
    .slice(-FORWARDED_HOPS_MAX)
    .map((hop) => hop.trim());
  let address = proxyAddress;
  for (const hop of hops.reverse()) {
    const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
    if (!ipaddr.isValid(bare)) break;
    address = plainAddress(bare);
    if (!isAllowedAddress(address, trustProxy)) break;
  }
  return address;
}

/** The value of the proxy nearest to this service: any further left may be the client's own claim. */
function lastOf(header: string | string[] | undefined): string | undefined {
  const last = String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last === '' ? undefined : last;
}

function ownOrigin(req: IncomingMessage, protocol: 'http' | 'https', host: string | undefined): string {
  if (host !== undefined && isHost(host)) return `${protocol}://${host.replace(/:$/, '')}`;
  const { localAddress = '127.0.0.1', localPort = 80 } = req.socket;
  const address = plainAddress(localAddress);
  return `${protocol}://${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

function plainAddress(address: string | undefined): string {
  if (address === undefined) return '0.0.0.0';
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
