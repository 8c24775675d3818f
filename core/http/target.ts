import type { IncomingMessage } from 'node:http';

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/is;

/**
 * Makes the target of a request once (RFC 9110 section 7.1), before anything reads it: `req.url` is the path and query,
 * `req.headers.host` the authority. That of an absolute target replaces the field Host (RFC 9112 section 3.2.2).
 */
export function settleTarget(req: IncomingMessage): void {
  const [, authority, rest = ''] = ABSOLUTE.exec(req.url ?? '') ?? [];
  if (authority !== undefined) {
    req.headers.host = authority;
    req.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  req.url = repairTarget(req.url);
}

/**
 * Makes a path decodable: an id with a broken percent-encoding is an unknown id, not a malformed request, so what cannot
 * be decoded becomes U+FFFD. The query is left as it is; operations judge it themselves.
 */
export function repairTarget(url = '/'): string {
  if (!url.includes('%')) return url;
  const at = url.indexOf('?');
  const path = at === -1 ? url : url.slice(0, at);
  if (isDecodable(path)) return url;
  const repaired = path
    .split('/')
    .map((part) => (isDecodable(part) ? part : '%EF%BF%BD'))
    .join('/');
  return at === -1 ? repaired : repaired + url.slice(at);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
