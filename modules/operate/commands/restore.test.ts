/** What a restore believes: nothing that this schema does not have, and no file that nothing proves. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { systemClock } from '../../../core/base/clock.ts';
import { deriveKeys } from '../../../core/base/keys.ts';
import { newSecretKey } from '../../../core/installation/key-file.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import { type CommandResult, runCommand } from '../../../test-support/command.ts';
import { type TestDatabase, withTestDatabase } from '../../../test-support/database.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { execute, silentLog } from '../../../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';

const KEY = newSecretKey();
const OTHER_KEY = newSecretKey();
const WITH_KEY = { SECRET_KEY: KEY };

let folder: TemporaryFolder;
let service: TestService;
let good: string;

before(async () => {
  folder = await createTemporaryFolder();
  service = await startTestService({ clock: systemClock, env: WITH_KEY });
  await openKeys(service.config, service.deps.database, systemClock, silentLog);
  const { communityId } = await service.createPartner({ name: 'Harbour Bank' });
  for (const name of ['Nr 7', 'Nr 8']) await service.createMember({ communityId, name });
  const file = join(folder.path, 'good.backup');
  await succeed(runCommand(service.testDatabase, ['backup', file], WITH_KEY));
  good = gunzipSync(await readFile(file)).toString();
});
after(async () => {
  await service?.stop();
  await folder?.remove();
});

async function succeed(running: Promise<CommandResult>): Promise<string> {
  const { code, stdout, stderr } = await running;
  assert.equal(code, 0, stderr + stdout);
  assert.equal(stderr, '');
  return stdout;
}

async function refuse(running: Promise<CommandResult>, sentence: RegExp): Promise<void> {
  const { code, stdout, stderr } = await running;
  assert.equal(code, 1, stdout);
  assert.match(stderr, sentence);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
}

const restoreInto = (database: TestDatabase, file: string, ...more: string[]) =>
  runCommand(database, ['restore', file, ...more], WITH_KEY);
/** Into an embedded database, with no key but the backup's own. */
const restoreAlone = (name: string, file: string, ...more: string[]) =>
  runCommand(service.testDatabase, ['restore', file, ...more], {
    DATABASE_URL: '',
    MIGRATE_DATABASE_URL: '',
    DATA_DIR: join(folder.path, name),
  });

const withoutMac = (text: string) => text.replace(/mac [^\n]*\n$/, '');
const signed = (text: string, key = KEY) => {
  const content = withoutMac(text);
  return `${content}mac ${createHmac('sha256', deriveKeys(key).backups).update(content).digest('base64')}\n`;
};
const replaced = (text: string, what: RegExp | string, by: string | ((...found: string[]) => string)) => {
  const changed = text.replace(what, by as string);
  assert.ok(changed !== text, `${what} is in it`);
  return changed;
};
const replacing = (what: RegExp | string, by: string) => (text: string) => replaced(text, what, by);

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(folder.path, `${name.replaceAll(/\W+/g, '-')}.backup`);
  await writeFile(file, gzipSync(text));
  return file;
}

async function isEmpty({ ownerUrl }: TestDatabase): Promise<boolean> {
  const used =
    'select 1 as name from communities union all select 1 from administrators union all select 1 from members';
  return (await execute(ownerUrl, used)).length === 0;
}

/** As 0.1.0+f844f4bd wrote it. */
function ofFormat1(text: string): string {
  const [head = '', ...rest] = withoutMac(text).split('\n');
  const { build: _, tables: __, installation: ___, mac: ____, ...header } = JSON.parse(head.slice(head.indexOf('{')));
  return [`timebank-backup ${JSON.stringify({ ...header, format: 1, version: '0.1.0' })}`, ...rest].join('\n');
}

/** Another section before the end, and what the end says of it. */
const withSection =
  (section: string, counts: Record<string, number> = {}) =>
  (text: string) =>
    replaced(text, /\nend (.*)\n/, (_, end = '') => {
      const trailer = JSON.parse(end);
      return `\n${section}\\.\nend ${JSON.stringify({ ...trailer, tables: { ...trailer.tables, ...counts } })}\n`;
    });
const withHeader = (header: string) => replacing(/^[^\n]*/, `timebank-backup ${header}`);
const HEADER_1 = '"format":1,"version":"0.1.0","created_at":"2026-11-25T10:00:00.000Z"';

