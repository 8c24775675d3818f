/** The peers of the ledger on the same server, with the same accounts and the same choice of them. */
import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** One client's way of moving hours from one account to another, by the account's number from 1. */
export interface Peer {
  readonly name: string;
  /** Makes the tables and as many accounts. */
  readonly tables: (accounts: number) => Promise<string>;
  /** Counts the transfers written, as `count`. */
  readonly count: string;
  /** Sends the statements of one transfer; resolves after its commit. */
  readonly transfer: (client: pg.Client, source: string, target: string, amount: number) => Promise<void>;
  /** The query for the ids that `transfer` takes, by the account's number. */
  readonly accountIds: string;
}

/** Names the file with pgledger's SQL, the functions for ULIDs before it. */
const PGLEDGER = 'PGLEDGER_SQL';
/** An answer that takes longer than this does not come. */
const ANSWER_TIMEOUT_MS = 10_000;

const PLAIN_TABLES = (accounts: number) => `
  create table plain_accounts (id integer primary key, balance_seconds bigint not null);
  create table plain_transfers (
    id bigint generated always as identity primary key,
    source_id integer not null,
    target_id integer not null,
    amount_seconds bigint not null,
    created_at timestamptz not null
  );
  insert into plain_accounts select number, 0 from generate_series(1, ${accounts}) as number;
  create function plain_transfer(source integer, target integer, amount bigint) returns void language plpgsql as $$
  begin
    perform from plain_accounts where id in (source, target) order by id for update;
    update plain_accounts set balance_seconds = balance_seconds - amount where id = source;
    update plain_accounts set balance_seconds = balance_seconds + amount where id = target;
    insert into plain_transfers (source_id, target_id, amount_seconds, created_at) values (source, target, amount, now());
  end $$;`;

const PLAIN = {
  tables: async (accounts: number) => PLAIN_TABLES(accounts),
  count: 'select count(*)::int as count from plain_transfers',
  accountIds: 'select id::text as id from plain_accounts order by id',
};

export const PEERS = {
  plain: {
    ...PLAIN,
    name: 'the plain form, six statements',
    async transfer(client, source, target, amount) {
      const send = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
      await client.query('begin');
      await send('lock', 'select id from plain_accounts where id in ($1, $2) order by id for update', [source, target]);
      const move = 'update plain_accounts set balance_seconds = balance_seconds + $2 where id = $1';
      await send('move', move, [source, -amount]);
      await send('move', move, [target, amount]);
      const insert = `insert into plain_transfers (source_id, target_id, amount_seconds, created_at)
        values ($1, $2, $3, now())`;
      await send('insert', insert, [source, target, amount]);
      await client.query('commit');
    },
  },
  plainFunction: {
    ...PLAIN,
    name: 'the plain form, one call of a function',
    async transfer(client, source, target, amount) {
      await client.query({ name: 'call', text: 'select plain_transfer($1, $2, $3)', values: [source, target, amount] });
    },
  },
  pgledger: {
    name: 'pgledger',
    async tables(accounts) {
      const sql = await readFile(process.env[PGLEDGER] ?? '', 'utf8');
      return `${sql};
        select from generate_series(1, ${accounts}) as number, lateral pgledger_create_account(number::text, 'hours') a`;
    },
    count: 'select count(*)::int as count from pgledger_transfers',
    accountIds: 'select id from pgledger_accounts_view order by name::int',
    async transfer(client, source, target, amount) {
      const text = 'select id from pgledger_create_transfer($1, $2, $3)';
      await client.query({ name: 'call', text, values: [source, target, amount] });
    },
  },
} satisfies Record<string, Peer>;

export type PeerId = keyof typeof PEERS;

/** Why a peer cannot be measured here, if so. */
export function missing(id: PeerId): string | undefined {
  return id === 'pgledger' && !process.env[PGLEDGER] ? `not measured, ${PGLEDGER} is not set` : undefined;
}

export async function connectPeer(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, query_timeout: ANSWER_TIMEOUT_MS });
  await client.connect();
  return client;
}
