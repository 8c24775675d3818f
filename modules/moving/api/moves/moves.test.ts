/** Moving in by the console: the files of a system together, checked, booked and undone as a whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MoveSystem } from '@timebank/contract';
import { zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { changed, sampleOf } from '../../../../test-support/moving-in.ts';
import type { MoveIn } from '../../contract/moves.ts';

const service = await testService();

type Answers = Readonly<Record<string, unknown>>;

/** The body of a move: the JSON that names the files, then the files. */
function bodyOf(files: ReadonlyMap<string, string | Uint8Array>, answers: Answers = {}) {
  const parts = [...files].map(([name, content]) => ({ name, content: Buffer.from(content as string) }));
  const head = Buffer.from(
    JSON.stringify({ files: parts.map(({ name, content }) => ({ name, bytes: content.length })), answers }),
  );
  const file = new Uint8Array(Buffer.concat([head, ...parts.map(({ content }) => content)]));
  return { head_bytes: head.length, file };
}

async function community() {
  const { client, slug, communityId } = await signedIn(service);
  const send =
    (id: 'checkMove' | 'runMove') =>
    (from: MoveSystem, files: ReadonlyMap<string, string | Uint8Array>, answers?: Answers) => {
      const { file, head_bytes } = bodyOf(files, answers);
      return client.call(id, { params: { slug }, query: { from, head_bytes }, file });
    };
  const rows = async () => {
    const tables = ['members', 'listings', 'transfers', 'imports', 'moves'];
    const counts = tables.map((table) => `(select count(*) from ${table} where community_id = $1)`);
    const [row] = await service.ownerQuery<{ rows: number }>(`select (${counts.join(' + ')})::int as rows`, [
      communityId,
    ]);
    return row?.rows;
  };
  return { client, slug, check: send('checkMove'), run: send('runMove'), rows };
}

const suggestionsOf = (move: MoveIn) =>
  Object.fromEntries(move.questions.map(({ key, suggested }) => [key, suggested]));

for (const system of ['timeoverflow', 'komunitin', 'ces', 'cyclos'] as const) {
  test(`${system}: questions are asked without writing, then all is booked with the balances that were shown, and undone`, async () => {
    const { client, slug, check, run, rows } = await community();
    const sample = await sampleOf(system);
    const asked: MoveIn = (await check(system, sample)).body.data;
    assert.equal(asked.outcome, 'open');
    assert.ok(asked.questions.length > 0);
    assert.equal(await rows(), 0);
    const answers = suggestionsOf(asked);
    const possible: MoveIn = (await check(system, sample, answers)).body.data;
    assert.deepEqual([possible.outcome, possible.questions], ['possible', []]);
    assert.equal(await rows(), 0);
    const { status, body } = await run(system, sample, answers);
    assert.equal(status, 200);
    assert.deepEqual(body.data, { ...possible, outcome: 'done' });
    for (const one of possible.balances) {
      const parts = one.exchanged_seconds + one.fund_seconds + one.opening_seconds;
      assert.equal(one.here_seconds, parts, one.number);
      assert.equal(one.opening_seconds, one.gone_seconds + one.elsewhere_seconds + one.other_seconds, one.number);
    }
    const booked = await rows();
    const again: MoveIn = (await run(system, sample)).body.data;
    assert.deepEqual([again.outcome, again.questions, await rows()], ['done', [], booked]);
    const state = (await client.call('getMoveState', { params: { slug } })).body.data;
    assert.deepEqual([state.is_empty, state.move.system, state.move.obstacle], [false, system, null]);
    assert.deepEqual(
      [state.move.members, state.move.listings, state.move.answers],
      [possible.members, possible.listings, answers],
    );
    assert.deepEqual((await client.call('undoMove', { params: { slug } })).body.data, { is_empty: true, move: null });
    const twice = await client.call('undoMove', { params: { slug } });
    assert.deepEqual([twice.status, twice.body.error], [404, 'import_not_found']);
  });
}

test('rows at fault are named by file, line, member and code, without what is in them; nothing is written', async () => {
  const { run, rows } = await community();
  const sample = changed(await sampleOf('ces'), { balances: (text) => text.replace('0.17', 'zebra') });
  const { body, text } = await run('ces', sample, { units_per_hour: 1 });
  const [{ message, ...fault }] = body.data.faults;
  assert.deepEqual(fault, { file: 'balances.csv', line: 3, member: 'BIRC0001', code: 'no_balance', values: {} });
  assert.equal(message, 'The balance is no number.');
  assert.deepEqual([body.data.outcome, body.data.fault_count, await rows()], ['open', 1, 0]);
  assert.doesNotMatch(text, /zebra/);
});

