/** The console's schemas, the readers of files and the service keep the same rules, to the last character. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as contract from '@timebank/contract';
import {
  ACCOUNT_FIELDS,
  ADMINISTRATOR_FIELDS,
  CALL_AGAIN_FIELDS,
  CALL_FIELDS,
  CATEGORY_FIELDS,
  CHECK_FIELDS,
  COMMUNITY_FIELDS,
  compileBody,
  DEPUTY_FIELDS,
  EXCHANGE_FIELDS,
  type FieldRule,
  HOLD_FIELDS,
  IMPORT_KINDS,
  isInRange,
  LISTING_FIELDS,
  MEMBER_FIELDS,
  MESSAGE_FIELDS,
  type NumberRule,
  OWN_FIELD_FIELDS,
  PARTNER_FIELDS,
} from '@timebank/contract';
import { readerOf } from '../../core/base/fields/values.ts';
import { IMPORT_COLUMNS } from '../../modules/moving/domain/import/import.ts';
import { signedIn } from '../../test-support/console.ts';
import { createConsoleValidator } from '../../test-support/console-contract/components.ts';
import * as consoleContract from '../../test-support/console-contract/index.ts';
import { CONSOLE_OPERATIONS } from '../../test-support/console-contract/operations.ts';
import { testService } from '../../test-support/harness.ts';

const service = await testService();

const isOfNumbers = (rule: FieldRule | NumberRule): rule is NumberRule =>
  rule.kind === 'number' || rule.kind === 'integer';

type Table = Readonly<Record<string, FieldRule | NumberRule>>;

/** Whose rules a body has. */
const TABLES: Readonly<Record<string, Table>> = {
  CommunitySettingsUpdate: COMMUNITY_FIELDS,
  MemberCreate: MEMBER_FIELDS,
  MemberUpdate: MEMBER_FIELDS,
  MemberStatusChange: MEMBER_FIELDS,
  MemberVisibilityChange: MEMBER_FIELDS,
  MemberErasure: MEMBER_FIELDS,
  MemberCallCreate: { ...CALL_FIELDS, ...CALL_AGAIN_FIELDS },
  MemberCheckCreate: CHECK_FIELDS,
  MemberHoldBegin: HOLD_FIELDS,
  MemberDeputyAppoint: { ...DEPUTY_FIELDS, member: MEMBER_FIELDS.name },
  MemberFieldCreate: OWN_FIELD_FIELDS,
  MemberFieldUpdate: { name: OWN_FIELD_FIELDS.name },
  CommunityListingCreate: LISTING_FIELDS,
  CommunityListingUpdate: LISTING_FIELDS,
  ListingStatusChange: LISTING_FIELDS,
  ListingSettingsUpdate: COMMUNITY_FIELDS,
  MemberPagesUpdate: COMMUNITY_FIELDS,
  CategoryCreate: CATEGORY_FIELDS,
  CategoryUpdate: CATEGORY_FIELDS,
  ExchangeCreate: EXCHANGE_FIELDS,
  ExchangeCorrection: EXCHANGE_FIELDS,
  AccountCreate: ACCOUNT_FIELDS,
  AccountUpdate: ACCOUNT_FIELDS,
  OwnAccountUpdate: ADMINISTRATOR_FIELDS,
  SetUpRequest: ADMINISTRATOR_FIELDS,
  MessageCreate: MESSAGE_FIELDS,
  PartnerCreate: PARTNER_FIELDS,
  PartnerUpdate: PARTNER_FIELDS,
  CredentialRotation: PARTNER_FIELDS,
};

/** Fields of those bodies that no table has: ids and keys, states, lists and amounts with a rule of their own. */
const OTHERS = [
  'CommunitySettingsUpdate.exchange_step_minutes',
  'MemberVisibilityChange.partner_id',
  'CommunityListingCreate.member_id',
  'CommunityListingCreate.held',
  'CommunityListingCreate.add_category',
  'CommunityListingUpdate.add_category',
  'MemberFieldUpdate.choices',
  'MemberFieldUpdate.is_quarter',
  ...['names_whole', 'look_first', 'may_join'].map((name) => `MemberPagesUpdate.${name}`),
  'ExchangeCreate.corrects',
  'ExchangeCreate.key',
  'ExchangeCreate.listing',
  ...['PartnerCreate', 'PartnerUpdate'].flatMap((body) =>
    ['scopes', 'allowed_addresses', 'max_credit_hours', 'max_member_day_hours', 'max_partner_day_hours'].map(
      (name) => `${body}.${name}`,
    ),
  ),
  'PartnerCreate.status',
  ...['form', 'member_ids', 'language', 'joined_from'].map((name) => `MessageCreate.${name}`),
  'OwnAccountUpdate.email',
  'SetUpRequest.token',
  'SetUpRequest.password',
];

