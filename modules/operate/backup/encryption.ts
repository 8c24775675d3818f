/** Encrypted backups, in the age format: Debian's `age` opens them and writes them, too (docs/decisions/backups.md). */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Config, ConfigError } from '../../../core/base/config.ts';
import { readNamedFile } from '../../../core/base/files.ts';
import { unusable } from './format.ts';

/** For whom a backup is encrypted: public keys, whose owners alone open it; or a passphrase, which opens it again. */
export type Encryption =
  | { readonly recipients: readonly string[]; readonly passphrase?: never }
  | { readonly passphrase: string; readonly recipients?: never };

/** What opens one. */
export interface Opening {
  readonly identities?: readonly string[] | undefined;
  readonly passphrase?: string | undefined;
}

/** The files that the operator names, by option or setting. */
export interface EncryptionFiles {
  readonly recipientsFile?: string | undefined;
  readonly passphraseFile?: string | undefined;
}

/** The first line of every such file. */
const MAGIC = Buffer.from('age-encryption.org/v1\n');
/** Behind it: who can open the file. By a passphrase, or by a key. */
const BY_PASSPHRASE = Buffer.from('-> scrypt ');
/** Of X25519: what Debian's `age` does not know is no way back. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/;
const IDENTITY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/;
/** A stolen file is tried at leisure: only the passphrase keeps it closed. */
const PASSPHRASE_CHARACTERS_MIN = 20;
/** 2^15: 32 MB and a tenth of a second. The tool's own 2^18 takes 256 MB, which a small machine does not have beside the bank. */
const SCRYPT_LOG_N = 15;
const MAKE_PASSPHRASE = 'openssl rand -base64 24';

/**
 * Reads for whom backups are encrypted.
 * @returns undefined: neither file is named
 * @throws ConfigError, SystemError naming the file and, of its lines, the wrong one
 */
async function readEncryption({ recipientsFile, passphraseFile }: EncryptionFiles): Promise<Encryption | undefined> {
  if (recipientsFile !== undefined && passphraseFile !== undefined) {
    throw new ConfigError(
      'A backup is encrypted for recipients or under a passphrase: name one of the two files, not both.',
    );
  }
  if (passphraseFile !== undefined) return { passphrase: await readPassphrase(passphraseFile) };
  if (recipientsFile === undefined) return undefined;
  const what = 'an age recipient ("age1…", the public key that age-keygen prints)';
  return { recipients: await readLines('the recipients in', recipientsFile, RECIPIENT, what) };
}

/** As the settings of an installation say, or the options of a command in their place. */
export const encryptionOf = (
  { backupRecipientsFile, backupPassphraseFile }: Config,
  options: EncryptionFiles = {},
): Promise<Encryption | undefined> =>
  readEncryption(
    options.recipientsFile === undefined && options.passphraseFile === undefined
      ? { recipientsFile: backupRecipientsFile, passphraseFile: backupPassphraseFile }
      : options,
  );

/**
 * Reads what opens a backup, of the files that the operator names; the passphrase is that of the settings where none is.
 * @throws ConfigError, SystemError naming the file
 */
export async function openingOf(
  { backupPassphraseFile }: Config,
  options: { readonly identityFile?: string | undefined; readonly passphraseFile?: string | undefined },
): Promise<Opening> {
  const { identityFile, passphraseFile = backupPassphraseFile } = options;
  const what = 'an age identity ("AGE-SECRET-KEY-1…", as age-keygen writes it)';
  return {
    identities:
      identityFile === undefined ? undefined : await readLines('the identities in', identityFile, IDENTITY, what),
    passphrase: passphraseFile === undefined ? undefined : await readPassphrase(passphraseFile),
  };
}

async function readPassphrase(file: string): Promise<string> {
  const passphrase = (await readNamedFile('the passphrase in', file)).trim().normalize('NFC');
  if (passphrase.length >= PASSPHRASE_CHARACTERS_MIN && !passphrase.includes('\n')) return passphrase;
  throw new ConfigError(
    `${file} must hold the passphrase, one line of at least ${PASSPHRASE_CHARACTERS_MIN} characters: ${MAKE_PASSPHRASE} > ${file}`,
  );
}

