/** The fixtures of releases, and a database as one of them left it. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { withClient } from '../../core/database/client.ts';
import { HISTORY } from '../../core/sync/queries.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import type { HeldByRelease } from './fill.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/releases');

export interface Release {
  /** `0.1.0+f844f4bd` */
  readonly build: string;
  /** What the release was built from. */
  readonly commit: string;
  readonly held: HeldByRelease;
  readonly backupFile: string;
  readonly databaseFile: string;
}

/** The fixture of every release, the oldest first. */
export function releases(): Release[] {
  return globSync(join(FOLDER, '*/held.json'))
    .sort()
    .map((file) => {
      const { build, ...held } = JSON.parse(readFileSync(file, 'utf8')) as HeldByRelease & { readonly build: string };
      return {
        build: basename(dirname(file)),
        commit: build.split('+').at(-1) ?? '',
        held,
        backupFile: join(dirname(file), 'whole.timebank-backup'),
        databaseFile: join(dirname(file), 'database.sql.gz'),
      };
    });
}

/** A new database with what the release left. Numbers of transactions go on from there, as in the cluster that it left. */
export async function loadRelease({ databaseFile }: Release): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrated: false });
  const sql = gunzipSync(readFileSync(databaseFile)).toString('utf8');
  await withClient(database.ownerConnection, (client) => client.query(sql));
  await withClient(database.ownerConnection, async (client) => {
    const { rows } = await client.query<{ highest: string }>(
      `select greatest(
         (select max(xid) from events), (select max(changed_xid) from members), (select max(changed_xid) from listings),
         (select max(xid) from imports)) as highest`,
    );
    await client.query(`do $$ begin
      while pg_current_xact_id() <= '${rows[0]?.highest}'::xid8 loop commit; end loop;
    end $$`);
    // The cluster's own line of history, where the release had that of its own.
    await client.query(`update sync_marks set history = ${HISTORY}`);
  });
  return database;
}