interface Property {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Property;
  readonly reference?: true;
  readonly time?: true;
}

/** Texts of a kind that are right but for their length. */
const OF_LENGTH: Readonly<Record<Exclude<FieldRule['kind'], 'words'>, (length: number) => string>> = {
  line: (length) => 'x'.repeat(length),
  text: (length) => `${'x\n'.repeat(length).slice(0, length - 1)}x`,
  email: (length) => `a@${`${'b'.repeat(63)}.`.repeat(9).slice(0, Math.max(0, length - 4))}.c`.slice(0, length),
  year: (length) => '19561'.slice(0, length),
  day: (length) => '2026-05-3100'.slice(0, length),
  language: (length) => `${`abcdefgh${'-abcdefg'.repeat(9)}`.slice(0, length - 1)}x`,
  hours: (length) => '+000000001:30:0000'.slice(0, length),
  positive_hours: (length) => '+000000001:30:0000'.slice(0, length),
  duration: (length) => `1${' '.repeat(Math.max(0, length - 2))}h`.slice(0, length),
};

const LENGTH_MAX = 12_000;

/** The greatest length that is accepted; lengths are tried from the longest down. */
function longest(kind: Exclude<FieldRule['kind'], 'words'>, accepts: (text: string) => boolean): number {
  for (let length = kind === 'text' ? LENGTH_MAX : 600; length > 0; length -= length > 600 ? 100 : 1) {
    if (!accepts(OF_LENGTH[kind](length))) continue;
    let exact = length;
    while (accepts(OF_LENGTH[kind](exact + 1)) && exact < LENGTH_MAX) exact++;
    return exact;
  }
  return 0;
}

const validator = createConsoleValidator();

/** Every field of every body, with a check of that field alone. */
function* bodyFields() {
  for (const { id, body, example } of CONSOLE_OPERATIONS) {
    if (!body) continue;
    const check = compileBody(body, validator);
    const { $id: component = '' } = body as { $id?: string };
    for (const [name, property] of Object.entries(body.properties as Record<string, Property>)) {
      const accepts = (value: unknown) => {
        const given = property.items ? [value] : value;
        const checked = check({ ...(example as object), [name]: given });
        return 'value' in checked || !checked.errors.some(({ field }) => field.split('.')[0] === name);
      };
      yield { id, component, name, property, accepts };
    }
  }
}

const accepting = (rule: FieldRule) => (text: string) => 'value' in readerOf(rule)(text);
const words = (list: readonly string[]) => [...list, ...list.map((one) => `${one}x`), '', 'x'];

test('schema and reader of every console field accept the same longest value, and neither one character more', () => {
  const own: string[] = [];
  let compared = 0;
  for (const { component, name, property, accepts } of bodyFields()) {
    const rule = TABLES[component]?.[name];
    const field = `${component}.${name}`;
    if (!rule) {
      if (TABLES[component]) own.push(field);
      continue;
    }
    compared++;
    if (isOfNumbers(rule)) {
      const { min = rule.above ?? 0, max } = rule;
      for (const value of [min - 1, min, min + 1, min + 0.5, max - 1, max, max + 1, max + 0.5]) {
        assert.equal(accepts(value), isInRange(rule, value), `${field} ${value}`);
      }
    } else if (rule.kind === 'words') {
      const listed = (property.enum ?? []).filter((one) => one !== null) as string[];
      assert.ok(listed.length > 0, field);
      const read = accepting(contract.filled(rule));
      for (const word of words(listed))
        assert.deepEqual(
          [accepts(word), read(word)],
          [listed.includes(word), listed.includes(word)],
          `${field} ${word}`,
        );
      // A status may be given in part; what is given is a word of the list.
      if (name !== 'status') assert.deepEqual(listed, rule.words, field);
    } else {
      const most = longest(rule.kind, accepting(rule));
      assert.ok(most > 0 && most < LENGTH_MAX, field);
      assert.equal(longest(rule.kind, accepts), most, field);
      // The limits for a program that knows JSON Schema alone.
      assert.equal((property.items ?? property).maxLength, most, field);
      assert.equal(accepts(''), accepting(rule)(''), `${field} empty`);
    }
  }
  assert.deepEqual(own.sort(), [...OTHERS].sort());
  assert.ok(compared > 40, String(compared));
});

