/** Passwords of administrators: argon2id in PHC string form (RFC 9106). */

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { refusal } from '../../core/base/refusal.ts';
import { PASSWORD_LENGTH } from './contract/routes.ts';
import { type AttemptSource, createPlaces } from './password-places.ts';

// Passwords that an attacker tries first. At 15 characters hardly any of the published lists is left; what people
// do write is a common word repeated, keys in a row, or the name of the product or their own with digits around it.

/** Words that add nothing, in lower case without spaces; the longest match counts. */
const COMMON = [
  ...'password passwort passwords passphrase kennwort geheim secret letmein welcome willkommen hello hallo login'.split(
    ' ',
  ),
  ...'admin administrator root user guest master test testing demo default changeme change example sample'.split(' '),
  ...'qwertyuiopasdfghjklzxcvbnm qwertzuiopasdfghjklyxcvbnm qwertyuiop qwertzuiop asdfghjkl zxcvbnm yxcvbnm'.split(' '),
  ...'qwerty qwertz asdfgh asdf zxcv qazwsxedc qazwsx 1qaz2wsx3edc4rfv 1q2w3e4r5t6y q1w2e3r4t5y6'.split(' '),
  ...'abcdefghijklmnopqrstuvwxyz abcdefgh abcdef abc iloveyou ilove love monkey dragon football baseball'.split(' '),
  ...'princess sunshine superman batman shadow trustno1 whatever freedom summer winter spring autumn'.split(' '),
  ...'sommer fruehling herbst berlin london hamburg munich wien zurich'.split(' '),
  ...'correcthorsebatterystaple correct horse battery staple'.split(' '),
  ...'timebank timebanking time bank zeitbank zeitbanken community gemeinschaft console credit credits hours'.split(
    ' ',
  ),
  ...'january february march april june july august september october november december'.split(' '),
  ...'monday tuesday wednesday thursday friday saturday sunday the and my is in for you mein meine das'.split(' '),
];

/** Characters that must remain once all that is common has been taken away. */
const UNCOMMON_MIN = 7;
const DISTINCT_MIN = 6;
const RUN_MIN = 3;

/**
 * Whether a password is too easily guessed.
 * @param own words of the account: e-mail address, name, community
 */
export function isWeakPassword(password: string, own: readonly string[] = []): boolean {
  const plain = plainForm(password);
  if (new Set(plain).size < DISTINCT_MIN) return true;
  const words = [...COMMON, ...own.flatMap(wordsOf)].sort((a, b) => b.length - a.length);
  return uncommonLength(plain, words) < UNCOMMON_MIN;
}

/** Lower case, without separators, with the usual substitutions undone. */
function plainForm(password: string): string {
  return password
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll('!', 'i')
    .replaceAll('€', 'e')
    .replace(/[\s\p{P}\p{C}\p{M}]/gu, '');
}

const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

function wordsOf(text: string): string[] {
  return plainForm(text.replace(/[@._-]+/g, ' '))
    .split(' ')
    .concat(text.split(/[^\p{L}\p{N}]+/u).map(plainForm))
    .filter((word) => word.length >= 3);
}

function uncommonLength(plain: string, words: readonly string[]): number {
  const letters = plain.replace(/[013457]/g, (digit) => LEET[digit] ?? digit);
  const seen = new Set<string>();
  let uncommon = 0;
  for (let at = 0; at < plain.length; ) {
    const word = words.find((candidate) => plain.startsWith(candidate, at) || letters.startsWith(candidate, at));
    const run = runLength(plain, at);
    const repeated = plain.slice(at, at + 4);
    if (word || run >= RUN_MIN) at += Math.max(word?.length ?? 0, run);
    else if (repeated.length === 4 && seen.has(repeated)) at += 4;
    else {
      if (at >= 3) seen.add(plain.slice(at - 3, at + 1));
      // Digits around a word are years and counters.
      uncommon += /\d/.test(plain[at] ?? '') ? 0.5 : 1;
      at++;
    }
  }
  return uncommon;
}

