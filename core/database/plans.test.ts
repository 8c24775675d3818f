/** No statement of a request reads more rows because its tables are larger: the plans on a filled database. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { fillDatabase } from '../../test-support/filled-database.ts';
import { type Growth, growthOf, type IndexColumns, planOf, readIndexColumns } from '../../test-support/plans.ts';
import { allStatements } from '../../test-support/statements.ts';
import { connectionOptions } from './connection.ts';
import type { SqlStatement } from './query.ts';

/** Everything that these read they read by purpose, in a snapshot or the heavy lane: verification and exports. */
const FILES_OF_ALL = /\/ledger\/(invariant|book-check|export)-queries\.ts$/;

/** Statements that read more in a larger table, and why that is meant. `scan`: all rows; `filter`: those it passes. */
const GROWING: Readonly<Record<string, readonly [kinds: string, reason: string]>> = {
  selectFigures: ['scan', 'counts the community once a day, in a job'],
  selectCounts: ['scan', 'asks whether there is any, and for the first day: one entry of an index'],
  countActivity: ['scan', 'organisations and funds have an index of their own'],
  selectMembersToCall: ['scan filter', 'reads every active member once, and the exchanges of some months'],
  countMembersToCall: ['scan filter', 'the same'],
  selectOtherFigures: ['scan', 'of a report: who joined and left; organisations and funds have an index of their own'],
  selectMembersByField: ['scan', 'of a report: counts all members of the community'],
  countEmailReach: ['scan', 'counts its members, where a scope is chosen'],
  selectAttention: ['scan', 'counts what waits up to a limit'],
  selectOfficeTasks: ['scan', 'the same'],
  insertTaskAlerts: ['scan', 'once a day: whether any waits, by indexes of what does'],
  selectSharedAccounts: ['scan', 'organisations and funds have an index of their own'],
  selectKnownMembers: ['scan', 'of an import, where it has rows of new members'],
  eraseAnswers: ['scan', 'at an erasure, where it is taken for less than an index scan for each answer of the member'],
  selectAccountsByName: ['scan', 'of an import, for all of its rows'],
  selectChangedMembers: ['scan', 'of the undoing of an import, for all of its rows'],
  selectChangedListingsOf: ['scan', 'of the undoing of an import, for all of its rows'],
  selectReversedExchanges: ['scan', 'of the undoing of an import, for all of its rows'],
  selectOrganisationOpenings: ['scan', 'of the undoing of a move: organisations have an index of their own'],
  selectIsFilled: ['scan', 'before a move from another system: whether there is any, one entry of an index each'],
  selectBalancesByNumber: ['scan', 'of a move from another system, for all of its members'],
  selectLeavingMembers: ['scan', 'of the archive of a community, for all of its rows, in a snapshot'],
  selectLeavingListings: ['scan filter', 'the same'],
  selectLeavingExchanges: ['scan filter', 'the same'],
  selectLeavingOrganisations: ['scan filter', 'the same'],
  selectCommunityAccounts: ['scan', 'the same'],
  selectCommunityListings: ['scan', 'the same'],
  selectCountingTransfers: ['scan filter', 'the same'],
  lockAllAccounts: ['scan', 'of the reset of a sandbox, for all of its accounts'],
  emptyAccounts: ['scan', 'the same'],
  selectOpenItems: ['filter', 'of a comparison with the bank, in a snapshot'],
  selectOpenFacts: ['scan', 'of the inbox: its open lines, by an index of their state'],
  selectProposals: ['scan', 'the same'],
  selectFoundLinePage: ['filter', 'looks for words in all lines of a community, newest first, in the heavy lane'],
  selectInboxLinePage: [
    'scan filter',
    'in one state, where an index of the states leads to a rare one, and passes what came later; nobody asks for a time without a state',
  ],
  selectWaiting: ['scan', 'counts them'],
  lockCurrentLines: ['scan', 'of a comparison: differences that stand, by an index of those alone'],
  selectLinePage: ['filter', 'of one comparison or in one state; nobody asks without'],
  selectCreditsReversedUnder: [
    'scan',
    'of a comparison: where reversals are few, all of them are cheaper than references',
  ],
  selectCreditsWithPaymentIds: ['scan', 'the same with payments, which the filled database has none of'],
  insertCommunitySeal: ['filter', 'a job: the acts of all communities since the last seal, 10,000 at a time'],
  insertInstallationSeal: ['scan', 'the same'],
  selectUnsealed: ['scan', 'a job: whether there is any act since the last seal'],
  selectWaitingWork: ['scan', 'whether there is any row: it reads one'],
  selectMailsWaiting: ['scan', 'the same'],
  selectActivityFigures: ['scan', 'the operator looks at all communities: counts what waits, by indexes of what does'],
  selectNewestRows: ['scan', 'once at a start: the settlement accounts of each community'],
  endSessionsOfOtherWays: ['scan', 'once at a start: sessions end after hours and are deleted'],
  endAccessBegunUntil: [
    'scan filter',
    'once at a start, and only after a restore to a moment: all ways in from before',
  ],
  endSessionsBegunUntil: ['scan filter', 'the same, after a restore to a moment'],
  revokeTokensIssuedUntil: ['scan filter', 'the same: tokens end after an hour'],
  selectBacklog: ['scan', 'counts the queue up to a bound'],
  selectUndistributedEvents: ['scan filter', 'of a verification'],
  spreadListingEnds: ['scan filter', 'goes through all listings when they are to end from now on, a batch at a time'],
  clearListingEnds: ['scan filter', 'the same when they no longer are'],
  touchMembersOnDefault: ['filter', 'goes through all members when the default for all changes, a batch at a time'],
  replaceOwnValues: ['scan', 'a field of the community goes with the values of all members, a batch at a time'],
  selectPartnersToClose: ['filter', 'a job: partners are few, and their accounts have an index'],
  updateTokenRevokedById: ['scan', 'a person’s act on the tokens of one partner, which end after an hour'],
  selectUserPages: ['filter', 'passes those who left'],
  selectUserPageWithEmail: ['filter', 'passes those who left'],
  selectListingPage: ['scan filter', 'of the two types each has its share'],
  selectMemberPage: ['scan', 'an order but that by name sorts all members, in the heavy lane'],
  selectCommunityListingPage: [
    'scan filter',
    'of types and states each has its share; a text may stand anywhere; titles are sorted',
  ],
  selectExchangePage: ['scan filter', 'passes the credits, and the younger ones of a day; hours are sorted'],
  sumExchanges: ['scan', 'gifts and reversals, by an index of those alone'],
  countMembers: ['scan filter', 'counts up to a limit'],
  countListings: ['scan filter', 'counts up to a limit; a text may stand anywhere'],
  countExchanges: ['scan filter', 'counts up to a limit, and passes the credits'],
  selectTwiceBooked: ['filter', 'passes the lines of some days around each credit'],
  selectBookletPage: ['scan filter', 'of the booklet: all active listings, a page at a time'],
  countMails: ['scan filter', 'counts each up to a limit'],
  insertMessageMails: ['scan', 'of a message: all members who agreed'],
  selectFailedMails: ['filter', 'by an index of failures alone; it passes those of links for passwords'],
  selectMemberPairs: ['scan', 'orders all pairs by how much they have in common, in the heavy lane'],
  searchMembers: ['filter', 'walks the words that begin with the first term'],
  selectPayingMembers: ['filter', 'walks the members by their ids, and passes those who are not active'],
  selectSubscriptionOverview: ['scan', 'events stay for 30 days, and few subscriptions missed some'],
  selectSubscriptionHealth: ['scan', 'the same'],
  countReplayableEvents: ['filter', 'events stay for 30 days'],
  selectEventFeed: ['scan filter', 'events stay for 30 days'],
  selectEventPage: ['scan filter', 'events stay for 30 days'],
  selectAnswerPage: ['filter', 'answers stay for 400 days, and of the states each has its share'],
  selectCallPage: ['scan filter', 'of the log of calls a bounded number is kept; the longest are sorted'],
  countCalls: ['scan filter', 'counts up to a limit'],
  selectAuditPage: ['scan filter', 'the audit log is searched by whatever an auditor asks'],
  selectInstallationAuditPage: ['scan filter', 'the same'],
  selectDigestReaders: ['filter', 'once a week: walks the members by their ids, and passes those who do not want it'],
  selectCategoryReaders: ['filter', 'the same once a day'],
  writeSignInMails: ['filter', 'the index has only the requests that wait'],
  claimMails: ['filter', 'passes the few that a mailer has just taken'],
  settleUnsendable: ['filter', 'the same'],
  countRefusedDays: ['scan', 'what servers have refused lately is little'],
  countRefusedTogether: ['scan', 'the same, within ten minutes'],
  forgetRefusedTogether: ['scan', 'the same'],
  selectMovingCommunity: ['scan', 'looks whether a community has any account at all'],
  selectSessions: ['filter', 'sessions end after hours and are deleted'],
};