test('every column of a file and the console field of the same thing accept the same longest value', () => {
  const tables: Readonly<Record<string, Table>> = {
    members: MEMBER_FIELDS,
    listings: LISTING_FIELDS,
    exchanges: EXCHANGE_FIELDS,
  };
  const bodies = { members: 'MemberCreate', listings: 'CommunityListingCreate', exchanges: 'ExchangeCreate' };
  const fields = [...bodyFields()];
  let shared = 0;
  for (const kind of IMPORT_KINDS) {
    for (const [name, { read }] of Object.entries(IMPORT_COLUMNS[kind])) {
      const rule = tables[kind]?.[name] as FieldRule;
      assert.ok(rule, `${kind}.${name} has no rule`);
      const reads = (cell: string) => 'value' in read(cell);
      const field = fields.find((one) => one.component === bodies[kind] && one.name === name);
      if (rule.kind === 'words') {
        for (const word of words(rule.words).filter(Boolean)) {
          assert.equal(reads(word), rule.words.includes(word), `${kind}.${name} ${word}`);
        }
      } else {
        const most = longest(rule.kind, accepting(rule));
        assert.equal(longest(rule.kind, reads), most, `${kind}.${name}`);
        if (field) assert.equal(longest(rule.kind, field.accepts), most, `${kind}.${name}`);
      }
      if (field) shared++;
    }
  }
  assert.ok(shared >= 11, String(shared));
});

test('no text of a console body is without a bound', () => {
  for (const { component, name, property } of bodyFields()) {
    const { type, enum: list, maxLength, pattern, time } = property.items ?? property;
    if (![type].flat().includes('string')) continue;
    assert.ok(list || maxLength !== undefined || pattern !== undefined || time, `${component}.${name}`);
  }
});

test('the longest values are kept, and one character more is refused, every field in one answer', async () => {
  const { client, slug, communityId } = await signedIn(service);
  await service.createMember({ communityId, name: 'Anna', externalId: 'A'.repeat(100) });
  const send = (id: string, json: object, params: object = {}) =>
    client.call(id as 'createMember', { params: { slug, ...params } as { slug: string }, json });
  const text = (rule: FieldRule, more: number) => {
    if (rule.kind === 'words') throw new Error('words have no length');
    return OF_LENGTH[rule.kind](longest(rule.kind, accepting(rule)) + more);
  };
  const filledIn = (table: Table, names: readonly string[], more: number) =>
    Object.fromEntries(names.map((name) => [name, text(table[name] as FieldRule, more)]));
  const member = ['name', 'external_id', 'email', 'language', 'joined_on'];
  const partner = ['name', 'contact_name', 'contact_email', 'contact_phone', 'note'];
  const listing = ['title', 'description', 'category', 'estimated_hours'];
  const { body } = await send('createMember', filledIn(MEMBER_FIELDS, member, 0));
  assert.equal(body.data?.name.length, 200, JSON.stringify(body));
  const others = { member_id: body.data.id, type: 'service', add_category: true };
  const slip = { key: randomUUID(), provider: 'A'.repeat(100), receiver: 'chest' };
  const exchange = ['time', 'service_date', 'note'];
  for (const [id, good, bad] of [
    ['createMember', { name: 'Ben' }, filledIn(MEMBER_FIELDS, member, 1)],
    [
      'createCommunityListing',
      { ...filledIn(LISTING_FIELDS, listing, 0), ...others },
      filledIn(LISTING_FIELDS, listing, 1),
    ],
    [
      'recordExchange',
      { ...slip, ...filledIn(EXCHANGE_FIELDS, exchange, 0) },
      filledIn(EXCHANGE_FIELDS, [...exchange, 'provider', 'receiver'], 1),
    ],
    ['createAccount', filledIn(ACCOUNT_FIELDS, ['name'], 0), filledIn(ACCOUNT_FIELDS, ['name'], 1)],
    ['updateCommunitySettings', filledIn(COMMUNITY_FIELDS, ['name'], 0), filledIn(COMMUNITY_FIELDS, ['name'], 1)],
    ['createPartner', { ...filledIn(PARTNER_FIELDS, partner, 0), scopes: [] }, filledIn(PARTNER_FIELDS, partner, 1)],
  ] as const) {
    const kept = await send(id, good);
    assert.ok(kept.status === 201 || kept.status === 200, `${id} ${kept.text}`);
    const refused = await send(id, { ...good, ...bad });
    assert.deepEqual([refused.status, refused.body.error], [422, 'validation_failed'], id);
    const named = refused.body.errors.map(({ field }: { field: string }) => field);
    assert.deepEqual(named.sort(), Object.keys(bad).sort(), id);
  }
});

test('no two functions of the contract have the same name', () => {
  for (const [name, value] of Object.entries(consoleContract)) {
    const other = (contract as Readonly<Record<string, unknown>>)[name];
    assert.ok(other === undefined || other === value, name);
  }
});
