/** Checks of the options of createClient, before anything is sent: a sentence names the fault. */
import { BASE_PATH } from './api.gen.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 22;
/** 43 characters and their checksum. */
const SECRET_LENGTH = 49;
const CHECKSUM_LENGTH = 6;
const FORM = /^tb_(ci|cs|at)_(test_)?(.*)$/s;

/** The URL of the API. @param baseUrl the service's origin, or the URL of the API. @throws TypeError */
export function apiRoot(baseUrl: string): string {
  const url = parseUrl(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl must be the URL of the service, like https://timebank.example.org, not ${shown(baseUrl)}`,
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(BASE_PATH) ? path : `${path}${BASE_PATH}`}`;
}

/** @throws TypeError */
export function checkClientId(clientId: string | undefined): void {
  check('clientId', 'ci', ID_LENGTH, clientId);
}

/** @throws TypeError, which never repeats the secret */
export function checkSecret(clientId: string, secret: string | undefined): void {
  check('clientSecret', 'cs', SECRET_LENGTH, secret);
  if (!hasChecksum(secret as string)) {
    throw new TypeError('clientSecret has a wrong character in it: its checksum does not match. Copy it again.');
  }
  const [ofId, ofSecret] = [clientId, secret as string].map((text) =>
    FORM.exec(text)?.[2] ? 'a sandbox' : 'a live community',
  );
  if (ofId !== ofSecret) throw new TypeError(`clientId is of ${ofId}, but clientSecret is of ${ofSecret}`);
}

function check(name: 'clientId' | 'clientSecret', kind: 'ci' | 'cs', length: number, text: string | undefined): void {
  const refuse = (why: string) => new TypeError(`${name} ${why}`);
  if (typeof text !== 'string' || text === '') {
    throw refuse(`is ${text === '' ? 'empty' : String(text)}. Is the environment variable set?`);
  }
  if (/\s/.test(text)) throw refuse('has white space in it, perhaps a line break at its end: trim it.');
  const [, found, , rest = ''] = FORM.exec(text) ?? [];
  if (found === 'at') throw refuse('is an access token. The client gets those itself, with the client id and secret.');
  if (found !== undefined && found !== kind) {
    const other = kind === 'ci' ? 'a client secret' : 'a client id';
    throw refuse(`is ${other}: clientId and clientSecret are swapped.`);
  }
  if (found === undefined)
    throw refuse(`does not begin with tb_${kind}_: it is something else, or its beginning is cut off.`);
  if (/[^0-9A-Za-z]/.test(rest)) throw refuse('has a character in it that is neither a letter nor a digit.');
  if (rest.length !== length) {
    const fault = rest.length < length ? 'is cut off' : 'is too long';
    throw refuse(`${fault}: behind its prefix stand ${rest.length} characters instead of ${length}.`);
  }
}

function hasChecksum(text: string): boolean {
  let rest = crc32(text.slice(0, -CHECKSUM_LENGTH));
  let digits = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return text.endsWith(digits);
}

/** CRC-32 (IEEE). */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}