let database: TestDatabase;
let owner: pg.Client;
/** Connections like those of the lanes: named statements on those for requests, all others on those for lists. */
let byKey: pg.Client;
let lists: pg.Client;
let indexes: IndexColumns;
before(async () => {
  database = await createTestDatabase();
  await fillDatabase(database);
  const purpose = { statementTimeoutMs: 30_000 };
  owner = new pg.Client(database.ownerConnection);
  byKey = new pg.Client(connectionOptions(database.appConnection, { ...purpose, byKey: true }));
  // A join that reads what few rows there are as a whole is a matter of costs, and not meant here.
  const options = '-c enable_hashjoin=off -c enable_mergejoin=off';
  lists = new pg.Client(connectionOptions({ ...database.appConnection, options }, { ...purpose, workMemMb: 64 }));
  for (const client of [owner, byKey, lists]) await client.connect();
  indexes = await readIndexColumns(owner);
});
after(async () => {
  for (const client of [owner, byKey, lists]) await client.end();
  await database.drop();
});

const growthIn = async (statement: SqlStatement): Promise<Growth[]> =>
  growthOf(await planOf(statement.name === undefined ? lists : byKey, statement), indexes);

test('no statement of a request scans a table that grows, or passes rows in it, but for those that say why', async () => {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const { file, exportName, at, statement } of await allStatements()) {
    if (FILES_OF_ALL.test(file)) continue;
    for (const { kind, what } of await growthIn(statement)) {
      seen.add(exportName);
      if (!GROWING[exportName]?.[0].includes(kind)) faults.push(`${file}: ${exportName}[${at}], ${kind}: ${what}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(seen.has('selectFigures') && seen.has('selectAuditPage'), 'what grows is recognised');
});

/** An index that is dropped, and the statement that then reads more. */
const MISSED: readonly (readonly [index: string, exportName: string])[] = [
  ['transfers_reversed_credits', 'selectCreditPage'],
  ['transfers_by_day', 'selectStatementDay'],
  ['accounts_by_member', 'selectMemberDetail'],
];
for (const [index, exportName] of MISSED) {
  test(`without the index ${index} it is seen that ${exportName} reads more`, async () => {
    const own = (await allStatements()).filter((found) => found.exportName === exportName);
    const growing = async () => {
      const found: Growth[] = [];
      for (const { statement } of own) found.push(...(await growthIn(statement)));
      return found;
    };
    assert.deepEqual(await growing(), []);
    const { rows } = await owner.query(`select pg_get_indexdef('${index}'::regclass) as definition`);
    await owner.query(`drop index ${index}`);
    try {
      assert.notDeepEqual(await growing(), []);
    } finally {
      await owner.query(rows[0].definition);
    }
  });
}