/** What is altered in a good file before it is signed again, and the sentence that refuses it. */
const ALTERED: readonly (readonly [name: string, edit: (text: string) => string, sentence: RegExp])[] = [
  ['a catalogue', withSection('copy pg_proc oid\n1\n', { pg_proc: 1 }), /rows of pg_proc, which is none that a backup/],
  ['roles', withSection('copy pg_authid rolname rolsuper\nevil\tt\n', { pg_authid: 1 }), /rows of pg_authid/],
  ['a name with a schema', withSection('copy pg_catalog.pg_proc oid\n'), /it is damaged/],
  ['a table that is not kept', withSection('copy sessions id\n', { sessions: 0 }), /rows of sessions, which is none/],
  ['migrations', withSection('copy schema_migrations name\n'), /rows of schema_migrations, which is none/],
  ['a table twice', withSection('copy administrators id\n'), /it has administrators twice/],
  ['a system column', replacing('\ncopy communities id ', '\ncopy communities ctid '), /its columns of communities/],
  ['a column twice', replacing('\ncopy communities id ', '\ncopy communities slug '), /its columns of communities/],
  ['a column too few', replacing('\ncopy communities id ', '\ncopy communities '), /its columns of communities/],
  ['a section too few', replacing(/\ncopy deliveries [^\n]*\n(?:[^\n]*\n)*?\\\.\n/, '\n'), /it lacks deliveries/],
  [
    'a section too few, of which nothing is said',
    (text) => replaced(replaced(text, /\ncopy deliveries [^\n]*\n(?:[^\n]*\n)*?\\\.\n/, '\n'), /"deliveries":\d+,/, ''),
    /it lacks deliveries/,
  ],
  [
    'a row too few',
    replacing(/(\ncopy member_words [^\n]*\n)[^\n]*\n/, '$1'),
    /it holds \d+ rows of member_words instead of/,
  ],
  ['a row that the database refuses', replacing('\tNr 7\t', '\t\t'), /damaged in the rows of members/],
  ['a value that is none', replacing(/\n\d+\t[0-9a-f]{8}-/, '\n1\tnone-'), /damaged in the rows of/],
  [
    'numbers for what has none',
    replacing('"identities":[', '"identities":[{"table":"members","column":"id","last":"7"},'),
    /it numbers members\.id/,
  ],
  ['an end of another shape', replacing(/"members":\d+/, '"members":"2"'), /its end is not one that a backup has/],
  ['an end that is no JSON', replacing('\nend {', '\nend {{'), /its end cannot be read/],
  [
    'a table of another type',
    replacing('"joined_on","type":"date"', '"joined_on","type":"text"'),
    /members\.joined_on differs/,
  ],
  [
    'another format',
    replacing('"format":2', '"format":3'),
    /the format 3, which this version does not know; timebank \d\S+, which/,
  ],
  ['a header that is no JSON', withHeader('{"format":'), /its header cannot be read/],
  ['a header with a list', withHeader('{"format":[2]}'), /the format of another program/],
  ['a header without fields', withHeader('{"format":2}'), /its header is not one that a backup has \(build\)/],
  ['a header with null in its list', withHeader(`{${HEADER_1},"migrations":[null]}`), /\(migrations\)/],
  ['a header with no migrations', withHeader(`{${HEADER_1},"migrations":[]}`), /\(migrations\)/],
  ['a schema of later', replacing('0001_initial', '9001_later'), /\(9001_later\.sql\) that this version does not know/],
  [
    'another key in the header',
    replacing(/"secret_key":"[^"]*"/, `"secret_key":"${OTHER_KEY}"`),
    /the key in it is not the one that its rows belong to/,
  ],
  [
    'rows of another key',
    replacing(/(\ncopy installation [^\n]*\nt\t[^\n]*\\\\x)[0-9a-f]{4}/, '$1ffff'),
    /its rows belong to another key than its header says/,
  ],
];

describe('an attacker with the key cannot have restored, either:', () => {
  for (const [name, edit, sentence] of ALTERED) {
    test(name, async () => {
      const file = await fileOf(name, signed(edit(good)));
      await withTestDatabase(async (target) => {
        await refuse(restoreInto(target, file), sentence);
        assert.ok(await isEmpty(target));
      });
    });
  }
});

