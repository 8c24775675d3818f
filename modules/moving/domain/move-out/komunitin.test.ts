/** A small community in the form that Komunitin takes, held against the sample of what its importers take. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cesFiles, openingFiles } from './ces-files.ts';
import { codedBooks, KomunitinFault, type KomunitinInput, komunitinMigration } from './komunitin.ts';
import type { LeavingAccount, LeavingPost, LeavingTransfer } from './komunitin-queries.ts';

const SAMPLE = join(import.meta.dirname, '../../../../fixtures/moving-out/komunitin');
const FOUNDED = new Date('2023-01-01T00:00:00.000Z');

const account = (
  id: string,
  kind: LeavingAccount['kind'],
  name: string,
  more: Partial<LeavingAccount> = {},
): LeavingAccount => ({
  ...{ id, kind, number: name, name, status: 'active', email: null, language: null, joinedOn: null },
  ...{ createdAt: FOUNDED, limitSeconds: kind === 'member' ? 72_000 : null, ...more },
});
const member = (id: string, name: string, joinedOn: string, more: Partial<LeavingAccount> = {}) => {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
  return account(id, 'member', name, { joinedOn, email, ...more });
};
const transfer = (
  number: string,
  kind: LeavingTransfer['kind'],
  [payerAccountId, payeeAccountId]: readonly [string, string],
  seconds: number,
  more: Partial<LeavingTransfer> = {},
): LeavingTransfer => ({
  ...{ id: `transfer ${number}`, number, kind, seconds },
  ...{
    payerAccountId,
    payeeAccountId,
    reference: null,
    note: null,
    serviceDate: null,
    bookedOn: '2025-06-01',
    ...more,
  },
});
const [FUND, OPENING, PARTNER, NINA, OTTO, PIA, QUIM] = ['1', '2', '3', '4', '5', '6', '7'] as const;
const listing = (accountId: string, title: string, more: Partial<LeavingPost>): LeavingPost => ({
  ...{ accountId, type: 'service', title, description: '', category: '', estimatedSeconds: null, status: 'active' },
  ...{ createdAt: FOUNDED, ...more },
});

const INPUT: KomunitinInput = {
  community: { id: 1, slug: 'Elm', name: 'Elm Time Bank', createdAt: FOUNDED },
  ...{ code: 'ELMX', administratorId: '2587c4ae-31d4-412e-89fc-028a76ad85b4', url: 'https://elm.example.org' },
  now: new Date('2026-11-01T12:00:00Z'),
  accounts: [
    account(FUND, 'chest', 'Community fund'),
    account(OPENING, 'opening', 'opening'),
    account(PARTNER, 'settlement', 'Acorn'),
    member(NINA, 'Nina Lund', '2023-01-10'),
    member(OTTO, 'Otto Brandt', '2023-02-11'),
    member(PIA, 'Pia Castel', '2023-03-12', { status: 'suspended' }),
    member(QUIM, 'Quim Roca', '2023-04-13', { status: 'left', email: null }),
  ],
  transfers: [
    transfer('opening:E-01', 'opening', [OPENING, NINA], 9000),
    transfer('opening:E-02', 'opening', [OTTO, OPENING], 5400),
    transfer('opening:E-04', 'opening', [OPENING, QUIM], 3600),
    transfer('X-1', 'exchange', [OTTO, NINA], 5400, { note: 'Garden', serviceDate: '2024-05-01' }),
    transfer('X-2', 'exchange', [PIA, OTTO], 4000, { note: 'Cooking, 66 min 40 s', serviceDate: '2024-06-02' }),
    transfer('X-3', 'exchange', [QUIM, FUND], 3600, { note: 'Left: balance to the fund', serviceDate: '2024-07-03' }),
    transfer('X-4', 'exchange', [PIA, NINA], 1, { note: 'One second', serviceDate: '2025-01-04' }),
    transfer('C-1', 'credit', [PARTNER, OTTO], 7200, { reference: 'ASR-1', serviceDate: '2025-02-05' }),
  ],
  listings: [
    listing(NINA, 'Garden help', {
      description: 'Hedges and lawns',
      category: 'Garden',
      createdAt: new Date('2024-01-01'),
    }),
    listing(OTTO, 'Cooking for one week', {
      type: 'request',
      category: 'Household',
      estimatedSeconds: 7200,
      createdAt: new Date('2024-02-02'),
    }),
    listing(PIA, 'Sewing', { status: 'closed', createdAt: new Date('2023-05-05') }),
  ],
};

/** The same document with each id replaced by the number of its first place, so that only their relations count. */
function withoutIds(document: unknown): unknown {
  const seen = new Map<string, string>();
  const named = (id: string) => {
    const name = seen.get(id) ?? `id-${seen.size}`;
    seen.set(id, name);
    return name;
  };
  return JSON.parse(JSON.stringify(document), (key, value) => (key === 'id' ? named(String(value)) : value));
}

