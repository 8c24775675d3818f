/** A tenant's rows are found by their community: keys in the catalogue, and the plan of every statement. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { planOf, readAcrossCommunities } from '../../test-support/plans.ts';
import { allStatements } from '../../test-support/statements.ts';
import { connectionOptions } from './connection.ts';

/** Everything that these read they read by purpose: verification adds up all communities. */
const FILES_OF_ALL = /\/ledger\/(invariant|book-check)-queries\.ts$/;

/** Tables without a community. */
const OF_NOBODY: Readonly<Record<string, string>> = {
  communities: 'their id is the community',
  administrator_identities: 'of a person',
  administrators: 'a person may administer several',
  passkeys: 'of a person',
  password_links: 'of a person',
  password_requests: 'of an address that nobody may have',
  passkey_challenges: 'of a person who signs in',
  provider_requests: 'of a browser that is on its way',
  recovery_codes: 'of a person',
  sessions: 'of a person',
  sign_in_attempts: 'of an address, or of a name that nobody may have',
  installation: 'one row',
  ledger_check: 'one row',
  nodes: 'of the service',
  schema_migrations: 'of the schema',
  sync_marks: 'of the database',
  write_probe: 'one row',
};

/** Unique keys of tenants' tables that do not begin with the community. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  access_tokens_pkey: 'a token is all that a request has: it finds the community',
  partners_client_id_key: 'likewise',
  hand_overs_token_hash_key: 'a link finds its community',
  invitations_token_hash_key: 'a link finds its community',
  invitations_mailed_token_hash: 'a link finds its community',
  setup_links_pkey: 'a link finds its person; the community only says where it was made',
  audit_log_pkey: 'one order of everything, also of what belongs to no community; read by an index of the community',
  call_log_pkey: 'a bounded number is kept of all calls, the latest; read by an index of the community',
};

const FINDS = 'finds the community, by a secret that was shown or an id of its own';
const PERSON = "a person's roles, in all communities";
const DUE = 'a job: what is due, or too old, anywhere';
/** Statements that read a tenant's table without naming the community. */
const ACROSS: Readonly<Record<string, string>> = {
  endAccessBegunUntil: 'a server that was restored to a moment: of all communities',
  selectClients: FINDS,
  selectPartnerByClientId: FINDS,
  selectTokens: FINDS,
  lockToken: FINDS,
  updateTokenRevoked: FINDS,
  selectInvitation: FINDS,
  lockInvitation: FINDS,
  selectHandOver: FINDS,
  selectWaitingHandOver: FINDS,
  selectLiveSecret: FINDS,
  selectDeliveryOwner: FINDS,
  selectSubscriptionOwner: FINDS,
  addCallCounts: 'calls that were refused have a client id only',
  insertCalls: 'calls that were refused have a client id or a token only',
  lockInvitationsOf: 'what an address is invited to, in all communities',
  selectNewestRows: 'whether the clock is right is asked of all communities',
  selectLastAuditId: 'numbers are given out over all communities',
  selectMemberships: PERSON,
  selectSession: PERSON,
  selectAdministratorAccount: PERSON,
  selectAdministratorsByAddress: PERSON,
  lockAdministrator: PERSON,
  updateSetupLinkUsed: "a person's link",
  deleteSetupLinks: "a person's links",
  deleteCreditDays: DUE,
  deleteExpiredProofs: DUE,
  deleteExpiredTokens: DUE,
  deleteOldActivityCounts: DUE,
  deleteOldAnswers: DUE,
  deleteOldListingForms: DUE,
  foldTallies: DUE,
  deleteOldCallCounts: DUE,
  deleteOldCalls: DUE,
  deleteOldEvents: DUE,
  deleteOldInvitations: DUE,
  deleteOldLines: DUE,
  deleteOldMemberSessions: DUE,
  writeSignInMails: DUE,
  deleteOldSignInRequests: DUE,
  forgetPayers: DUE,
  deleteOldSetupLinks: DUE,
  claimMails: DUE,
  selectMailsWaiting: DUE,
  selectWaitingWork: DUE,
  countAttemptedSince: DUE,
  deleteOldMails: DUE,
  deleteOldMessages: DUE,
  settleUnsendable: DUE,
  countRefusedDays: PERSON,
  countRefusedTogether: 'a mail server refuses all communities alike',
  forgetRefusedTogether: 'a mail server refuses all communities alike',
  selectMoveActs: 'a community that has left, or was discarded, has no acts of its own any more',
  selectStopHolder: FINDS,
  insertWebhookAlerts: DUE,
  insertKeyAlerts: DUE,
  insertTaskAlerts: DUE,
  insertBankAlerts: DUE,
  insertBackupAlerts: DUE,
  writePasswordMails: PERSON,
  selectPasswordLink: PERSON,
  lockPasswordLink: PERSON,
  eraseEndedHandOvers: DUE,
  releaseHeldDeliveries: DUE,
  selectEndingCommunities: DUE,
  selectHoldCommunities: DUE,
  selectUnanswered: DUE,
  selectCommunitiesToTell: DUE,
  selectBacklog: DUE,
  selectOldestDue: DUE,
  selectPartnersToClose: DUE,
  selectSubscriptionsBehind: DUE,
  selectUndistributedEvents: DUE,
  revokeTokensIssuedUntil: 'after a restore to a moment, of all communities',
  upsertMailConsent: 'names it in the members that it inserts for, whom PostgreSQL may read as a whole table',
  touchActiveListings: 'by the place of rows that it has just locked in one community',
  selectActivityFigures: 'the operator looks at all communities',
  selectDisabledSubscriptions: 'the doctor looks at all communities',
  selectOldestOpenDay: 'the doctor looks at all communities',
  selectChangedMembers: 'names it in all parts; of an empty table PostgreSQL makes a hash as a whole',
};