/** How many characters from here on are equal, rise or fall by one. */
function runLength(text: string, start: number): number {
  const step = text.charCodeAt(start + 1) - text.charCodeAt(start);
  if (Number.isNaN(step) || Math.abs(step) > 1) return 1;
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end++;
  return end - start;
}
const hash = promisify(argon2);
const MEMORY_KIB = 47_104;
const PASSES = 1;
const PARALLELISM = 1;
const TAG_BYTES = 32;
/** Hashes at once, 46 MiB each; others wait, so that signing in cannot eat the memory or starve the partner API. */
const RUNNING_MAX = 2;
const WAITING_MAX = 50;
/** A person who is let in already, or works at the command line. */
const LET_IN: AttemptSource = { isKnown: true, from: '' };

/**
 * Checks a new password: 15 characters or more and not easily guessed; nothing else is demanded of its characters
 * (NIST SP 800-63B-4).
 * @param own words of the account: e-mail address, name, community
 * @throws Refusal validation_failed
 */
export function checkNewPassword(password: string, own: readonly string[], field = 'password'): void {
  const length = [...password].length;
  const { min, max } = PASSWORD_LENGTH;
  const fault =
    length < min
      ? { code: 'too_short', message: `${field} must have at least ${min} characters.` }
      : length > max
        ? { code: 'too_long', message: `${field} must have at most ${max} characters.` }
        : isWeakPassword(password, own)
          ? { code: 'too_common', message: `${field} is easily guessed: use several words that belong to nobody.` }
          : undefined;
  if (fault) throw refusal('validation_failed', fault.message, [{ field, ...fault }]);
}

/** Hashing of one process: off the event loop, about 0.1 s each, and bounded in how many run at once. */
export interface Passwords {
  /** The PHC string of a new password. @throws Refusal rate_limited when too many wait */
  hash(password: string): Promise<string>;
  /** Whether a check would find a place: asked before anything else is done for a stranger. */
  hasRoom(comer: AttemptSource): boolean;
  /**
   * Whether the password belongs to the hash; parameters are read from the hash. Without a hash the same work is done,
   * and the answer is no.
   * @throws Refusal rate_limited when too many wait
   */
  matches(password: string, phc: string | null | undefined, comer?: AttemptSource): Promise<boolean>;
  /** Whether the hash was made with other parameters than today's; then it is renewed at the next sign-in. */
  needsRehash(phc: string): boolean;
}

/** @param memoryKib of one hash; tests that are not about hashing take little */
export function createPasswords(memoryKib = MEMORY_KIB): Passwords {
  const parameters = `$argon2id$v=19$m=${memoryKib},t=${PASSES},p=${PARALLELISM}$`;
  /** Compared where an account does not exist or has no password, so that the answer takes as long. */
  const nobody = `${parameters}${'A'.repeat(22)}$${'A'.repeat(43)}`;
  const places = createPlaces(RUNNING_MAX, WAITING_MAX);

  async function derive(
    comer: AttemptSource,
    password: string,
    nonce: Buffer,
    memory: number,
    passes: number,
    parallelism: number,
  ): Promise<Buffer> {
    await places.enter(comer);
    try {
      const message = Buffer.from(password.normalize('NFC'));
      return (await hash('argon2id', { message, nonce, memory, passes, parallelism, tagLength: TAG_BYTES })) as Buffer;
    } finally {
      places.leave();
    }
  }

  return {
    async hash(password) {
      const nonce = randomBytes(16);
      const tag = await derive(LET_IN, password, nonce, memoryKib, PASSES, PARALLELISM);
      return `${parameters}${unpadded(nonce)}$${unpadded(tag)}`;
    },
    hasRoom: (comer) => places.hasRoom(comer),
    async matches(password, phc, comer = LET_IN) {
      const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc ?? nobody);
      if (!parts) return false;
      const [, memory, passes, parallelism, nonce, tag] = parts as unknown as string[];
      const expected = Buffer.from(tag as string, 'base64');
      const salt = Buffer.from(nonce as string, 'base64');
      const actual = await derive(comer, password, salt, Number(memory), Number(passes), Number(parallelism));
      return typeof phc === 'string' && actual.length === expected.length && timingSafeEqual(actual, expected);
    },
    needsRehash: (phc) => !phc.startsWith(parameters),
  };
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