describe('an attacker without the key cannot have restored:', () => {
  const changed = () => replaced(good, '\tNr 7\t', '\tNr 9\t');
  const faults: readonly (readonly [name: string, text: () => string, sentence: RegExp, more?: string])[] = [
    ['another letter', changed, /it was altered since it was made, or made under another key/],
    ['another letter, whatever a person says', changed, /it was altered since it was made/, '--unauthenticated'],
    ['another proof', () => signed(changed(), OTHER_KEY), /it was altered since it was made/],
    ['no proof', () => withoutMac(good), /it ends too early/],
    [
      'a header that says there is none',
      () => withoutMac(replaced(good, '"HMAC-SHA-256"', 'null')),
      /made it without an HMAC/,
    ],
    ['something behind the proof', () => `${good}copy members id\n\\.\n`, /something stands behind its end/],
    ['the format that has none', () => ofFormat1(good), /timebank 0\.1\.0 made it without an HMAC.* --unauthenticated/],
    [
      'a key of their own',
      () => {
        const check = deriveKeys(OTHER_KEY).check.toString('base64');
        const theirs = replaced(changed(), /"key_check":"[^"]*"/, `"key_check":"${check}"`);
        return signed(replaced(theirs, /"secret_key":"[^"]*"/, `"secret_key":"${OTHER_KEY}"`), OTHER_KEY);
      },
      /SECRET_KEY is not the key of this backup/,
    ],
  ];
  for (const [name, text, sentence, more] of faults) {
    test(name, async () => {
      const file = await fileOf(name, text());
      await withTestDatabase(async (target) => {
        await refuse(restoreInto(target, file, ...(more ? [more] : [])), sentence);
        assert.ok(await isEmpty(target));
      });
    });
  }
});

describe('a backup is restored', () => {
  test('without a key that is kept apart, only for its digest, or because a person says so', async () => {
    const file = join(folder.path, 'by-digest.backup');
    const told = JSON.parse(await succeed(runCommand(service.testDatabase, ['backup', file, '--json'], WITH_KEY)));
    assert.equal(
      told.sha256,
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    );
    assert.equal(told.authenticated, true);
    const sentence = /^timebank: Nothing but the key in this backup itself proves.* --unauthenticated, or --digest /;
    await refuse(restoreAlone('nothing', file), sentence);
    await assert.rejects(stat(join(folder.path, 'nothing')), /ENOENT/, 'there is no database, either');
    await refuse(restoreAlone('data', file, '--digest', '0'.repeat(64)), /its digest is [0-9a-f]{64} and not the one/);
    await succeed(restoreAlone('data', file, '--digest', told.sha256));
    await succeed(restoreAlone('other', file, '--unauthenticated'));
  });

  test('of format 1, where a person says so', async () => {
    const file = await fileOf('format 1', ofFormat1(good));
    await withTestDatabase(async (target) => {
      await succeed(restoreInto(target, file, '--unauthenticated'));
      assert.ok(!(await isEmpty(target)));
    });
  });

  test('whose tables are the same, though the files that made them have other comments', async () => {
    const file = await fileOf('comments', signed(replaced(good, /("sha256":")\w{8}/, '$100000000')));
    await withTestDatabase(async (target) => {
      await succeed(restoreInto(target, file));
    });
  });
});

describe('a backup of a schema that is not of this version succeeds, and says who restores it:', () => {
  const ALL = "update schema_migrations set sha256 = repeat('0', 64)";
  const cases: readonly (readonly [name: string, change: string, told: RegExp, refused: RegExp])[] = [
    [
      'newer',
      `insert into schema_migrations values ('9001_later.sql', repeat('0', 64), now(), true, '0.2.0+12345678')`,
      /cannot restore it: it does not know its schema \(9001_later\.sql\)\. Restore it with timebank 0\.2\.0\+12345678, or a/,
      /does not know.*: restore it with timebank 0\.2\.0\+12345678, or a newer one/,
    ],
    [
      'changed',
      `${ALL}; alter table members drop column joined_on`,
      /cannot restore it unless its tables are the same: its schema \(0001_initial\.sql\) is not that of a release\./,
      /its tables are not those of this version \(members\.joined_on differs\)/,
    ],
    [
      'of before builds had names',
      `${ALL}; alter table schema_migrations drop column build, drop column compatible;
       alter table installation drop column installation_id`,
      /cannot restore it unless .* Restore it with the program that the database is of\./,
      /its tables are not those of this version \(installation\.installation_id differs\)/,
    ],
  ];
  for (const [name, change, told, refused] of cases) {
    test(name, async () => {
      await withTestDatabase(async (source) => {
        await succeed(restoreInto(source, await fileOf('source', good)));
        await execute(source.ownerUrl, change);
        const file = join(folder.path, `${name.replaceAll(' ', '-')}.made`);
        assert.match(await succeed(runCommand(source, ['backup', file], WITH_KEY)), told);
        await withTestDatabase((target) => refuse(restoreInto(target, file), refused));
      });
    });
  }
});
