/** Passwords of administrators: argon2id in PHC string form (RFC 9106). */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_LENGTH } from '@timebank/contract/console';
import { refusal } from '../../platform/base/refusal.ts';
import { type Comer, createPlaces } from './password-places.ts';
import { isWeakPassword } from './weak-passwords.ts';

const hash = promisify(argon2);
const MEMORY_KIB = 47_104;
const PASSES = 1;
const PARALLELISM = 1;
const TAG_BYTES = 32;
/** Hashes at once, 46 MiB each; others wait, so that signing in cannot eat the memory or starve the partner API. */
const RUNNING_MAX = 2;
const WAITING_MAX = 50;
/** A person who is let in already, or works at the command line. */
const LET_IN: Comer = { isKnown: true, from: '' };

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
  hasRoom(comer: Comer): boolean;
  /**
   * Whether the password belongs to the hash; parameters are read from the hash. Without a hash the same work is done,
   * and the answer is no.
   * @throws Refusal rate_limited when too many wait
   */
  matches(password: string, phc: string | null | undefined, comer?: Comer): Promise<boolean>;
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
    comer: Comer,
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
