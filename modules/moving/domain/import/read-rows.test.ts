import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { FileFault, LISTED_MAX } from '../../../tables/record-types.ts';
import { column, readRows } from './read-rows.ts';

const COLUMNS = {
  external_id: column('required', { kind: 'line', max: 20 }),
  name: column('required', { kind: 'line', max: 20 }),
  note: column('optional', { kind: 'text', max: 100, empty: null }),
} as const;

const read = (text: string | Buffer, options: { separator?: string; encoding?: string } = {}) =>
  readRows(Buffer.from(text as string), COLUMNS, options);

const faultOf = async (text: string | Buffer, options = {}) => {
  try {
    await read(text, options);
  } catch (error) {
    if (error instanceof FileFault) return error;
    throw error;
  }
  assert.fail('the file was accepted');
};

test('the separator is found by the names in the first line', async () => {
  for (const separator of [',', ';', '\t', '|']) {
    const text = ['external_id,name,note', '1,Zoë,a', '2,Ann,'].join('\n').replaceAll(',', separator);
    const { rows, problems, understood } = await read(text);
    assert.equal(understood.separator, separator);
    assert.equal(problems.count, 0);
    assert.deepEqual(
      rows.map((row) => row.values),
      [
        { external_id: '1', name: 'Zoë', note: 'a' },
        { external_id: '2', name: 'Ann', note: null },
      ],
    );
  }
  const declared = await read('sep=;\nexternal_id;name\n1;Ann\n');
  assert.deepEqual([declared.understood.separator, declared.rows[0]?.line], [';', 3]);
  assert.equal((await read('external_id;name\n1;A,B,C\n')).rows[0]?.values.name, 'A,B,C');
});

test('UTF-8, UTF-16 and Windows-1252 are distinguished, with a byte order mark or without one', async () => {
  const text = 'external_id,name\n1,Zoë – 5 €\n';
  const files: [string, Buffer][] = [
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
    ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: false })],
    ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: false })],
    ['windows-1252', iconv.encode(text, 'windows-1252')],
  ];
  for (const [encoding, bytes] of files) {
    const result = await read(bytes);
    assert.equal(result.understood.encoding, encoding);
    assert.equal(result.rows[0]?.values.name, 'Zoë – 5 €');
    assert.deepEqual(result.understood.letters, ['Zoë']);
  }
  const greek = await read(iconv.encode('external_id,name\n1,Ελένη\n', 'iso-8859-7'), { encoding: 'iso-8859-7' });
  assert.equal(greek.rows[0]?.values.name, 'Ελένη');
});

test('lines are those of the file, also after quoted line breaks, empty lines and any line ending', async () => {
  const text = '\n External_ID ,NAME,Note\r\n1,Ann,"a\r\nb"\r\n\n;\n,,\n2,"Bo\nb",x\r3,,\n';
  const { rows, problems } = await read(text);
  assert.deepEqual(
    rows.map((row) => [row.line, row.bad]),
    [
      [3, false],
      [6, true],
      [8, true],
      [10, true],
    ],
  );
  assert.equal(rows[0]?.values.note, 'a\nb');
  assert.deepEqual(
    problems.listed.map(({ line, column, code }) => [line, column, code]),
    [
      [6, 'name', 'required'],
      [8, 'name', 'line_break'],
      [10, 'name', 'required'],
    ],
  );
});

test('the names are found below a title, and empty cells at the end may be missing or too many', async () => {
  const { rows, problems, understood } = await read(
    'Members of the Elm;;\nexported 2026-11-25;;\n\nexternal_id;name;note\n1;Ann\n2;Ben;x;;\n3;Cy;;;y\n',
  );
  assert.deepEqual(understood.header, ['external_id', 'name', 'note']);
  assert.deepEqual(
    rows.map(({ line, bad, values }) => [line, bad, values.name]),
    [
      [5, false, 'Ann'],
      [6, false, 'Ben'],
      [7, true, undefined],
    ],
  );
  assert.deepEqual(
    problems.listed.map(({ line, code }) => [line, code]),
    [[7, 'wrong_number_of_fields']],
  );
  const fault = await faultOf('Title\nexternal_id;nome\n1;Ann\n');
  assert.deepEqual([fault.code, fault.line], ['missing_column', 2]);
  assert.match(fault.message, /^In line 2 /);
});

test('a byte that is foreign to a file of UTF-8 is named by its line, unless the encoding is chosen', async () => {
  const file = Buffer.concat([
    Buffer.from('external_id,name\n1,Jörg Müller\n2,Ren'),
    Buffer.from([0xe9]),
    Buffer.from('\n'),
  ]);
  const fault = await faultOf(file);
  assert.deepEqual([fault.code, fault.line], ['wrong_encoding', 3]);
  assert.equal((await read(file, { encoding: 'windows-1252' })).rows[1]?.values.name, 'René');
});

