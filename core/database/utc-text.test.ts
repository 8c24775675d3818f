import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../test-support/harness.ts';
import { connectDatabase } from './connect.ts';
import { utcText } from './utc-text.ts';

const service = await testService();

const TIMES = [
  '2026-11-22 01:02:03+00',
  '2026-11-22 01:02:03.1+00',
  '2026-11-22 01:02:03.12+00',
  '2026-11-22 01:02:03.123+00',
  '2026-11-22 01:02:03.1239+00',
  '2026-11-22 01:02:03.123999+00',
  '2026-11-22 01:02:03.999999+00',
  '2026-12-31 23:59:59.9999+00',
  '2026-11-22 01:02:03.000999+00',
  '2026-11-22 01:02:03.01+00',
  '1969-12-31 23:59:59.999999+00',
  '0099-02-03 04:05:06.7+00',
  '12026-11-22 01:02:03.5+00',
  '0044-03-15 12:00:00.25+00 BC',
];

test('a time as text is byte by byte what its Date writes, in whichever time zone the session is', async () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu']) {
    const rows = await service.ownerQuery<{ text: string; date: Date }>(
      `select t::text as text, t as date
       from set_config('TimeZone', $1, true), unnest($2::timestamptz[]) as t`,
      [zone, TIMES],
    );
    assert.equal(rows.length, TIMES.length);
    for (const { text, date } of rows) assert.equal(utcText(text), date.toISOString(), `${zone}: ${text}`);
  }
});

test('every thousandth of a second is cut off where a Date cuts it off', () => {
  for (let microseconds = 0; microseconds < 1_000_000; microseconds += 997) {
    const fraction = String(microseconds).padStart(6, '0');
    const shown = fraction.replace(/0+$/, '');
    const text = `2026-11-22 01:02:03${shown === '' ? '' : `.${shown}`}+00`;
    assert.equal(utcText(text), `2026-11-22T01:02:03.${fraction.slice(0, 3)}Z`, text);
  }
});

test('the sessions of the service are in UTC, whatever the database is set to', async () => {
  const zone = { name: 'test_zone', text: `select current_setting('TimeZone') as zone` };
  await service.ownerQuery(
    `do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'Asia/Kathmandu'); end $$`,
  );
  const { reads, heavy, relaxed, outbox, transaction, close } = await connectDatabase(
    service.testDatabase.appConnection,
  );
  try {
    for (const lane of [reads, heavy, relaxed, outbox]) assert.deepEqual(await lane.run(zone, []), [{ zone: 'UTC' }]);
    assert.deepEqual(await transaction((open) => open.run(zone, [])), [{ zone: 'UTC' }]);
  } finally {
    await close();
  }
});
