/** Exchanges: help between members, organisations and the community fund. */
import { type Static, Type } from 'typebox';
import { countedListOf } from '../../../console/desk/contract/counted-list.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { EXCHANGE_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
import { dayParameter, oneOf, PAGED, sortBy, text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  hoursOut,
  listOf,
  memberNumber,
  nullable,
  ref,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { EXCHANGE_KINDS } from '../../../contract/src/words.ts';

const KEY = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const CATEGORY = 'The kind of help: a name of the list of categories. Empty: that of the listing, else none.';

const party = (description: string) =>
  closedObject(
    {
      kind: wordValue(['member', 'organisation', 'chest'], 'Whose account it is. `chest`: the community fund.'),
      id: Type.String({ description: '`usr_…`, `account:` and the number of an organisation’s account, or `chest`.' }),
      name: nullable(Type.String(), { description: 'Null for the community fund.' }),
      number: memberNumber(),
    },
    { description },
  );

export const Exchange = component('Exchange', 'Help that was given and booked.', {
  id: Type.String({ description: 'UUID.' }),
  kind: wordValue(EXCHANGE_KINDS, 'Help, or a gift: hours without help, which count in no total of exchanges.'),
  provider: party('Who helped; of a gift, who was given the hours.'),
  receiver: party('Who was helped; of a gift, who gave the hours.'),
  hours: hoursOut('The time it took.'),
  service_date: dayValue('The day the help was given.'),
  category: nullable(Type.String(), { description: 'The kind of help, as the list of categories has it now.' }),
  note: nullable(Type.String()),
  slip: nullable(
    closedObject(
      { id: Type.String({ description: 'UUID.' }), size: Type.Integer({ minimum: 2 }) },
      { description: 'The slip that it shares with others, and how many they are. Reversed together.' },
    ),
    { description: 'Null: a slip of its own.' },
  ),
  recorded_by: Type.String({ description: '`administrator:3`, `partner:2`, `command line`.' }),
  recorded_by_name: nullable(Type.String(), { description: 'Of the administrator or partner, else null.' }),
  created_at: timeValue('When it was recorded.'),
  correction: nullable(
    closedObject({
      id: Type.String(),
      reason: nullable(Type.String()),
      created_at: timeValue('When it was reversed.'),
      recorded_by: Type.String(),
      recorded_by_name: nullable(Type.String()),
    }),
    { description: 'The reversal of this exchange, else null.' },
  ),
});
export type Exchange = Static<typeof Exchange>;

export const GroupSlip = component('GroupSlip', 'What was recorded on one slip.', {
  id: nullable(Type.String(), { description: 'UUID of the slip; null: it came to one booking.' }),
  exchanges: Type.Array(ref(Exchange), { maxItems: 101, description: 'Exchanges and gifts, as they were recorded.' }),
});
export type GroupSlip = Static<typeof GroupSlip>;

export const listExchanges = consoleOperation('listExchanges', {
  route: 'GET /communities/{slug}/exchanges',
  access: 'exchanges.read',
  query: {
    kind: oneOf(EXCHANGE_KINDS, 'Only help, or only gifts.'),
    member: text('Exchanges of this member (`usr_…`).', 60),
    from: dayParameter('Help given on or after this day.'),
    to: dayParameter('Help given on or before this day.'),
    corrected: oneOf(['yes', 'no'], 'Whether it was reversed.'),
    category: text('Exchanges of this category, by its name.', 100),
    recorded_by: text('Who recorded them: `administrator:3`, `command line`.', 100),
    time_from: text('At least this long, as people write it: `1:30`.', 30),
    time_to: text('At most this long.', 30),
    slip: text('The exchanges of this slip, by its id.', 36),
    note: text('Part of the note; case is ignored.', 200),
    sort: sortBy(['recorded', 'day', 'hours'], '-recorded'),
    ...PAGED,
  },
  answer: countedListOf(Exchange),
  errors: ['validation_failed'],
});

export const ExchangeRecorder = component('ExchangeRecorder', 'Who has recorded an exchange.', {
  recorded_by: Type.String({ description: '`administrator:3`, `partner:2`, `command line`.' }),
  name: nullable(Type.String(), { description: 'Of the administrator or partner, else null.' }),
});
export type ExchangeRecorder = Static<typeof ExchangeRecorder>;

export const listExchangeRecorders = consoleOperation('listExchangeRecorders', {
  route: 'GET /communities/{slug}/exchanges/recorders',
  access: 'exchanges.read',
  answer: listOf(ExchangeRecorder),
});

/** The most on the side of a slip that has several. */
export const SLIP_OTHERS_MAX = 50;

export const recordGroupSlip = consoleOperation('recordGroupSlip', {
  route: 'POST /communities/{slug}/exchanges/group-slips',
  access: 'exchanges.write',
  body: component('GroupSlipCreate', 'A slip with one person on one side and several on the other.', {
    key: Type.String({ description: 'As of an exchange: the same slip is recorded once.', pattern: KEY }),
    many: wordValue(['providers', 'receivers'], 'Of whom there are several: who helped, or who was helped.'),
    one: fieldSchema(EXCHANGE_FIELDS.provider, 'The other side, as of an exchange.'),
    others: Type.Array(fieldSchema(EXCHANGE_FIELDS.provider, 'As of an exchange; each once.'), {
      minItems: 2,
      maxItems: SLIP_OTHERS_MAX,
      description: 'The several.',
    }),
    each: fieldSchema(EXCHANGE_FIELDS.time, 'The time for each of the several.'),
    total: Type.Optional(
      nullable(
        fieldSchema(
          EXCHANGE_FIELDS.time,
          'The time for the one; null: that of all together. Who helped many gets at most that, who was helped by many gives at least that; the rest is a gift to the community fund.',
        ),
      ),
    ),
    service_date: fieldSchema(EXCHANGE_FIELDS.service_date, 'The day the help was given, `YYYY-MM-DD`.'),
    category: Type.Optional(fieldSchema(EXCHANGE_FIELDS.category, CATEGORY)),
    note: Type.Optional(fieldSchema(EXCHANGE_FIELDS.note, 'Null or empty: none.')),
  }),
  status: 201,
  answer: dataOf(GroupSlip),
  errors: ['user_not_found', 'limit_exceeded', 'state_conflict'],
  example: {
    key: '0197f9a0-3b1c-7c4e-9d2a-4b6f8a1c2d40',
    many: 'receivers',
    one: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab',
    others: ['M-12', 'M-17'],
    each: '1:00',
    total: '1:30',
    service_date: '2026-11-19',
  },
});

export const recordExchange = consoleOperation('recordExchange', {
  route: 'POST /communities/{slug}/exchanges',
  access: 'exchanges.write',
  body: component('ExchangeCreate', 'An exchange as people describe it.', {
    key: Type.String({
      description: 'A UUID generated for this entry; the same entry with the same key is recorded once.',
      pattern: KEY,
    }),
    kind: Type.Optional(wordValue(EXCHANGE_KINDS, 'Absent: an exchange.')),
    provider: fieldSchema(
      EXCHANGE_FIELDS.provider,
      'Who helped: a member’s `usr_…` or number, an organisation’s `account:…` or name, or `chest`.',
    ),
    receiver: fieldSchema(EXCHANGE_FIELDS.receiver, 'Who was helped, in the same forms.'),
    time: fieldSchema(EXCHANGE_FIELDS.time, 'How long it took, as people write it: `1:30`, `1.5`, `90 min`.'),
    service_date: fieldSchema(EXCHANGE_FIELDS.service_date, 'The day the help was given, `YYYY-MM-DD`.'),
    listing: Type.Optional(
      fieldSchema(EXCHANGE_FIELDS.listing_external_id, 'The listing that led to it: `lst_…` or its number.'),
    ),
    category: Type.Optional(fieldSchema(EXCHANGE_FIELDS.category, CATEGORY)),
    note: Type.Optional(fieldSchema(EXCHANGE_FIELDS.note, 'Null or empty: none.')),
    corrects: Type.Optional(
      Type.String({
        description:
          'UUID of an exchange that this one takes the place of: it is reversed in the same act. If either is refused, nothing is booked.',
        pattern: KEY,
      }),
    ),
    reason: Type.Optional(
      fieldSchema(EXCHANGE_FIELDS.reason, 'With `corrects`: the reason, which both members can read.'),
    ),
  }),
  status: 201,
  answer: dataOf(Exchange),
  errors: ['user_not_found', 'not_found', 'limit_exceeded', 'state_conflict', 'already_reversed'],
  example: {
    key: '0197f9a0-3b1c-7c4e-9d2a-4b6f8a1c2d3f',
    provider: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab',
    receiver: 'chest',
    time: '1:30',
    service_date: '2026-11-19',
  },
});

export const correctExchange = consoleOperation('correctExchange', {
  route: 'POST /communities/{slug}/exchanges/{exchangeId}/correction',
  access: 'exchanges.write',
  body: component('ExchangeCorrection', 'Why it is reversed.', {
    reason: fieldSchema(EXCHANGE_FIELDS.reason, 'The reason, which both members can read.'),
  }),
  answer: dataOf(Exchange),
  errors: ['state_conflict', 'limit_exceeded', 'already_reversed'],
  example: { reason: 'Entered twice' },
});