test('a repeated external_id is named with both lines', async () => {
  const { rows, problems } = await read('external_id,name\n1,Ann\n2,Bob\n1,Cy\n');
  assert.deepEqual(
    rows.map((row) => row.bad),
    [false, false, true],
  );
  assert.deepEqual(problems.listed, [
    {
      line: 4,
      column: 'external_id',
      code: 'duplicate',
      message: 'external_id "1" is on line 2 already.',
      value: '1',
      params: { line: 2 },
    },
  ]);
});

test('wrong columns are all named', async () => {
  const fault = await faultOf('external_id,nmae,,note,note\n1,Ann,,,\n');
  assert.deepEqual([fault.code, fault.params], ['duplicate_column', { columns: 'note' }]);
  for (const part of ['left out was "nmae", ""', 'note is there twice', 'name is missing']) {
    assert.ok(fault.message.includes(part), fault.message);
  }
  assert.equal((await faultOf('external_id\n1\n')).code, 'missing_column');
  // Names of what every object has are no columns.
  const columns = (await read('external_id,name,constructor,__proto__\n1,2,3,4\n')).understood.columns;
  assert.deepEqual(
    columns.map(({ column }) => column),
    ['external_id', 'name', null, null],
  );
});

test('quotation marks inside a field are kept, those that do not match are a bad row', async () => {
  const { rows, problems } = await read(
    ['external_id,name', '1,=HYPERLINK("x")', '2,"""Jogi"""', '3,"Ann" B', '4,Ann', '5,"Bo', '6,"Cy', '7,Dee', ''].join(
      '\n',
    ),
  );
  assert.deepEqual(
    rows.map((row) => [row.line, row.values.name, row.bad]),
    [
      [2, '=HYPERLINK("x")', false],
      [3, '"Jogi"', false],
      [4, undefined, true],
      [5, 'Ann', false],
      [6, undefined, true],
      [8, 'Dee', false],
    ],
  );
  assert.deepEqual(
    problems.listed.map(({ line, column, code }) => [line, column, code]),
    [
      [4, 'name', 'bad_quotes'],
      [6, 'name', 'bad_quotes'],
    ],
  );
  assert.match(problems.listed[1]?.message ?? '', /lines 6 to 7/);
});

test('a file that cannot be read is refused with its reason', async () => {
  const header = 'external_id,name\n';
  const expected: [string | Buffer, object, string, number][] = [
    ['', {}, 'empty_file', 1],
    ['\n\n  \n', {}, 'empty_file', 1],
    [header, {}, 'no_rows', 1],
    [`${header}1,Ann\n2,"Bob\n3,Cy\n`, {}, 'quote_not_closed', 3],
    [`${header}1,"${'x\n'.repeat(100_000)}`, {}, 'row_too_long', 2],
    [Buffer.from('PK\x03\x04binary', 'latin1'), {}, 'damaged_workbook', 1],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), {}, 'missing_column', 1],
    [Buffer.alloc(1000), {}, 'not_text', 1],
    [`${'x,'.repeat(600)}y\n`, {}, 'too_many_columns', 1],
    [Buffer.alloc(50_000_001, 'a'), {}, 'file_too_large', 1],
    [`${header}${'1,a\n'.repeat(200_001)}`, {}, 'too_many_rows', 200_002],
    [`${header}1,A`, { separator: ':' }, 'unknown_separator', 1],
    [`${header}1,A`, { encoding: 'klingon' }, 'unknown_encoding', 1],
    [Buffer.from(`${header}1,Zo\xeb`, 'latin1'), { encoding: 'utf-8' }, 'wrong_encoding', 1],
  ];
  for (const [text, options, code, line] of expected) {
    const fault = await faultOf(text, options);
    assert.deepEqual([fault.code, fault.line], [code, line], text.toString('latin1').slice(0, 40));
  }
});

test('NUL and other control characters are bad cells, not broken files', async () => {
  const { rows, problems } = await read('external_id,name\n1,A\0nn\n2,Bob\n3,C\x1by\n');
  assert.deepEqual(
    rows.map((row) => row.bad),
    [true, false, true],
  );
  assert.deepEqual(
    problems.listed.map(({ line, code }) => [line, code]),
    [
      [2, 'invalid_character'],
      [4, 'invalid_character'],
    ],
  );
});

test('every bad row is counted, the first thousand are listed', async () => {
  const { problems, rows } = await read(
    `external_id,name\n${Array.from({ length: 1500 }, (_, at) => `${at},`).join('\n')}`,
  );
  assert.deepEqual([rows.length, problems.count, problems.listed.length], [1500, 1500, LISTED_MAX]);
});

test('other work of the process goes on while a large file is read', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const steps: number[] = [];
  const text = `external_id,name\n${Array.from({ length: 20_000 }, (_, at) => `${at},Somebody Else ${at}`).join('\n')}`;
  const { rows } = await readRows(Buffer.from(text), COLUMNS, { onProgress: ({ done }) => steps.push(done) });
  clearInterval(timer);
  assert.equal(rows.length, 20_000);
  assert.ok(turns > 3, `${turns} turns`);
  assert.equal(steps.at(-1), Buffer.byteLength(text));
});
