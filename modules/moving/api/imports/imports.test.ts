import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

const GOOD = 'external_id;name;status;balance_hours\nM-1;Anna Bérger;active;12,5\nM-2;Ben;active;-3\n';

test('a preview tells how the file is understood and what would become of it, and writes nothing', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const file = new Uint8Array(Buffer.from(GOOD, 'latin1'));
  const { data } = (await client.call('previewImport', { params, query: { kind: 'members' }, file })).body;
  assert.deepEqual(
    [data.understood.separator, data.understood.encoding, data.outcome, data.created],
    [';', 'windows-1252', 'imported', 2],
  );
  const { header, sample, letters, numbers } = data.understood;
  assert.deepEqual([header[1], sample[0][1], letters], ['name', 'Anna Bérger', ['Bérger']]);
  assert.deepEqual(numbers, { decimal: 'comma', by: 'file', written: '12,5', read: '12.5' });
  assert.ok(
    data.columns.some((column: { name: string; required: boolean }) => column.name === 'email' && !column.required),
  );
  assert.deepEqual((await client.call('listMembers', { params })).body.data, []);
});

test('a previewed file is imported, once however often it is sent', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const run = () => client.call('runImport', { params, query: { kind: 'members', progress_key: 'k' }, file: GOOD });
  assert.equal((await run()).body.data.created, 2);
  const again = (await run()).body.data;
  assert.deepEqual([again.created, again.unchanged], [0, 2]);
  assert.equal((await client.call('listMembers', { params })).body.data.length, 2);
  const progress = await client.call('getImportProgress', { params, query: { key: 'k' } });
  assert.deepEqual(progress.body.data, { phase: null, done: 0, total: 0 });
});

test('columns of other names are mapped or left out', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const file = 'Nr,Full Name,Status,Saldo,Shoe size\n1,Anna,active,2,38\n';
  const { data } = (await client.call('previewImport', { params, query: { kind: 'members' }, file })).body;
  assert.deepEqual(data.understood.header, ['Nr', 'Full Name', 'Status', 'Saldo', 'Shoe size']);
  assert.deepEqual(
    data.understood.columns.map(({ column, by }: { column: string | null; by: string }) => [column, by]),
    [
      ['external_id', 'guess'],
      ['name', 'guess'],
      ['status', 'name'],
      ['balance_hours', 'guess'],
      [null, 'unknown'],
    ],
  );
  const columns = JSON.stringify({ '#1': 'name', '#2': '', '#5': 'external_id' });
  const mapped = await client.call('runImport', { params, query: { kind: 'members', columns }, file });
  assert.equal(mapped.body.data.created, 1, mapped.text);
  const members = (await client.call('listMembers', { params })).body.data;
  assert.deepEqual([members[0].name, members[0].external_id], ['1', '38']);
  const twice = JSON.stringify({ nr: 'name', 'full name': 'name' });
  const refused = (await client.call('previewImport', { params, query: { kind: 'members', columns: twice }, file }))
    .body.data;
  assert.match(refused.problems[0].message, /name is there twice.*external_id is missing/);
  assert.deepEqual(refused.problems[0].params, { columns: 'name' });
});

