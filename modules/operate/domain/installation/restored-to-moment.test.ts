/** The moment that a server was restored to, as its settings say it; `docs/point-in-time.test.ts` restores one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { startTestService } from '../../../../test-support/harness.ts';
import { browserOfMember, communityWithPages, createMemberBrowser } from '../../../../test-support/member-browser.ts';
import { writeLetters } from '../../../members-pages/domain/member-access/letters.ts';
import { endAccessBegunUntil, selectRestoredUntil } from './queries.ts';

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.appConnection);
  await client.connect();
  await client.query("set timezone = 'UTC'");
});
after(async () => {
  await client?.end();
  await database?.drop();
});

/** What the statement answers for a setting, which a server has from its start on. */
async function restoredUntil(setting: string): Promise<string | undefined> {
  const { text } = selectRestoredUntil.statement;
  assert.ok(text.includes('from pg_settings'));
  const asked = `with pg_settings (name, setting) as (values ('recovery_target_time', $1::text)) ${text}`;
  const { rows } = await client.query<{ until: Date }>(asked, [setting]);
  return rows[0]?.until.toISOString();
}

test('a server that was restored to no moment has none', async () => {
  assert.equal(await restoredUntil(''), undefined);
  assert.deepEqual((await client.query(selectRestoredUntil.statement.text)).rows, []);
});

test('a moment is read with its time zone; without one it may be twelve hours later, as far west as there are zones', async () => {
  for (const [setting, until] of [
    ['2024-11-20 09:30:00+00', '2024-11-20T09:30:00.000Z'],
    ['2024-11-20 09:30:00.25+01:00', '2024-11-20T08:30:00.250Z'],
    ['2024-11-20 09:30:00 UTC', '2024-11-20T09:30:00.000Z'],
    ['2024-11-20T09:30:00Z', '2024-11-20T09:30:00.000Z'],
    ['2024-11-20 09:30:00', '2024-11-20T21:30:00.000Z'],
    ['2024-11-20', '2024-11-20T12:00:00.000Z'],
  ]) {
    assert.equal(await restoredUntil(setting ?? ''), until, setting);
  }
});

test('a moment is never one to come', async () => {
  const until = new Date((await restoredUntil('2099-01-01 00:00:00+00')) ?? '');
  const { rows } = await client.query<{ now: Date }>('select now() as now');
  assert.ok(until.getTime() <= (rows[0]?.now.getTime() ?? 0));
});

test('the ways in from before the moment are ended, and those made afterwards open', async () => {
  const service = await startTestService();
  try {
    const community = await communityWithPages(service);
    const names = ['Ada', 'Ben', 'Cara'];
    const [ada, ben, cara] = await Promise.all(
      names.map((name) => service.createMember({ communityId: community.id, name })),
    );
    const letterOf = async (member = ada) =>
      (await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [member?.uuid ?? '']))[0]?.code ??
      '';
    const window = await browserOfMember(service, community, ben?.uuid ?? '');
    const before = await letterOf();
    const until = service.clock.now();
    service.clock.advance(1000);
    const after = await letterOf(cara);
    const at = service.clock.now();
    assert.deepEqual(await endAccessBegunUntil(service.deps.database.reads, { until, at }), [
      { sessions: 1, links: 1 },
    ]);
    assert.deepEqual(await endAccessBegunUntil(service.deps.database.reads, { until, at }), [
      { sessions: 0, links: 0 },
    ]);
    assert.notEqual((await window.get('/hours')).status, 200);
    const enter = async (code: string) =>
      (await createMemberBrowser(service.origin, community.slug).enter(code)).status;
    assert.notEqual(await enter(before), 303);
    assert.equal(await enter(after), 303);
  } finally {
    await service.stop();
  }
});
