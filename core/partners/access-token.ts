/** Access tokens: opaque, short-lived, stored as a hash. */
import { type CommunityMark, isToken, newToken, sha256 } from './secrets.ts';

/** Makes a token; it is shown once and kept only as `hashToken`. */
export function newAccessToken(community: CommunityMark): string {
  return newToken(community);
}

/** Whether the text is a token by form and checksum. What is not costs no query. */
export function isWellFormedToken(text: string): boolean {
  return isToken(text);
}

/** SHA-256 of a token, 32 bytes: the key of `access_tokens`. */
export function hashToken(token: string): Buffer {
  return sha256(token);
}