test('a word is answered once for all its rows: by one of ours, a day, nothing, or without them', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const file =
    'Mitgl.-Nr.;Name;Status;Guthaben Std.;Einw. E-Mail\n1;Anna;Probe;1;ja\n2;Ben;PROBE;2;nein\n3;Cleo;ruhend;3;ja\n4;Dora;Gast;4;\n';
  const ask = async (words?: object) => {
    const query = { kind: 'members', ...(words ? { words: JSON.stringify(words) } : {}) };
    return (await client.call('previewImport', { params, query, file })).body.data;
  };
  const first = await ask();
  assert.deepEqual(
    first.understood.columns.map(({ column }: { column: string }) => column),
    ['external_id', 'name', 'status', 'balance_hours', 'email_consent_on'],
  );
  assert.deepEqual(first.understood.unknown_words, [
    { column: 'status', written: 'Probe', count: 2 },
    { column: 'email_consent_on', written: 'ja', count: 2 },
    { column: 'email_consent_on', written: 'nein', count: 1 },
    { column: 'status', written: 'Gast', count: 1 },
  ]);
  assert.deepEqual(first.understood.words, [{ column: 'status', written: 'ruhend', read: 'suspended', count: 1 }]);
  const words = {
    status: { probe: 'pending', ruhend: 'active', gast: null },
    email_consent_on: { Ja: '2026-01-31', nein: '' },
  };
  const second = await ask(words);
  assert.deepEqual([second.understood.unknown_words, second.outcome, second.problem_count], [[], 'refused', 1]);
  assert.deepEqual(second.problems[0].code, 'left_out_word');
  const query = { kind: 'members', skip_bad: 'yes', words: JSON.stringify(words) };
  const run = await client.call('runImport', { params, query, file });
  assert.deepEqual([run.body.data.created, run.body.data.skipped], [3, 1], run.text);
  const { data } = (await client.call('listMembers', { params })).body;
  assert.deepEqual(
    data.map((one: Record<string, string>) => [one.name, one.status, one.email_consent_on]),
    [
      ['Anna', 'pending', '2026-01-31'],
      ['Ben', 'pending', null],
      ['Cleo', 'active', '2026-01-31'],
    ],
  );
  const wrong = await ask({ status: { probe: 'nonsense' } });
  assert.ok(
    wrong.problems.some(
      ({ column, code }: { column: string; code: string }) => column === 'status' && code === 'unknown_value',
    ),
  );
  for (const bad of ['{', '[]', '{"status":"x"}', '{"status":{"a":1}}', '{"shoe":{"a":"b"}}']) {
    const answer = await client.call('previewImport', { params, query: { kind: 'members', words: bad }, file });
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.field], [400, 'words'], bad);
  }
});

test('what the booklet may say of a member comes with the list, and a bare yes is asked', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const header = 'Mitgl.-Nr.;Name;Status;Guthaben Std.;Im Heft';
  const rows = [
    '1;Anna;aktiv;1;Telefon',
    '2;Ben;aktiv;2;ja',
    '3;Cleo;aktiv;3;beides',
    '4;Dora;aktiv;4;',
    '5;Eva;aktiv;5;nein',
  ];
  const file = [header, ...rows].join('\n');
  const preview = (await client.call('previewImport', { params, query: { kind: 'members' }, file })).body.data;
  assert.deepEqual(preview.understood.unknown_words, [{ column: 'booklet_contact', written: 'ja', count: 1 }]);
  const words = JSON.stringify({ booklet_contact: { ja: 'phone' } });
  const run = await client.call('runImport', { params, query: { kind: 'members', words }, file });
  assert.equal(run.body.data.created, 5, run.text);
  const { data } = (await client.call('listMembers', { params })).body;
  assert.deepEqual(
    data.map((one: Record<string, string>) => one.booklet_contact),
    ['phone', 'phone', 'both', 'none', 'none'],
  );
  const again = (await client.call('runImport', { params, query: { kind: 'members', words }, file })).body.data;
  assert.deepEqual([again.created, again.unchanged ?? again.known], [0, 5], JSON.stringify(again).slice(0, 300));
});

test('the quarter comes with the list as a choice of the marked field, in any letters, and others are refused by row', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const params = { slug };
  const list = (...rows: string[]) => ['Mitgl.-Nr.;Name;Status;Guthaben Std.;Stadtteil', ...rows].join('\n');
  const preview = async (file: string) =>
    (await client.call('previewImport', { params, query: { kind: 'members' }, file })).body.data;
  const faultsOf = ({ problems }: Awaited<ReturnType<typeof preview>>) =>
    problems.map(({ line, column, code }: Record<string, unknown>) => [line, column, code]);
  const file = list('1;Anna;aktiv;1;NORDSTADT', '2;Ben;aktiv;2;Altstadt', '3;Cleo;aktiv;3;');
  const unmarked = await preview(file);
  assert.deepEqual([faultsOf(unmarked), unmarked.understood.columns.at(-1).column], [[], null], 'left out');
  const columns = JSON.stringify({ stadtteil: 'quarter' });
  const chosen = (await client.call('previewImport', { params, query: { kind: 'members', columns }, file })).body.data;
  assert.deepEqual(faultsOf(chosen), [
    [2, 'quarter', 'no_quarter'],
    [3, 'quarter', 'no_quarter'],
  ]);
  const json = { name: 'Stadtteil', kind: 'choice', choices: ['Nordstadt', 'Altstadt'] };
  await client.call('createMemberField', { params, json: { name: 'Hobby', kind: 'text' } });
  assert.equal((await client.call('createMemberField', { params, json })).status, 201);
  await client.call('updateMemberField', { params: { slug, fieldNumber: 2 }, json: { is_quarter: true } });
  const wrong = await preview(list('1;Anna;aktiv;1;Weststadt', '2;Ben;aktiv;2;Altstadt'));
  assert.deepEqual(faultsOf(wrong), [[2, 'quarter', 'unknown_value']]);
  assert.equal(wrong.problems[0].params.words, 'Nordstadt, Altstadt');
  const run = async (text: string) =>
    (await client.call('runImport', { params, query: { kind: 'members' }, file: text })).body.data;
  assert.equal((await run(file)).created, 3);
  const stored = await service.ownerQuery(
    `select m.name, d.own_values from members m
     left join member_details d on d.community_id = m.community_id and d.member_id = m.id
     where m.community_id = $1 order by m.name`,
    [communityId],
  );
  assert.deepEqual(
    stored.map(({ name, own_values }) => [name, own_values ?? {}]),
    [
      ['Anna', { 2: 'Nordstadt' }],
      ['Ben', { 2: 'Altstadt' }],
      ['Cleo', {}],
    ],
  );
  const again = await run(file);
  assert.deepEqual([again.created, again.unchanged, again.differing], [0, 3, 0]);
  const moved = await run(list('1;Anna;aktiv;1;Altstadt', '2;Ben;aktiv;2;'));
  assert.deepEqual([moved.created, moved.unchanged, moved.differing], [0, 1, 1]);
});