test('the migration is that of the sample: codes, states, balances in millionths, transfers, and which id means whom', async () => {
  const sample: unknown = JSON.parse(await readFile(join(SAMPLE, 'migration.json'), 'utf8'));
  const made = komunitinMigration(INPUT, codedBooks(INPUT));
  assert.deepEqual(withoutIds(made), withoutIds(sample));
  assert.deepEqual(komunitinMigration(INPUT, codedBooks(INPUT)), made);
});

test('the six files of CES are those of the sample, but for what the community does not know of itself', async () => {
  const files = cesFiles(INPUT, codedBooks(INPUT));
  assert.deepEqual(Object.keys(files).length, 6);
  for (const name of ['adverts.csv', 'announcements.csv', 'balances.csv', 'transactions.csv']) {
    assert.equal(files[name], await readFile(join(SAMPLE, 'ces', name), 'utf8'), name);
  }
  const [header, fund, ...users] = (files['users.csv'] ?? '').split('\n');
  const [sampleHeader, , ...sampleUsers] = (await readFile(join(SAMPLE, 'ces/users.csv'), 'utf8')).split('\n');
  assert.deepEqual([header, users], [sampleHeader, sampleUsers]);
  assert.match(fund ?? '', /^ELMX0000,,adm,Fund,Elm Time Bank,/);
  const exchanges = await readFile(join(SAMPLE, 'ces/exchanges.csv'), 'utf8');
  assert.equal(
    files['exchanges.csv'],
    exchanges.replace('Elm Time Bank,Elm,,GB,', 'Elm Time Bank,Elm Time Bank,,,').replace('office@example.org', ''),
  );
  assert.deepEqual(openingFiles(codedBooks(INPUT)), {
    'openings.csv': await readFile(join(SAMPLE, 'openings.csv'), 'utf8'),
  });
});

test('the sum of all balances is 0, a former member with hours is not deleted, and a cell with line breaks stays one line', () => {
  const left = INPUT.accounts.map((one) => (one.id === NINA ? { ...one, status: 'left' as const } : one));
  const organisation = account('8', 'organisation', 'Library');
  const help = transfer('X-9', 'exchange', ['8', NINA], 3600, {
    note: 'Two\r\nlines, "quoted"',
    serviceDate: '2025-03-01',
  });
  const input = { ...INPUT, accounts: [...left, organisation], transfers: [...INPUT.transfers, help] };
  const books = codedBooks(input);
  const { accounts } = (
    komunitinMigration(input, books) as { data: { attributes: { data: { accounts: ShownAccount[] } } } }
  ).data.attributes.data;
  assert.equal(
    accounts.reduce((sum, { balance }) => sum + balance, 0),
    0,
  );
  const stateOf = (code: string) => accounts.find((one) => one.code === code)?.status;
  assert.deepEqual([stateOf('ELMX0001'), stateOf('ELMX0004'), stateOf('ELMX8000')], ['disabled', 'deleted', 'active']);
  const { 'transactions.csv': trades = '', 'users.csv': users = '' } = cesFiles(input, books);
  assert.match(trades, /,1\.00,"Two lines, ""quoted""",2025-03-01 12:00:00,/);
  assert.match(users, /^ELMX8000,,org,,,Library,/m);
});

interface ShownAccount {
  readonly code: string;
  readonly status: string;
  readonly balance: number;
}

test('opening balances come in files of at most 100 rows, and more members than there are codes are refused', () => {
  const many = Array.from({ length: 8000 }, (_, at) => member(String(at + 10), `Member ${at}`, '2024-01-01'));
  const transfers = many.slice(0, 101).map(({ id }, at) => transfer(`opening:${at}`, 'opening', [OPENING, id], 3600));
  const input = { ...INPUT, accounts: [...INPUT.accounts.slice(0, 3), ...many.slice(0, 7999)], transfers };
  const files = openingFiles(codedBooks(input));
  assert.deepEqual(
    Object.entries(files).map(([name, text]) => [name, text.trimEnd().split('\n').length]),
    [
      ['openings.csv', 101],
      ['openings-2.csv', 2],
    ],
  );
  assert.throws(() => codedBooks({ ...input, accounts: [...INPUT.accounts.slice(0, 3), ...many] }), KomunitinFault);
});