let database: TestDatabase;
let owner: pg.Client;
let byKey: pg.Client;
before(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.ownerConnection);
  byKey = new pg.Client(connectionOptions(database.appConnection, { statementTimeoutMs: 30_000, byKey: true }));
  for (const client of [owner, byKey]) await client.connect();
});
after(async () => {
  for (const client of [owner, byKey]) await client.end();
  await database.drop();
});

async function tables(): Promise<{ name: string; isTenants: boolean }[]> {
  const { rows } = await owner.query(
    `select c.relname as name, exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'community_id' and not a.attisdropped
      ) as "isTenants"
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  return rows;
}
const tenantsTables = async () => new Set((await tables()).filter((one) => one.isTenants).map(({ name }) => name));

function assertListed(found: Iterable<string>, list: Readonly<Record<string, string>>): void {
  assert.deepEqual([...found].sort(), Object.keys(list).sort());
}

test('every table has a community, but for those that say why', async () => {
  assertListed(
    (await tables()).filter((one) => !one.isTenants).map(({ name }) => name),
    OF_NOBODY,
  );
});

test('every unique key of a tenant begins with the community, but for those that say why', async () => {
  const { rows } = await owner.query(
    `select i.relname as name, t.relname as "table", a.attname as first
      from pg_index x
        join pg_class i on i.oid = x.indexrelid
        join pg_class t on t.oid = x.indrelid
        join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
      where x.indisunique and t.relnamespace = 'public'::regnamespace`,
  );
  const own = await tenantsTables();
  const unique: { name: string; table: string; first: string }[] = rows.filter(({ table }) => own.has(table));
  assertListed(
    unique.filter(({ first }) => first !== 'community_id').map(({ name }) => name),
    OTHER_KEYS,
  );
});

test('every foreign key between tenants begins with the community on both sides', async () => {
  const { rows } = await owner.query(
    `select c.conname as name, c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to",
        (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) as near,
        (select attname from pg_attribute where attrelid = c.confrelid and attnum = c.confkey[1]) as far
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  );
  const own = await tenantsTables();
  const between = rows.filter(({ from, to }) => own.has(from) && own.has(to));
  assert.ok(between.length > 20);
  assert.deepEqual(
    between.filter(({ near, far }) => near !== 'community_id' || far !== 'community_id').map(({ name }) => name),
    [],
  );
});

test('every statement finds a tenant\u2019s rows by their community, but for those that say why', async () => {
  const own = await tenantsTables();
  const statements = (await allStatements()).filter(({ file }) => !FILES_OF_ALL.test(file));
  const across = new Set<string>();
  for (const { exportName, statement } of statements) {
    if (readAcrossCommunities(await planOf(byKey, statement), own).length > 0) across.add(exportName);
  }
  assert.deepEqual(
    [...across].filter((name) => ACROSS[name] === undefined),
    [],
  );
  assert.ok(across.has('selectTokens') && across.has('deleteCreditDays'), 'what has no community is recognised');
  const names = new Set(statements.map(({ exportName }) => exportName));
  assert.deepEqual(
    Object.keys(ACROSS).filter((name) => !names.has(name)),
    [],
  );
});