test('the columns of everyday lists are known in German, French, Spanish and Italian', async () => {
  const { client, slug } = await signedIn(service);
  const known = async (kind: string, header: string) => {
    const file = `${header}\n${header.replace(/[^;]+/g, 'x')}\n`;
    const { data } = (await client.call('previewImport', { params: { slug }, query: { kind }, file })).body;
    return data.understood.columns.map(({ column }: { column: string | null }) => column);
  };
  const member = ['external_id', 'name', 'birth_year', 'balance_hours', 'email_consent_on'];
  for (const header of [
    'Mitgl.-Nr.;Name;Geb.-Datum;Guthaben Std.;Einw. E-Mail',
    'N° adh.;Nom et prénom;Date naiss.;Solde h;Accord e-mail',
    'Nº soc.;Nombre y apellidos;F. nac.;Saldo h;Autoriza correo',
    'N. tessera;Cognome e nome;Data di nascita;Saldo ore;Consenso e-mail',
  ]) {
    assert.deepEqual(await known('members', header), member, header);
  }
  const listing = ['external_id', 'title', 'description', 'status'];
  for (const header of [
    'Lfd. Nr.;Was;Genauer;Stand',
    'N° d’ordre;Quoi;Précisions;État',
    'N. progressivo;Cosa;Dettagli;Stato',
  ]) {
    assert.deepEqual(await known('listings', header), listing, header);
  }
});

test('rows with faults come back with their cells, page by page, and are imported once they are corrected', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const rows = Array.from({ length: 130 }, (_, at) => `M-${at},Member ${at},${at % 2 ? 'frozen' : 'active'},1`);
  const file = ['external_id,name,status,balance_hours', ...rows].join('\n');
  const preview = async (query: object, body: string = file) =>
    (await client.call('previewImport', { params, query: { kind: 'members', ...query }, file: body })).body.data;
  const first = await preview({});
  assert.deepEqual([first.bad_rows.length, first.bad_rows_next, first.bad_rows_kept], [50, 101, 65]);
  assert.deepEqual(first.bad_rows[0].cells, ['M-1', 'Member 1', 'frozen', '1']);
  assert.deepEqual(
    [first.bad_rows[0].line, first.bad_rows[0].problems[0].code, first.bad_rows[0].problems[0].column],
    [3, 'unknown_value', 'status'],
  );
  const second = await preview({ bad_after: first.bad_rows_next });
  assert.deepEqual([second.bad_rows.length, second.bad_rows_next, second.bad_rows[0].line], [15, null, 103]);

  const mended = JSON.stringify({ 3: ['M-1', 'Änne', 'left', '-2'], 5: ['M-3', 'Ben', 'thawed', '1'] });
  const query = { kind: 'members', mended_bytes: Buffer.byteLength(mended), skip_bad: 'yes' };
  const checked = await preview(query, file + mended);
  assert.deepEqual([checked.created, checked.skipped, checked.bad_rows[0].line], [66, 64, 5]);
  assert.deepEqual(
    checked.bad_rows[0].cells,
    ['M-3', 'Ben', 'thawed', '1'],
    'what was typed, and the number of the file',
  );
  const done = await client.call('runImport', { params, query, file: file + mended });
  assert.deepEqual([done.body.data.created, done.body.data.skipped], [66, 64], done.text);
  const members = await client.call('listMembers', { params, query: { search: 'Änne' } });
  assert.equal(members.body.data[0]?.status, 'left', members.text);
});

