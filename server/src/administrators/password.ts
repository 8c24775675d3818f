/** Passwords of administrators: argon2id in PHC string form (RFC 9106). */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const hash = promisify(argon2);
const MEMORY_KIB = 47_104;
const PASSES = 1;
const PARALLELISM = 1;
const TAG_BYTES = 32;

/** Shortest password: nothing else is demanded of its characters (NIST SP 800-63B-4). */
export const PASSWORD_MIN = 15;
export const PASSWORD_MAX = 256;

/** Hashes off the event loop; takes about 0.1 s. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, MEMORY_KIB, PASSES, PARALLELISM);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** Whether the password belongs to the hash; parameters are read from the hash. */
export async function isPassword(password: string, phc: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc);
  if (!parts) return false;
  const [, memory, passes, parallelism, nonce, tag] = parts as unknown as string[];
  const expected = Buffer.from(tag as string, 'base64');
  const salt = Buffer.from(nonce as string, 'base64');
  const actual = await derive(password, salt, Number(memory), Number(passes), Number(parallelism));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function derive(password: string, nonce: Buffer, memory: number, passes: number, parallelism: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  return hash('argon2id', { message, nonce, memory, passes, parallelism, tagLength: TAG_BYTES }) as Promise<Buffer>;
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
