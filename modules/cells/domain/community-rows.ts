/** Filling the tables of one community as the role that owns them: by an import, or to put it back. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Clock } from '../../../core/base/clock.ts';
import { valueTypes } from '../../../core/database/connection.ts';
import { DatabaseOpenError } from '../../../core/database/open-error.ts';
import type { SqlStatement, Transaction } from '../../../core/database/query.ts';
import { gramsText } from '../../../core/people/members/found-by.ts';
import { insertMemberGrams } from '../../../core/people/members/queries.ts';
import { type ChangeRow, changeRows } from '../../operate/backup/copy-row.ts';
import { verifyLedger } from '../../operate/domain/ledger/invariants.ts';

const OFFENDERS_MAX = 100;
const MEMBERS_AT_ONCE = 1000;

/** The rows of a table on their way, as COPY writes them. */
export interface TableRows {
  readonly table: string;
  /** Default: public. */
  readonly schema?: 'pg_temp' | 'public';
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<Buffer>;
}

/** Writes the rows of a table, each changed on its way. @returns how many came */
export async function fillTable(
  client: pg.Client,
  { table, schema = 'public', columns, rows }: TableRows,
  change: ChangeRow,
): Promise<number> {
  let count = 0;
  const into = client.query(copyFrom(`copy ${schema}.${pg.escapeIdentifier(table)} (${listed(columns)}) from stdin`));
  const changed = changeRows(rows, change, () => {
    count++;
  });
  await pipeline(Readable.from(changed), into);
  return count;
}

/** SQL: the columns as a list. */
export const listed = (columns: readonly string[]) => columns.map((name) => pg.escapeIdentifier(name)).join(', ');

/** The owner's connection, for statements of the domain. */
export function transactionOf(client: pg.Client): Transaction {
  return {
    kind: 'transaction',
    async run<Row>({ text }: SqlStatement, values: readonly unknown[]) {
      const result = await client.query({ text, values: values as unknown[], types: valueTypes });
      return result.rows as Row[];
    },
  };
}

/** By which members are found; made with the number of the community. */
export async function fillGrams(client: pg.Client, on: Transaction, communityId: number): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await client.query<{ id: string; name: string; words: string[] }>(
      `select m.id, m.name, array_agg(w.word) as words
       from members m join member_words w on w.community_id = m.community_id and w.member_id = m.id
       where m.community_id = $1 and m.id > $2 group by m.id, m.name order by m.id limit $3`,
      [communityId, after, MEMBERS_AT_ONCE],
    );
    const last = rows.at(-1);
    if (!last) return;
    await insertMemberGrams(on, {
      communityId,
      memberIds: rows.map(({ id }) => id),
      grams: rows.map(({ name, words }) => gramsText(communityId, name, words)),
    });
    after = last.id;
  }
}

/**
 * Verifies the ledger in the transaction of the caller.
 * @throws DatabaseOpenError where a rule is broken in the community
 */
export async function demandHolds(
  on: Transaction,
  clock: Clock,
  communityId: number,
  done: 'imported' | 'changed',
): Promise<void> {
  const { invariants } = await verifyLedger({ snapshot: (work) => work(on) }, clock);
  for (const { rule, offenders } of invariants) {
    const own = offenders.find((offender) => offender.communityId === communityId);
    // Beyond the limit, what is broken in other communities could hide it.
    const found = own ?? (offenders.length >= OFFENDERS_MAX ? offenders[0] : undefined);
    if (!found) continue;
    throw new DatabaseOpenError(
      `Nothing was ${done}, since its ledger would not hold: ${rule} (${found.subject}: ${found.problem})`,
    );
  }
}