test('a zip is as good as its files; a file that is missing, a wrong answer and a filled community are refused by name', async () => {
  const { client, slug, check, run } = await community();
  const sample = await sampleOf('timeoverflow');
  const zip = zipSync(Object.fromEntries([...sample].map(([name, text]) => [name, Buffer.from(text)])));
  const asked: MoveIn = (await check('timeoverflow', new Map([['all.zip', zip]]))).body.data;
  assert.deepEqual(asked, (await check('timeoverflow', sample)).body.data);

  const without = new Map([...sample].filter(([name]) => !name.startsWith('Members')));
  const missing = await check('timeoverflow', without);
  assert.equal(missing.status, 422);
  const [{ field, code, values }] = missing.body.errors;
  assert.deepEqual([field, code, values], ['file', 'missing', { file: 'Members_….csv' }]);

  const wrong = await check('timeoverflow', sample, { time_zone: 'Mars/Base' });
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'answers.time_zone']);

  const member = { name: 'Ada', external_id: 'a-1' };
  assert.equal((await client.call('createMember', { params: { slug }, body: member })).status, 201);
  const filled = await run('timeoverflow', sample, suggestionsOf(asked));
  assert.deepEqual(
    [filled.status, filled.body.error, filled.body.errors[0].code],
    [409, 'state_conflict', 'not_empty'],
  );
  const state = (await client.call('getMoveState', { params: { slug } })).body.data;
  assert.deepEqual(state, { is_empty: false, move: null });
});

test('a body whose beginning names other files than those behind it is refused', async () => {
  const { client, slug } = await community();
  const send = (head: string, rest: string, head_bytes = head.length) =>
    client.call('checkMove', { params: { slug }, query: { from: 'ces', head_bytes }, file: head + rest });
  const heads = ['no json', '{"files":[],"answers":{}}', '{"files":[{"name":"a.csv","bytes":-1}],"answers":{}}'];
  const longer = '{"files":[{"name":"a.csv","bytes":9}],"answers":{}}';
  const list = '{"files":[{"name":"a.csv","bytes":3}],"answers":[]}';
  for (const head of [...heads, longer, list]) {
    const { status, body } = await send(head, 'abc');
    assert.deepEqual([status, body.errors[0].field], [400, 'head_bytes'], head);
  }
  assert.equal((await send(longer, 'abc', 1_000_001)).status, 400);
});

test('letters are read by the words that all files make together, and asked about, with the words, where those show nothing', async () => {
  const { check } = await community();
  const users = (names: string) => `uid,firstname,surname,usertype\n${names}`;
  const answers = { units_per_hour: 1, time_zone: 'UTC', fund: 'none' };
  const namesOf = async (encoding: string, names: string, adverts: string, more: Answers = {}) => {
    const files = new Map([
      ['users.csv', iconv.encode(users(names), encoding)],
      ['adverts.csv', iconv.encode(`id,uid,ad_type,title\n${adverts}`, encoding)],
    ]);
    const { body } = await check('ces', files, { ...answers, ...more });
    const { balances, questions } = body.data as MoveIn;
    return { names: balances.map(({ name }) => name), questions };
  };
  // Tőnu could be Tõnu; the advert shows that it is not.
  const polish = await namesOf('windows-1250', 'PALM0001,Paweł,Tőnu,ind\n', '1,PALM0001,o,Kuchnia włoska\n');
  assert.deepEqual([polish.names, polish.questions], [['Paweł Tőnu'], []]);
  const estonian = ['windows-1252', 'PALM0001,Tõnu,Jõgi,ind\n', '1,PALM0001,o,Aed\n'] as const;
  const { questions } = await namesOf(...estonian);
  assert.deepEqual(
    questions.map(({ key, options, examples }) => [key, options, examples]),
    [['encoding', ['windows-1252', 'windows-1250'], { 'windows-1252': 'Tõnu, Jõgi', 'windows-1250': 'Tőnu, Jőgi' }]],
  );
  assert.deepEqual((await namesOf(...estonian, { encoding: 'windows-1252' })).names, ['Tõnu Jõgi']);
});
