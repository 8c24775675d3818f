import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { COMPONENTS } from './components.ts';
import { CreditRequest } from './credits.ts';
import { EVENT_TYPES } from './events.ts';
import { OPERATIONS } from './operations.ts';
import { ReplayRequest, SubscriptionCreateRequest, SubscriptionUpdateRequest } from './subscriptions.ts';
import { type CheckResult, compileBody, createValidator } from './validation.ts';

const validator = createValidator();
const credit = compileBody(CreditRequest, validator);
const subscription = compileBody(SubscriptionCreateRequest, validator);
const GOOD = { user_id: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab', hours: 1.5, reference: 'AB-1' };
const TARGET = 'https://bank.example/hook';

/** `field code` of every error. */
function codes(result: CheckResult<unknown>): string[] {
  return 'errors' in result ? result.errors.map(({ field, code }) => `${field} ${code}`) : [];
}

test('every component is a valid schema and compiles in strict mode, and so does every body and answer', () => {
  const answers = OPERATIONS.flatMap(({ responses }) => Object.values(responses).map(({ schema }) => schema));
  const bodies = OPERATIONS.flatMap(({ body }) => body ?? []);
  for (const schema of [...COMPONENTS, ...bodies, ...answers]) {
    validator.validateSchema(schema, true);
    assert.doesNotThrow(() => validator.compile(schema));
  }
  assert.throws(() => validator.validateSchema({ type: 'text' }, true), /schema is invalid/);
});

test('a schema with an unknown keyword is refused, so that no rule is silently ignored', () => {
  assert.throws(() => createValidator().compile(Type.String({ maxLenght: 3 })), /unknown keyword/);
});

test('hours: amounts with at most two decimals pass, whatever their spelling', () => {
  for (const json of ['0.01', '0.07', '1.15', '4.35', '19.99', '999.99', '1.50', '1.500', '15e-1', '1000000']) {
    assert.deepEqual(codes(credit({ ...GOOD, hours: JSON.parse(json) })), [], json);
  }
});

test('hours: everything else is refused by name and code', () => {
  const refused: readonly [string, string][] = [
    ['0', 'not_positive'],
    ['-0', 'not_positive'],
    ['-1', 'not_positive'],
    ['-1e999', 'not_positive'],
    ['1.005', 'too_many_decimals'],
    ['0.001', 'too_many_decimals'],
    ['1e-7', 'too_many_decimals'],
    ['1000000.01', 'too_large'],
    ['1e21', 'too_large'],
    ['1e999', 'too_large'],
    ['"1"', 'wrong_type'],
    ['null', 'required'],
    ['[]', 'wrong_type'],
    ['[1]', 'wrong_type'],
    ['{}', 'wrong_type'],
    ['true', 'wrong_type'],
  ];
  for (const [json, code] of refused) {
    assert.deepEqual(codes(credit({ ...GOOD, hours: JSON.parse(json) })), [`hours ${code}`], json);
  }
});

test('the message is one sentence that names the field and the rule', () => {
  assert.deepEqual(credit({ ...GOOD, hours: 1.005 }), {
    errors: [{ field: 'hours', code: 'too_many_decimals', message: 'hours is 1.005; round it to two decimals.' }],
  });
});

test('every fault of a body is reported, one per field', () => {
  assert.deepEqual(codes(credit({ hours: '2', note: 7, amount: 1 })).sort(), [
    'amount unknown_field',
    'hours wrong_type',
    'note wrong_type',
    'reference required',
    'user_id required',
  ]);
});

test('null on an optional member is absent; on a required one it is refused', () => {
  assert.deepEqual(credit({ ...GOOD, note: null }), { value: GOOD });
  assert.deepEqual(codes(credit({ ...GOOD, user_id: null })), ['user_id wrong_type']);
  assert.deepEqual(codes(credit(JSON.parse('{"__proto__": null, "note": null}'))), [
    'user_id required',
    'reference required',
    '__proto__ unknown_field',
    'hours required',
  ]);
});

test('null means absent inside an object of the body, too', () => {
  const payment = { amount: '1', currency: null, end_to_end_id: null };
  assert.deepEqual(credit({ ...GOOD, payment }), { value: { ...GOOD, payment: { amount: '1' } } });
  assert.deepEqual(codes(credit({ ...GOOD, payment: { amount: null, iban: null } })), ['payment.iban unknown_field']);
});

test('where null clears, a field that may be null keeps it and any other is refused', () => {
  const update = compileBody(SubscriptionUpdateRequest, validator, 'clears');
  assert.deepEqual(update({ description: null }), { value: { description: null } });
  const refused = ['event_types wrong_type', 'status wrong_type', 'target_url wrong_type'];
  assert.deepEqual(codes(update({ status: null, target_url: null, event_types: null })).sort(), refused);
});

test('a body without null is handed on as it is, without a copy', () => {
  const result = credit(GOOD);
  assert.ok('value' in result && result.value === GOOD);
});

test('unknown members are named, however odd their names', () => {
  const body = JSON.parse(
    `{"user_id":"u","hours":1,"reference":"r","__proto__":{"x":1},"constructor":1,"a/b~c":1,"":1,"\\ud800":1}`,
  );
  const errors = codes(credit(body));
  for (const name of ['__proto__', 'constructor', 'a/b~c', '', '\ufffd']) {
    assert.ok(errors.includes(`${name} unknown_field`), name);
  }
  assert.equal(({} as Record<string, unknown>).x, undefined);
});

test('a body that is no object has one error', () => {
  for (const body of [[], 'x', 1, null, true]) assert.deepEqual(codes(credit(body)), ['body wrong_type']);
});

test('lengths count code points', () => {
  assert.deepEqual(codes(credit({ ...GOOD, reference: '\u{1f600}'.repeat(128) })), []);
  assert.deepEqual(codes(credit({ ...GOOD, reference: '\u{1f600}'.repeat(129) })), ['reference too_long']);
  assert.deepEqual(codes(credit({ ...GOOD, note: 'x'.repeat(500) })), []);
  assert.deepEqual(codes(credit({ ...GOOD, note: 'x'.repeat(501) })), ['note too_long']);
  assert.deepEqual(codes(credit({ ...GOOD, reference: '', user_id: '' })).sort(), [
    'reference too_short',
    'user_id too_short',
  ]);
});

test('NUL and lone surrogates are refused in every text, ids included', () => {
  for (const bad of ['a\0b', '\ud800', 'x\udc00']) {
    assert.deepEqual(codes(credit({ user_id: bad, hours: 1, reference: bad, note: bad })), [
      'user_id invalid_characters',
      'reference invalid_characters',
      'note invalid_characters',
    ]);
  }
  assert.deepEqual(codes(credit({ ...GOOD, note: 'line one\nline two \u{1f600}' })), []);
});

test('a reference holds nothing invisible, nothing to trim and no placeholder', () => {
  const refused: readonly [string, string][] = [
    ['a\nb', 'invalid_characters'],
    ['a\u200bb', 'invalid_characters'],
    ['a\u202eb', 'invalid_characters'],
    ['\ufeffa', 'invalid_characters'],
    ['a\u0085', 'invalid_characters'],
    [' a', 'surrounding_space'],
    ['a ', 'surrounding_space'],
    ['a\u00a0', 'surrounding_space'],
    [' ', 'surrounding_space'],
    ['NOTPROVIDED', 'placeholder'],
    ['notprovided', 'placeholder'],
    ['NonRef', 'placeholder'],
    ['NOTAVAILABLE', 'placeholder'],
  ];
  for (const [reference, code] of refused) {
    assert.deepEqual(codes(credit({ ...GOOD, reference })), [`reference ${code}`], JSON.stringify(reference));
  }
  for (const reference of ['NOTPROVIDED-1', 'a b', '2026112000123456-0001', 'é/日本']) {
    assert.deepEqual(codes(credit({ ...GOOD, reference })), [], reference);
  }
});

test('an unknown event kind is named by its place, and the message lists the valid ones', () => {
  const result = subscription({ event_types: ['wallet.credited', 'wallet.creditd'], target_url: TARGET });
  assert.ok('errors' in result);
  assert.deepEqual(codes(result), ['event_types.1 unknown_value']);
  for (const type of [...EVENT_TYPES, '*']) assert.ok(result.errors[0]?.message.includes(type), type);
});

test('event_types: a wrong type inside is named by index; an empty or endless list is refused as a list', () => {
  const list = (event_types: unknown) => codes(subscription({ event_types, target_url: TARGET }));
  assert.deepEqual(list([1, 'user.updated', null, ['*']]), [
    'event_types.0 wrong_type',
    'event_types.2 wrong_type',
    'event_types.3 wrong_type',
  ]);
  assert.deepEqual(list([]), ['event_types too_few_items']);
  assert.deepEqual(list(Array(101).fill('nope')), ['event_types too_many_items']);
  assert.deepEqual(list('wallet.credited'), ['event_types wrong_type']);
  assert.deepEqual(list(['*', '*', 'user.updated']), []);
});

test('target_url: absolute https without user name and fragment', () => {
  const url = (target_url: unknown) => codes(subscription({ event_types: ['*'], target_url }));
  for (const good of [
    TARGET,
    'HTTPS://bank.example:8443/a?b=c@d',
    'https://b\u00fccher.example/',
    'https://10.0.0.1/',
  ]) {
    assert.deepEqual(url(good), [], good);
  }
  const refused: readonly [unknown, string][] = [
    ['http://bank.example/', 'https_required'],
    ['ftp://bank.example/', 'https_required'],
    ['/hook', 'invalid_url'],
    ['bank.example', 'invalid_url'],
    ['https:bank.example', 'invalid_url'],
    ['https:/\\127.0.0.1', 'invalid_url'],
    ['https://', 'invalid_url'],
    [' https://bank.example/', 'invalid_url'],
    ['https://bank.example/\n', 'invalid_url'],
    ['https://bank.example:99999/', 'invalid_url'],
    ['', 'invalid_url'],
    ['https://a:b@bank.example/', 'userinfo_not_allowed'],
    ['https://@bank.example/', 'userinfo_not_allowed'],
    ['https://bank.example/#x', 'fragment_not_allowed'],
    ['https://bank.example/#', 'fragment_not_allowed'],
    ['https://bank.example/\ud800', 'invalid_characters'],
    [`https://bank.example/${'x'.repeat(2048)}`, 'too_long'],
    [5, 'wrong_type'],
  ];
  for (const [value, code] of refused) assert.deepEqual(url(value), [`target_url ${code}`], String(value));
});

test('since: a point in time', () => {
  const replay = compileBody(ReplayRequest, validator);
  assert.ok('value' in replay({ since: '2026-11-20T00:00:00Z' }));
  assert.ok('errors' in replay({ since: '2026-02-30T00:00:00Z' }));
  assert.ok('errors' in replay({ since: 'yesterday' }));
});

test('any JSON value is answered, never thrown at, and every answer can be sent', () => {
  const member = fc.constantFrom('user_id', 'hours', 'reference', 'note', '__proto__', 'event_types');
  const object = fc.dictionary(fc.oneof(member, fc.string({ unit: 'binary' })), fc.jsonValue());
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), object), (body) => {
      const result = credit(body);
      if ('errors' in result) {
        assert.ok(result.errors.length > 0);
        for (const error of result.errors) assert.ok(JSON.stringify(error).isWellFormed());
        assert.equal(new Set(result.errors.map(({ field }) => field)).size, result.errors.length);
      }
    }),
    { numRuns: 500 },
  );
});
