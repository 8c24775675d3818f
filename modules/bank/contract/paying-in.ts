/** Paying in: the slip by which a person pays for a member's hours, as a sheet on the screen and as a PDF. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { SLIPS_MAX } from '../../../console/desk/contract/routes.ts';
import { dayParameter, oneOf, type QueryParameter, text } from '../../../contract/src/query.ts';
import { closedObject, component, dataOf, nullable, ref, wordValue } from '../../../contract/src/values.ts';
import { MEMBER_LANGUAGES } from '../../../contract/src/words.ts';

/** `epc`: EPC069-12 ("Girocode"). `swiss`: QR-bill. `none`: apps know no code for the account or the currency. */
export const PAYMENT_CODE_KINDS = ['epc', 'swiss', 'none'] as const;

const length = (description: string) => Type.Number({ description });

export const SlipSheet = component('SlipSheet', 'What is on a sheet of paper.', {
  width: length('Width in millimetres.'),
  height: length('Height in millimetres.'),
  shapes: Type.Array(
    closedObject({
      path: Type.String({ description: 'Path as SVG writes it, in units of its own.' }),
      x: length('Where the path has its origin, in millimetres.'),
      y: length('The same, from the upper edge.'),
      scale: length('Millimetres of one unit.'),
      colour: wordValue(['black', 'white'], 'What fills it.'),
    }),
    { description: 'In the order of painting.' },
  ),
  lines: Type.Array(
    closedObject({
      x1: length('From here.'),
      y1: length('From here.'),
      x2: length('To here.'),
      y2: length('To here.'),
      width: length('Width in points.'),
    }),
  ),
  texts: Type.Array(
    closedObject({
      text: Type.String(),
      x: length('Where it begins, in millimetres.'),
      y: length('Its base line, from the upper edge.'),
      size: length('Size of the letters in points.'),
      bold: Type.Boolean(),
    }),
  ),
});
export type SlipSheet = Static<typeof SlipSheet>;

export const PaymentSlip = component('PaymentSlip', 'A payment slip of a member.', {
  user_id: Type.String({ description: 'The member.' }),
  name: Type.String({ description: 'Name of the member.' }),
  reference: Type.String({ description: 'The payment reference of the member, without spaces.' }),
  account: Type.String({ description: 'IBAN.' }),
  account_holder: Type.String({ description: 'As the settings name it.' }),
  currency: Type.String({ description: 'ISO 4217.' }),
  amount: nullable(Type.String(), { description: 'Two decimals. Null: the payer types it.' }),
  hours: nullable(Type.Number(), { description: 'What the amount brings. Null: no amount, or no rate.' }),
  rate: nullable(
    closedObject({
      hours: Type.Integer(),
      per_amount: Type.String({ description: 'What these hours cost, exactly.' }),
    }),
    { description: 'Of today. Null: none is agreed for the currency.' },
  ),
  code: wordValue(PAYMENT_CODE_KINDS, 'Which code it has.'),
  payload: nullable(Type.String(), { description: 'What the code says. Null: there is no code.' }),
  language: wordValue(MEMBER_LANGUAGES, 'In which it is written.'),
  sheet: ref(SlipSheet),
});
export type PaymentSlip = Static<typeof PaymentSlip>;

export const PaymentSlipsFile = component('PaymentSlipsFile', 'Payment slips as a PDF.', {
  name: Type.String({ description: 'A name for the file.' }),
  pdf: Type.String({ description: 'The PDF, base64.' }),
  slips: Type.Integer({ description: 'How many slips it has, one on each page.' }),
  next: nullable(Type.String(), { description: 'From which member the next call goes on. Null: that was all.' }),
});
export type PaymentSlipsFile = Static<typeof PaymentSlipsFile>;

const WISHES = {
  amount: text('Amount, such as 20.00. Without it and without `hours` the payer types it.', 20),
  hours: text('Hours, such as 1.5 or 1:30; the amount follows from the rate of today.', 20),
  currency: text('ISO 4217. Without it, the currency of the rate.', 3),
  account: text("IBAN of one of the community's accounts, where it has several.", 64),
  language: oneOf(
    MEMBER_LANGUAGES,
    "Language of the slip; without it the member's, else the main one of the community.",
  ),
} satisfies Readonly<Record<string, QueryParameter<string>>>;

export const getPaymentSlip = consoleOperation('getPaymentSlip', {
  route: 'GET /communities/{slug}/members/{memberId}/payment-slip',
  access: 'members.read',
  query: WISHES,
  answer: dataOf(PaymentSlip),
  errors: ['validation_failed', 'state_conflict'],
});

export const printPaymentSlips = consoleOperation('printPaymentSlips', {
  route: 'GET /communities/{slug}/payment-slips',
  access: 'members.read',
  query: {
    ...WISHES,
    member: text('One member. Without it and `members`, all active members in the order of their ids.', 40),
    members: text(
      `Several members, separated by commas; their slips have this order. At most ${SLIPS_MAX}.`,
      SLIPS_MAX * 31,
    ),
    joined_from: dayParameter('Of all active members those who joined on this day or later.'),
    after: text('Members after this one: `next` of the answer before.', 40),
  },
  answer: dataOf(PaymentSlipsFile),
  errors: ['user_not_found', 'validation_failed', 'state_conflict'],
});