test('corrected rows in a wrong form are refused', async () => {
  const { client, slug } = await signedIn(service);
  for (const [end, bytes] of [
    ['[]', 2],
    ['{"0":["a"]}', 11],
    ['{"3":[1]}', 9],
    ['nothing', 7],
    ['', 4_000_000],
  ] as const) {
    const query = { kind: 'members', mended_bytes: bytes };
    const answer = await client.call('previewImport', { params: { slug }, query, file: GOOD + end });
    assert.deepEqual([answer.status, answer.body.errors[0].field], [400, 'mended_bytes'], answer.text);
  }
});

test('a file whose dates tell no order is read by the given one, and refused without it', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const file = 'Nr;Name;Status;Eintritt;Saldo\n1;Anna;aktiv;01/02/2020;0\n';
  const preview = async (query: object) =>
    (await client.call('previewImport', { params, query: { kind: 'members', ...query }, file })).body.data;
  const asked = await preview({});
  assert.deepEqual([asked.outcome, asked.problems[0].code], ['refused', 'unclear_dates']);
  const byLocale = await preview({ unclear_dates: 'mdy' });
  assert.deepEqual(byLocale.understood.dates, {
    order: 'mdy',
    by: 'locale',
    written: '01/02/2020',
    read: '2020-01-02',
  });
  const chosen = await preview({ unclear_dates: 'mdy', dates: 'dmy' });
  assert.deepEqual(chosen.understood.dates, { order: 'dmy', by: 'chosen', written: '01/02/2020', read: '2020-02-01' });
  assert.deepEqual(chosen.understood.words, [{ column: 'status', written: 'aktiv', read: 'active', count: 1 }]);
});

test('one bad row and nothing is kept, unless bad rows are to be left out; each is named by line and column', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  const file = 'external_id,name,status,balance_hours\nM-1,Anna,active,1\nM-2,,active,soon\n';
  const run = async (skip_bad: string) =>
    (await client.call('runImport', { params, query: { kind: 'members', skip_bad }, file })).body.data;
  const refused = await run('no');
  assert.deepEqual([refused.outcome, refused.created, refused.problem_count], ['refused', 0, 2]);
  assert.deepEqual(
    refused.problems.map(({ line, column, code }: { line: number; column: string; code: string }) => [
      line,
      column,
      code,
    ]),
    [
      [3, 'name', 'required'],
      [3, 'balance_hours', 'invalid_hours'],
    ],
  );
  const kept = await run('yes');
  assert.deepEqual([kept.outcome, kept.created, kept.skipped], ['imported', 1, 1]);
});

test('a wrong parameter is refused by its name, and a file that is too large at once', async () => {
  const { client, slug } = await signedIn(service);
  const params = { slug };
  for (const [query, field] of [
    [{}, 'kind'],
    [{ kind: 'partners' }, 'kind'],
    [{ kind: 'members', separator: 'dot' }, 'separator'],
    [{ kind: 'members', columns: '[' }, 'columns'],
    [{ kind: 'members', columns: '{"a":1}' }, 'columns'],
    [{ kind: 'listings', categories: '["a"' }, 'categories'],
    [{ kind: 'listings', categories: '{"a":1}' }, 'categories'],
  ] as const) {
    const answer = await client.call('previewImport', { params, query, file: GOOD });
    assert.deepEqual([answer.status, answer.body.errors[0].field], [400, field], answer.text);
  }
  const large = new Uint8Array(21_000_000).fill(65);
  const answer = await client.call('runImport', { params, query: { kind: 'members' }, file: large });
  assert.deepEqual([answer.status, answer.body.errors[0].code], [422, 'file_too_large']);
  const unreadable = await client.call('previewImport', {
    params,
    query: { kind: 'members', encoding: 'x-none' },
    file: GOOD,
  });
  assert.equal(unreadable.body.data.problems[0].code, 'unknown_encoding');
});
