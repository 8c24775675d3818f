/** A field that a body has and no rule reads is found before anybody sends it. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { LISTING_FIELDS, OPERATIONS } from '@timebank/contract';
import { type Static, Type } from 'typebox';
import { closedObject, nullable } from '../../../contract/src/values.ts';
import { addListing } from '../../../modules/members/domain/listings/create.ts';
import { CONSOLE_OPERATIONS } from '../../../test-support/console-contract/operations.ts';
import { changeMember } from '../../people/members/update.ts';
import { camelCased, readFields, shownAs } from './fields.ts';

test('a key without a rule does not compile, in a record and in a body that is handed on', () => {
  const rules = { title: LISTING_FIELDS.title } as const;
  // @ts-expect-error
  const read = () => readFields({ title: 'Bicycles', place: 'in the garden' }, rules);
  assert.deepEqual(read(), { title: 'Bicycles' });
  const body: { readonly title: string; readonly estimated_hours?: string; readonly place?: string } = { title: 'A' };
  assert.deepEqual(camelCased({ estimated_hours: '1', title: 'A' }), { estimatedHours: '1', title: 'A' });
  const type = 'service' as const;
  // @ts-expect-error
  void (() => addListing({} as never, {} as never, { ...camelCased(body), type }));
  // @ts-expect-error
  void (() => changeMember({} as never, {} as never, camelCased({ ...body })));
});

test('a row is shown by the names of a schema, which leaves out what it does not name, and other types are to be added', () => {
  const schema = closedObject({ given_name: Type.String(), joined_at: nullable(Type.String()), hours: Type.Number() });
  const row = { givenName: 'Anna', joinedAt: new Date(0) as Date | null, secret: 'x', hours: '2' };
  const shown: Static<typeof schema> = { ...shownAs(schema, row), hours: 2 };
  assert.deepEqual(shown, { given_name: 'Anna', joined_at: '1970-01-01T00:00:00.000Z', hours: 2 });
  // @ts-expect-error
  const less: Static<typeof schema> = shownAs(schema, row);
  assert.equal(Object.hasOwn(less, 'secret'), false);
});

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = ['core/**/{access,api}/**/*.ts', 'console/desk/*.ts', 'modules/*/{api,pages}/**/*.ts']
  .flatMap((files) => globSync(join(ROOT, files)))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** The files that name an operation, what they import, and what those import: an act reads its fields beside it. */
function sourcesOf(id: string): string {
  const found = SOURCES.filter(({ text }) => new RegExp(`typeof ${id}\\b|\\b${id}Handler\\b`).test(text));
  assert.ok(found.length > 0, `${id} has no handler`);
  const imported = found.flatMap(importedBy);
  return [...found, ...imported, ...imported.flatMap(importedBy)].map(({ text }) => text).join('\n');
}

const importedBy = ({ file, text }: (typeof SOURCES)[number]) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].flatMap(([, path = '']) => {
    const other = join(dirname(file), path);
    // What names a field and reads none: columns, and the schema itself.
    return /queries\.ts$|\/contract\//.test(other) ? [] : [{ file: other, text: readFileSync(other, 'utf8') }];
  });

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** RFC 7009 section 2.1: a hint, which a server need not use. */
const UNREAD = ['revokeToken token_type_hint'];

test('each field of a body is named where the body is read', () => {
  const unread: string[] = [];
  let fields = 0;
  for (const { id, body } of [...CONSOLE_OPERATIONS, ...OPERATIONS] as const) {
    const names = Object.keys((body as { readonly properties?: object } | undefined)?.properties ?? {});
    const text = names.length === 0 ? '' : sourcesOf(id);
    for (const name of names) {
      if (!new RegExp(`\\b(${name}|${camel(name)})\\b`).test(text)) unread.push(`${id} ${name}`);
      fields++;
    }
  }
  assert.deepEqual(unread, UNREAD);
  assert.ok(fields > 200, String(fields));
});
