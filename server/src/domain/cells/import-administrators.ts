/** The administrators of a community that arrives: their accounts, where nobody here has the address. */
import type pg from 'pg';
import { textOfField } from '../../platform/backup/copy-row.ts';
import type { DescribedTable } from '../../platform/backup/format.ts';
import type { Keys } from '../../platform/base/keys.ts';
import { changeSecrets, openPasswordHash } from './export-secrets.ts';

export interface ArrivedAdministrators {
  /** Accounts that were made. */
  readonly added: readonly string[];
  /** Accounts that were here already and are the same person's. */
  readonly known: readonly string[];
  /** Addresses that another account has here: a person decides whether it is to have the role. */
  readonly notAdded: readonly string[];
  /** The number here, by the number there. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** What an account keeps; what an identity provider has vouched for, and rights over the installation, it does not. */
const KEPT = [
  'email',
  'name',
  'created_at',
  'language',
  'list_columns',
  'address',
  'totp_confirmed_at',
  'totp_last_step',
];

type Values = Readonly<Record<string, string | null>>;

/**
 * Adds those accounts.
 * @param rows of the table, each with its fields
 * @throws ConfigError where a secret cannot be read
 */
export async function addArrived(
  client: pg.Client,
  table: DescribedTable,
  rows: readonly (readonly string[])[],
  keys: { readonly from: Keys; readonly to: Keys },
): Promise<ArrivedAdministrators> {
  const [added, known, notAdded]: [string[], string[], string[]] = [[], [], []];
  const numbers = new Map<string, string>();
  for (const fields of rows) {
    const values = valuesOf(table, fields);
    const { id = '', email = '', password_hash: sealed } = values as Record<string, string>;
    const hash = sealed ? openPasswordHash(keys.from, id, sealed) : null;
    const { rows: found } = await client.query<{ id: number; hash: string | null }>(
      'select id, password_hash as hash from administrators where email = $1',
      [email],
    );
    const [here] = found;
    if (here === undefined) {
      numbers.set(id, await addAccount(client, table, fields, { values, hash, keys }));
      added.push(email);
    } else if (hash !== null && here.hash === hash) {
      numbers.set(id, String(here.id));
      known.push(email);
    } else notAdded.push(email);
  }
  return { added, known, notAdded, numbers };
}

function valuesOf({ columns }: DescribedTable, fields: readonly string[]): Values {
  return Object.fromEntries(columns.map(({ name }, at) => [name, textOfField(fields[at] ?? '')]));
}

async function addAccount(
  client: pg.Client,
  table: DescribedTable,
  fields: readonly string[],
  {
    values,
    hash,
    keys,
  }: { readonly values: Values; readonly hash: string | null; readonly keys: { from: Keys; to: Keys } },
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('administrators', 'id'))::text as id`,
  );
  const id = rows[0]?.id ?? '';
  const changed = changeSecrets(table, keys.from, keys.to, () => id)?.(fields) ?? fields;
  const secret = valuesOf(table, changed).totp_secret_encrypted ?? null;
  const columns = [...KEPT, 'password_hash', 'totp_secret_encrypted'];
  const given = [...KEPT.map((name) => values[name] ?? null), hash, secret];
  await client.query(
    `insert into administrators (id, ${columns.join(', ')}) overriding system value
     values ($1, ${columns.map((_, at) => `$${at + 2}`).join(', ')})`,
    [id, ...given],
  );
  return id;
}

/** The fields of a whole table, which is small. */
export async function readAllFields(rows: AsyncIterable<Buffer>): Promise<string[][]> {
  let text = '';
  for await (const chunk of rows) text += chunk.toString('utf8');
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => line.split('\t'));
}
