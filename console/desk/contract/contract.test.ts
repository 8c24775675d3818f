import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../../contract/src/errors.ts';
import { compileBody } from '../../../contract/src/validation.ts';
import * as contracts from '../../../test-support/console-contract/contracts.ts';
import {
  ALL_ERRORS,
  CONSOLE_COMPONENTS,
  CONSOLE_ERRORS,
  CONSOLE_OPERATIONS,
  consoleErrorsOf,
  consoleOperations,
  createConsoleValidator,
  MemberCreate,
  PartnerUpdate,
  PERMISSIONS,
  ROLE_PERMISSIONS,
} from '../../../test-support/console-contract/index.ts';
import { CONSOLE_ROUTES } from './operations.gen.ts';

const validator = createConsoleValidator();

function* nodes(node: unknown): Generator<Record<string, unknown>> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Record<string, unknown>;
  for (const child of Object.values(node)) yield* nodes(child);
}

test('every operation is declared under its id and has a route, every path and every component a name of its own', () => {
  const declared = Object.entries(contracts as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    CONSOLE_OPERATIONS.some((operation) => operation === value) ? [name] : [],
  );
  assert.deepEqual(
    declared,
    CONSOLE_OPERATIONS.map(({ id }) => id),
  );
  assert.ok(declared.length > 190);
  assert.deepEqual(Object.keys(consoleOperations), Object.keys(CONSOLE_ROUTES));
  assert.equal(
    new Set(CONSOLE_OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size,
    CONSOLE_OPERATIONS.length,
  );
  const ids = CONSOLE_COMPONENTS.map((schema) => (schema as { $id?: string }).$id);
  assert.equal(new Set(ids).size, ids.length);
  const schemas = [...CONSOLE_COMPONENTS, ...CONSOLE_OPERATIONS.map(({ answer }) => answer)];
  for (const [, id] of JSON.stringify(schemas).matchAll(/"\$ref":"(\w+)#"/g))
    assert.ok(ids.includes(id), `no contract exports ${id}`);
  for (const code of Object.keys(CONSOLE_ERRORS)) assert.ok(!(code in ERRORS), code);
});

test('every schema is a valid one', () => {
  const answers = CONSOLE_OPERATIONS.map(({ answer }) => answer);
  for (const schema of [...CONSOLE_COMPONENTS, ...answers]) validator.validateSchema(schema, true);
});

test('every example of a request validates against its schema, and every object is closed', () => {
  for (const { id, answer, body, example } of CONSOLE_OPERATIONS) {
    validator.compile(answer);
    assert.equal(example !== undefined, body !== undefined, id);
    // Whole in itself: the service and commands compile it without knowing other schemas.
    if (body) assert.deepEqual(compileBody(body)(example), { value: example }, id);
  }
  for (const component of CONSOLE_COMPONENTS) {
    const id = (component as { $id?: string }).$id ?? '';
    if (['TokenRequest', 'RevokeRequest', 'EventTypeDescription'].includes(id)) continue;
    for (const node of nodes(component)) {
      // A record of whatever was recorded (audit details) has pattern properties instead.
      if (node.type === 'object' && !node.patternProperties) assert.equal(node.additionalProperties, false, id);
    }
  }
});

test('credentials need a recent password, everything but reads needs the CSRF token', () => {
  for (const operation of CONSOLE_OPERATIONS) {
    if (operation.authentication.access === 'credentials.write')
      assert.equal(operation.authentication.recentPassword, true, operation.id);
    assert.equal(consoleErrorsOf(operation).includes('csrf_failed'), operation.method !== 'GET', operation.id);
    assert.equal(
      operation.path.includes('{slug}'),
      (PERMISSIONS as readonly string[]).includes(operation.authentication.access),
      operation.id,
    );
  }
});

test('only an owner switches the partner API and manages administrators; a treasurer has no secrets; an auditor changes nothing', () => {
  const who = (permission: (typeof PERMISSIONS)[number]) =>
    Object.entries(ROLE_PERMISSIONS).flatMap(([role, held]) => (held.includes(permission) ? [role] : []));
  assert.deepEqual(who('switch.write'), ['owner']);
  assert.deepEqual(who('administrators.write'), ['owner']);
  assert.deepEqual(who('credentials.write'), ['owner', 'administrator']);
  assert.deepEqual(who('rates.write'), ['owner', 'administrator', 'treasurer']);
  assert.ok(
    ROLE_PERMISSIONS.treasurer.every(
      (permission) => !/^(credentials|webhooks|partners\.write|accounts)/.test(permission),
    ),
  );
  assert.ok(ROLE_PERMISSIONS.auditor.every((permission) => permission.endsWith('.read')));
});

test('null removes a cap, and is refused where a value must be', () => {
  const check = compileBody(PartnerUpdate, validator);
  assert.deepEqual(check({ max_member_day_hours: null }), { value: { max_member_day_hours: null } });
  // Optional and never null: as if it were left out.
  assert.deepEqual(check({ max_credit_hours: null }), { value: {} });
  const wrong = check({ max_member_day_hours: 'x', max_partner_day_hours: 0 });
  assert.ok('errors' in wrong);
  assert.deepEqual(
    wrong.errors.map(({ field, code }) => [field, code]),
    [
      ['max_member_day_hours', 'wrong_type'],
      ['max_partner_day_hours', 'not_positive'],
    ],
  );
});

test('spaces around a text with a rule do not count, and where null may stand no text is null', () => {
  const check = compileBody(MemberCreate, validator);
  assert.deepEqual(check({ name: ` ${'x'.repeat(200)}\n`, email: ' ', joined_on: ' 2026-05-31' }), {
    value: { name: 'x'.repeat(200), email: null, joined_on: '2026-05-31' },
  });
  const wrong = check({ name: ' ', email: 'nobody', external_id: 'a\nb', language: 5, joined_on: '2026-02-30' });
  assert.ok('errors' in wrong);
  assert.deepEqual(wrong.errors.map(({ field, code, message }) => [field, code, message]).sort(), [
    ['email', 'invalid_email', 'email is "nobody", which is not an e-mail address.'],
    ['external_id', 'line_break', 'external_id has a line break; it must be one line.'],
    ['joined_on', 'invalid_date', 'joined_on is 2026-02-30, which is not a day of the calendar between 1900 and 2199.'],
    ['language', 'wrong_type', 'language must be of another type.'],
    ['name', 'required', 'name is empty.'],
  ]);
});

test('texts of errors stay in the characters of RFC 6749 section 5.2', () => {
  for (const { when, action } of Object.values(ALL_ERRORS)) {
    for (const text of [when, action]) assert.match(text, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  }
});
