/** Client ids, client secrets and access tokens: how they are made, recognised and stored. */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { CommunityKind } from '@timebank/contract';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 in a byte; bytes from here on would favour the first characters. */
const FAIR_BELOW = 248;
const CLIENT_ID_LENGTH = 22;
/** 43 characters of base62 carry 256 bits; the 38 of a token behind its tag 226. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** The pattern for secret scanners: client secrets and access tokens, live and sandbox. */
export const SECRET_PATTERN = '\\btb_(?:cs|at)_(?:test_)?[0-9A-Za-z]{49}\\b';

const CLIENT_ID = /^tb_ci_(?:test_)?[0-9A-Za-z]{22}$/;
/** The part of a client id or token that is its community's: five base62 characters behind the prefix. */
const TAG_LENGTH = 5;
const WITH_CHECKSUM = /^tb_(?:cs|at)_(?:test_)?[0-9A-Za-z]{49}$/;

/** What ids and tokens say of their community. */
export interface CommunityMark {
  readonly kind: CommunityKind;
  /** Five base62 characters, by which a proxy knows the installation. */
  readonly tag: string;
}

/** Makes a client id, `tb_ci_` + 22 characters, the first five the community's tag. Public, for life. */
export function newClientId({ kind, tag }: CommunityMark): string {
  return prefix('ci', kind) + tag + randomBase62(CLIENT_ID_LENGTH - TAG_LENGTH);
}

/** Whether the text has the form of a client id; nothing else is looked up. */
export function isWellFormedClientId(text: string): boolean {
  return CLIENT_ID.test(text);
}

/** Makes a client secret, `tb_cs_` + 43 characters + checksum. Stored only as `sha256`. */
export function newSecret(kind: CommunityKind): string {
  return withChecksum(prefix('cs', kind) + randomBase62(SECRET_LENGTH));
}

/** Whether the text has the form and the checksum of a client secret. */
export function isWellFormedSecret(text: string): boolean {
  return text.startsWith('tb_cs_') && WITH_CHECKSUM.test(text) && hasChecksum(text);
}

/** The part of a secret that is kept to recognise it in lists: its prefix and last four characters. */
export function secretHint(secret: string): string {
  return `${secret.slice(0, secret.lastIndexOf('_') + 1)}…${secret.slice(-4)}`;
}

/** The form in which secrets and tokens are stored; 256 random bits need no slow hash (I7). */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Makes an access token, `tb_at_` + 43 characters, the first five the community's tag, + checksum. */
export function newToken({ kind, tag }: CommunityMark): string {
  return withChecksum(prefix('at', kind) + tag + randomBase62(SECRET_LENGTH - TAG_LENGTH));
}

/** Whether the text has the form and the checksum of an access token. */
export function isToken(text: string): boolean {
  return text.startsWith('tb_at_') && WITH_CHECKSUM.test(text) && hasChecksum(text);
}

function prefix(what: 'ci' | 'cs' | 'at', kind: CommunityKind): string {
  return kind === 'sandbox' ? `tb_${what}_test_` : `tb_${what}_`;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte < FAIR_BELOW) text += BASE62[byte % 62];
      if (text.length === length) break;
    }
  }
  return text;
}

/** CRC-32 (IEEE) of all before it, as base62 digits, most significant first. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function withChecksum(text: string): string {
  return text + checksum(text);
}

function hasChecksum(text: string): boolean {
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}
