/** The secrets of a community: encrypted under the key of an installation, or of an export. */
import { createHash, randomBytes } from 'node:crypto';
import { ConfigError } from '../../../core/base/config.ts';
import { deriveKeys, type Keys } from '../../../core/base/keys.ts';
import { DatabaseOpenError } from '../../../core/database/open-error.ts';
import { decryptWebhookSecret, encryptWebhookSecret } from '../../../core/events/delivery/secrets.ts';
import { decryptTotpSecret, encryptTotpSecret } from '../../office/domain/administrators/totp.ts';
import {
  bytesOfField,
  type ChangeRow,
  fieldOfBytes,
  fieldOfText,
  NULL_FIELD,
  textOfField,
} from '../../operate/backup/copy-row.ts';
import type { DescribedTable } from '../../operate/backup/format.ts';
import { SECRET_COLUMNS } from './community-tables.ts';

const GROUPS = 8;
const GROUP_LENGTH = 4;
/** Without letters and digits that look alike: 32 of them, 5 bits each. */
const ALPHABET = '23456789abcdefghijkmnpqrstuvwxyz';
const SALT_BYTES = 16;

/** A new passphrase: 160 random bits, so that guessing it is hopeless without slow hashing. */
export function newPassphrase(): string {
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return Array.from({ length: GROUPS }, (_, at) =>
    letters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}

/** A new salt, in hexadecimal. */
export const newSalt = (): string => randomBytes(SALT_BYTES).toString('hex');

/** The keys of an export: they encrypt its secrets and authenticate it. */
export function exportKeys(passphrase: string, salt: string): Keys {
  const digest = createHash('sha256').update(`timebank export ${salt} ${passphrase.trim()}`).digest();
  return deriveKeys(digest.toString('base64'));
}

/** Changes the field of one secret. @param id the text that it is bound to */
type ChangeSecret = (field: string, id: string, newId: string) => string;

/**
 * Encrypts the secrets of a row under other keys. Where the row gets another number, it is bound to that.
 * @param newIdOf the number that the row will have
 * @returns undefined: the table has no secrets
 */
export function changeSecrets(
  { name, columns }: DescribedTable,
  from: Keys,
  to: Keys,
  newIdOf: (id: string) => string = (id) => id,
): ChangeRow | undefined {
  const names = columns.map((column) => column.name);
  const isEncrypted = (column: string) => column.endsWith('_encrypted') && SECRET_COLUMNS.has(`${name}/${column}`);
  const places = names.flatMap((column, at) => (isEncrypted(column) ? [at] : []));
  if (places.length === 0) return undefined;
  const idAt = names.indexOf('id');
  return (fields) => {
    const id = fields[idAt] ?? '';
    return fields.map((field, at) => {
      if (!places.includes(at) || field === NULL_FIELD) return field;
      const change = changeOf(`${name}/${names[at]}`, from, to);
      try {
        return change(field, id, newIdOf(id));
      } catch {
        throw new ConfigError(
          `A secret in ${name}.${names[at]} cannot be read with the key: give it up by "timebank secret-key accept-loss", then try again.`,
        );
      }
    });
  };
}

function changeOf(column: string, from: Keys, to: Keys): ChangeSecret {
  if (column === 'administrators/totp_secret_encrypted') {
    return (field, id, newId) => {
      const secret = decryptTotpSecret(from.totp, Number(id), bytesOfField(field) as Buffer);
      return fieldOfBytes(encryptTotpSecret(to.totp, Number(newId), secret));
    };
  }
  return (field, id, newId) => {
    const secret = decryptWebhookSecret(from.webhookSecrets, id, bytesOfField(field) as Buffer);
    return fieldOfBytes(encryptWebhookSecret(to.webhookSecrets, newId, secret));
  };
}

const passwordPlace = (id: string) => `password of administrator ${id}`;

/** The hash of a password, which would help to guess it, as an export has it. */
export function sealPasswordHash(keys: Keys, id: string, field: string): string {
  const hash = textOfField(field);
  if (hash === null) return NULL_FIELD;
  return fieldOfText(encryptWebhookSecret(keys.webhookSecrets, passwordPlace(id), hash).toString('base64'));
}

/** The hash of a password in an export. @throws DatabaseOpenError where the file's key did not seal it for this account */
export function openPasswordHash(keys: Keys, id: string, sealed: string): string {
  try {
    return decryptWebhookSecret(keys.webhookSecrets, passwordPlace(id), Buffer.from(sealed, 'base64'));
  } catch (cause) {
    throw new DatabaseOpenError(`${DAMAGED} (the password of account ${id} cannot be read).`, { cause });
  }
}

/** The beginning of a sentence about an export whose rows are no rows. */
export const DAMAGED = 'The export is damaged, or was altered since it was made';
