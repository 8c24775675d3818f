/**
 * Makes a request target decodable: an id with a broken percent-encoding is an unknown id, not a malformed request, so
 * what cannot be decoded becomes U+FFFD. The query is left as it is; operations judge it themselves.
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
