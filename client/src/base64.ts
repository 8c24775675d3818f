/** Base64 and base64url without Node's Buffer, for browsers and workers. */

export function utf8(text: string) {
  return new TextEncoder().encode(text);
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Encodes without padding, as in JWTs. */
export function base64urlOf(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Undefined if the text is not base64. */
export function bytesOfBase64(text: string) {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