/** Lines of the form; empty ones and those that begin with `#` are left out, as `age` does. */
async function readLines(what: string, file: string, form: RegExp, name: string): Promise<string[]> {
  const lines = (await readNamedFile(what, file)).split(/\r?\n/).map((line) => line.trim());
  const wrong = lines.findIndex((line) => line !== '' && !line.startsWith('#') && !form.test(line));
  if (wrong >= 0) throw new ConfigError(`${file}, line ${wrong + 1}, is not ${name}.`);
  const found = lines.filter((line) => form.test(line));
  if (found.length === 0) throw new ConfigError(`${file} holds no line that is ${name}.`);
  return found;
}

export interface EncryptedSink {
  /** Takes what is to be encrypted. */
  readonly sink: Writable;
  /** SHA-256 of what went into the target, in hexadecimal; once everything is in it. */
  readonly written: Promise<string>;
  /** What the target refused; undefined: nothing so far. */
  readonly failure: () => unknown;
}

/** Encrypts what the sink takes, into the target, and ends the target with it. */
export async function encryptTo(target: Writable, encryption: Encryption): Promise<EncryptedSink> {
  // Few installations need it in each command.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  if (encryption.passphrase !== undefined) {
    encrypter.setPassphrase(encryption.passphrase);
    encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
  } else for (const recipient of encryption.recipients) encrypter.addRecipient(recipient);
  const sink = new PassThrough();
  const encrypted = await encrypter.encrypt(Readable.toWeb(sink) as ReadableStream<Uint8Array>);
  const source = Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]);
  const hash = createHash('sha256');
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const written = pipeline(source, hashed, target, { end: target !== process.stdout }).then(() => hash.digest('hex'));
  // Awaited by who writes; until then a full disk ends the writing.
  let failure: unknown;
  written.catch((error) => {
    failure = error;
    sink.destroy(error);
  });
  return { sink, written, failure: () => failure };
}

/**
 * The source as it was before it was encrypted; the source itself where it is not.
 * @throws ConfigError where nothing is given that opens it, or it was encrypted for others
 */
export async function openEncrypted(source: Readable, opening: Opening): Promise<Readable> {
  const beginning = await readBeginning(source, MAGIC.length + BY_PASSPHRASE.length);
  if (!beginning.subarray(0, MAGIC.length).equals(MAGIC)) return source;
  const isByPassphrase = beginning.subarray(MAGIC.length).equals(BY_PASSPHRASE);
  const [given, option, what] = isByPassphrase
    ? [opening.passphrase, '--passphrase-file', 'the file with its passphrase']
    : [opening.identities, '--identity-file', 'the file with an age identity that opens it'];
  if (given === undefined) {
    source.destroy();
    throw new ConfigError(`This backup is encrypted: pass ${what} with ${option}.`);
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if (isByPassphrase) decrypter.addPassphrase(given as string);
  else for (const identity of given as readonly string[]) decrypter.addIdentity(identity);
  const plain = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>).catch((error: Error) => {
    source.destroy();
    throw /no identity matched/.test(error.message)
      ? new ConfigError(
          isByPassphrase
            ? 'The passphrase is not the one of this backup.'
            : 'This backup was encrypted for others: none of the identities opens it.',
        )
      : unusable('it is damaged, incomplete or no backup at all');
  });
  return Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0]);
}

/** The first bytes of a stream, which stay in it. */
async function readBeginning(source: Readable, bytes: number): Promise<Buffer> {
  let beginning = Buffer.alloc(0);
  while (beginning.length < bytes) {
    const chunk = source.read() as Buffer | null;
    if (chunk !== null) beginning = Buffer.concat([beginning, chunk]);
    else if (source.readableEnded) break;
    else await Promise.race([once(source, 'readable'), once(source, 'end')]);
  }
  if (beginning.length > 0) source.unshift(beginning);
  return beginning.subarray(0, bytes);
}
