/** Findings of checks for figures that no test can bring about. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PeerCertificate } from 'node:tls';
import { DAY_MS, describeSpan } from '../../../../core/base/time.ts';
import { blocking, type Finding, nothingFound, ok, partsOf, problem, runCheck } from './check.ts';
import {
  judgeClock,
  judgeConnections,
  judgeNewestRow,
  judgeStandby,
  judgeTransaction,
  judgeVacuum,
} from './database.ts';
import { type Disk, judgeDisk, judgeMemory, judgeNode, judgeUpdates } from './machine.ts';
import { judgeCertificate } from './public-url.ts';
import { judgeClocks, judgeReady } from './service.ts';
import { describeList, describeSize } from './words.ts';

const resultOf = ({ result }: Finding) => result;
const GB = 1e9;
const disk = (freeGb: number, ofGb: number, changes: Partial<Disk> = {}): Disk => ({
  ...{ bsize: 1000, blocks: (ofGb * GB) / 1000, bavail: (freeGb * GB) / 1000, files: 100_000, ffree: 50_000 },
  ...changes,
});

describe('a disk', () => {
  for (const [what, facts, result] of [
    ['with room', disk(41, 252), 'ok'],
    ['with less than 15 %', disk(37, 252), 'note'],
    ['with less than 5 %', disk(12, 252), 'problem'],
    ['with less than 1 GB', disk(0.9, 4), 'problem'],
    ['with room and no more files', disk(41, 252, { ffree: 900 }), 'problem'],
    ['that makes room for files as it needs it', disk(41, 252, { files: 0, ffree: 0 }), 'ok'],
  ] as const) {
    test(`${what}: ${result}`, () => assert.equal(resultOf(judgeDisk('/srv', facts)), result));
  }
  test('is judged by what is free, of what, and where', () => {
    assert.equal(judgeDisk('/var/lib/timebank', disk(41, 252)).finding, '41 GB free of 252 GB in /var/lib/timebank');
  });
});

test('little memory is worth a note, an old Node a problem', () => {
  assert.equal(resultOf(judgeMemory(300e6)), 'ok');
  assert.equal(resultOf(judgeMemory(200e6)), 'note');
  assert.equal(resultOf(judgeNode('1.0.0', '24.21.0')), 'ok');
  assert.equal(resultOf(judgeNode('1.0.0', '22.18.0')), 'problem');
});

describe('the clocks', () => {
  const node = (clockAheadMs: number | null, name = 'elm:7') => ({ name, clockAheadMs });
  test('of all nodes are seen: more than two seconds off is worth a note, more than a minute a problem', () => {
    assert.equal(resultOf(judgeClocks([node(1900), node(-1900)])), 'ok');
    assert.equal(resultOf(judgeClocks([node(0), node(-2100)])), 'note');
    const found = judgeClocks([node(0, 'oak:1'), node(40 * DAY_MS), node(-61_000, 'ash:2')]);
    assert.equal(found.result, 'problem');
    assert.match(found.finding, /database: elm:7 is 40 days ahead of it, ash:2 is 61 seconds behind it$/);
  });
  test('of nodes that do not say it are not checked', () => {
    assert.equal(resultOf(judgeClocks([])), 'not_checked');
    assert.equal(resultOf(judgeClocks([node(null)])), 'not_checked');
    assert.equal(resultOf(judgeClocks([node(null), node(0)])), 'ok');
  });
  test('are wrong where the newest row lies in the future, which is a problem it names', () => {
    const now = new Date('2026-11-25T12:00:00Z');
    const row = (aheadMs: number) => ({ what: 'transfer' as const, at: new Date(now.getTime() + aheadMs) });
    assert.equal(resultOf(judgeNewestRow(undefined, now, null)), 'ok');
    assert.equal(resultOf(judgeNewestRow(row(-40 * DAY_MS), now, null)), 'ok');
    assert.equal(resultOf(judgeNewestRow(row(59_000), now, null)), 'ok');
    const found = judgeNewestRow(row(40 * DAY_MS), now, null);
    assert.equal(found.result, 'problem');
    assert.match(found.finding, /^the newest transfer lies 40 days ahead, at 2027-01-04T12:00:00\.000Z$/);
  });
  test('may be wrong after a long stop: the hour of caution is worth a note while it lasts', () => {
    const from = new Date('2026-11-25T12:00:00Z');
    const until = new Date('2026-11-25T13:00:00Z');
    const at = (time: string) => judgeNewestRow(undefined, new Date(`2026-11-25T${time}Z`), { from, until });
    assert.match(at('12:00:00').finding, /nothing is closed or deleted until 2026-11-25T13:00/);
    assert.deepEqual(
      ['11:59:59', '12:59:59', '13:00:00'].map((time) => resultOf(at(time))),
      ['ok', 'note', 'ok'],
    );
  });
});

describe('the database', () => {
  test('may be two seconds off, and what the answer took counts for nobody', () => {
    assert.equal(resultOf(judgeClock(1900, 0)), 'ok');
    assert.equal(resultOf(judgeClock(-2100, 0)), 'problem');
    assert.match(judgeClock(-2100, 0).finding, /2\.1 s ahead of/);
    assert.match(judgeClock(2100, 0).finding, /2\.1 s behind/);
    assert.equal(resultOf(judgeClock(2100, 200)), 'ok');
  });
  test('with four fifths of its connections used, or a transaction of more than five minutes, is worth a note', () => {
    assert.equal(resultOf(judgeConnections({ used: 80, max: 100 })), 'ok');
    assert.equal(resultOf(judgeConnections({ used: 81, max: 100 })), 'note');
    for (const maySee of [true, false]) {
      const seen = { role: 'tb', maySee };
      const nothing = maySee ? 'ok' : 'not_checked';
      assert.equal(resultOf(judgeTransaction({ ...seen, oldest: null })), nothing);
      const short = { pid: 7, name: 'psql', seconds: 300 };
      assert.equal(resultOf(judgeTransaction({ ...seen, oldest: short })), nothing);
      const long = judgeTransaction({ ...seen, oldest: { ...short, seconds: 301 } });
      assert.equal(long.result, 'note');
      assert.match(long.finding, /5 minutes \(psql, pid 7/);
    }
    const blind = judgeTransaction({ role: 'tb', maySee: false, oldest: null });
    assert.match(blind.finding, /tb is not shown those of other roles; .*grant pg_read_all_stats to tb$/);
  });
  test('that is not vacuumed is worth a note, then a problem', () => {
    const state = { age: 3e8, table: 'events', dead: 2e6, live: 3e6 };
    assert.equal(resultOf(judgeVacuum(state)), 'ok');
    assert.equal(resultOf(judgeVacuum({ ...state, live: 1e6 })), 'note');
    assert.equal(resultOf(judgeVacuum({ ...state, age: 1.1e9 })), 'note');
    assert.equal(resultOf(judgeVacuum({ ...state, age: 1.6e9 })), 'problem');
  });
  test('whose standby is away or slow holds commits up', () => {
    const state = { names: 's1', maySee: true, count: 1, lagSeconds: 0.2 };
    assert.equal(resultOf(judgeStandby({ ...state, names: '' })), 'ok');
    assert.equal(resultOf(judgeStandby(state)), 'ok');
    assert.equal(resultOf(judgeStandby({ ...state, lagSeconds: 11 })), 'note');
    assert.equal(resultOf(judgeStandby({ ...state, count: 0 })), 'problem');
    assert.equal(resultOf(judgeStandby({ ...state, count: 0, maySee: false })), 'not_checked');
  });
});

test('a certificate is judged by its days, then by its name, then by its chain', () => {
  const certificate = {
    ...{ valid_from: 'Nov  1 00:00:00 2026 GMT', valid_to: 'Dec  1 00:00:00 2026 GMT' },
    ...{ subject: { CN: 'bank.example' }, subjectaltname: 'DNS:bank.example' },
  } as unknown as PeerCertificate;
  const at = (day: string, host = 'bank.example', fault?: string) =>
    judgeCertificate(host, { certificate, fault }, new Date(`${day}T00:00:00Z`));
  assert.equal(resultOf(at('2026-11-05')), 'ok');
  assert.equal(resultOf(at('2026-11-12')), 'note');
  assert.equal(resultOf(at('2026-11-25')), 'problem');
  assert.match(at('2026-12-04').finding, /expired 3 days ago/);
  assert.match(at('2026-10-04').finding, /not valid before/);
  assert.match(at('2026-11-05', 'other.example').finding, /for DNS:bank\.example, not for other\.example/);
  assert.match(at('2026-11-05', undefined, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE').advice ?? '', /full chain/);
});

test('a port with another program on it is no service', () => {
  const answer = { status: 404, location: undefined, json: undefined };
  assert.match(judgeReady('http://127.0.0.1:1', answer).finding, /is not timebank \(status 404\)/);
});

describe('a check', () => {
  const unusable = new Set(['PORT']);
  test('that does not end is given up, and that is reported', async () => {
    let timeouts = 0;
    const endless = { name: 'endless', timeoutMs: 20, run: () => new Promise<Finding>(() => {}) };
    const report = await runCheck(endless, unusable, nothingFound(), () => {
      timeouts++;
    });
    assert.deepEqual([report.result, report.finding, timeouts], ['not_checked', 'no answer within 0.02 s', 1]);
  });
  test('that fails is not checked, and says why', async () => {
    const broken = { name: 'broken', run: async () => assert.fail('of no use') };
    assert.deepEqual(await runCheck(broken, unusable, nothingFound()), {
      name: 'broken',
      result: 'not_checked',
      finding: 'of no use',
      advice: null,
    });
  });
  test('is left out without a setting it relies on', async () => {
    const report = await runCheck(
      { name: 'port', settings: ['HOST', 'PORT'], run: async () => ok('') },
      unusable,
      nothingFound(),
    );
    assert.deepEqual([report.result, report.finding], ['not_checked', 'PORT cannot be used']);
  });
  test('that relies on one which hides others is left out, and blames nothing', async () => {
    const found = nothingFound();
    const folder = { name: 'data_folder', run: async () => blocking(problem('belongs to another user', 'Become it.')) };
    assert.deepEqual(await runCheck(folder, unusable, found), {
      name: 'data_folder',
      result: 'problem',
      finding: 'belongs to another user',
      advice: 'Become it.',
    });
    const database = { name: 'database', needs: ['data_folder'], run: async () => assert.fail('it was looked at') };
    const report = await runCheck(database, unusable, found);
    assert.deepEqual([report.result, report.finding], ['not_checked', 'see the line "data folder"']);
  });
  test('whose problem follows from another one tells it as no problem of its own', async () => {
    const found = nothingFound();
    const service = { name: 'service', follows: ['schema'], run: async () => problem('nothing listens', 'Start it.') };
    assert.equal((await runCheck(service, unusable, found)).result, 'problem');
    await runCheck({ name: 'schema', run: async () => problem('is newer', 'Run the newer one.') }, unusable, found);
    const report = await runCheck(service, unusable, found);
    assert.deepEqual(
      [report.result, report.finding, report.advice],
      ['not_checked', 'nothing listens; see the line "schema"', null],
    );
  });
});

test('a sentence parts into what is wrong and what to do', () => {
  for (const [sentence, what, toDo] of [
    ['It is off: switch it on.', 'It is off', 'Switch it on.'],
    ['PORT is "80: x"; it must be less.', 'PORT is "80: x"', 'It must be less.'],
    ['It fails (could not write: no space): make room.', 'It fails (could not write: no space)', 'Make room.'],
    ['It fails.', 'It fails', undefined],
  ] as const) {
    assert.deepEqual(partsOf(sentence), [what, toDo]);
  }
});

test('sizes, spans and lists are described in everyday words', () => {
  assert.deepEqual([999, 1500, 41.4e9, 1.44e12].map(describeSize), ['999 B', '1.5 kB', '41 GB', '1.4 TB']);
  const spans = [1000, 119_000, 120_000, 47 * 3600_000, 48 * 3600_000];
  assert.deepEqual(spans.map(describeSpan), ['1 second', '119 seconds', '2 minutes', '47 hours', '2 days']);
  assert.equal(describeList(['a', 'b', 'c'], 2), 'a, b and 1 more');
});

test('a build of half a year ago, and a PostgreSQL older than the newest that is known, are noted', () => {
  const now = new Date('2027-01-01T00:00:00Z');
  assert.equal(resultOf(judgeUpdates('2026-11-29', '18.6', now)), 'ok');
  assert.equal(resultOf(judgeUpdates(undefined, undefined, now)), 'ok');
  assert.equal(resultOf(judgeUpdates('2026-06-01', '18.6', now)), 'note');
  assert.equal(resultOf(judgeUpdates('2026-11-29', '18.4', now)), 'note');
  // Of a major version that came later, nothing is known.
  assert.equal(resultOf(judgeUpdates('2026-11-29', '19.0', now)), 'ok');
});
