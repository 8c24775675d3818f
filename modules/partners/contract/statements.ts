/** Statements of a partner's days, and the credits behind them. */
import { type Static, Type } from 'typebox';
import { CORRECTIONS } from '../../../console/desk/contract/corrections.ts';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { CREDIT_STATUSES, Credit } from '../../../contract/src/credits.ts';
import { dayParameter, oneOf, PAGED, text } from '../../../contract/src/query.ts';
import { component, dataOf, dayValue, listOf, ref, wordValue } from '../../../contract/src/values.ts';
import { STATEMENT_HASHES, STATEMENT_TOTALS } from '../../../contract/src/wallet.ts';

export const PartnerStatement = component('PartnerStatement', "One UTC day of a partner's credits.", {
  date: dayValue('The UTC day.'),
  status: wordValue(['open', 'final'], '`final` from 00:15 UTC on the next day; nothing more is booked on that day.'),
  ...STATEMENT_TOTALS,
  ...STATEMENT_HASHES,
});
export type PartnerStatement = Static<typeof PartnerStatement>;

export const listPartnerStatements = consoleOperation('listPartnerStatements', {
  route: 'GET /communities/{slug}/partners/{partnerId}/statements',
  access: 'statements.read',
  query: PAGED,
  answer: listOf(PartnerStatement),
});

export const getPartnerStatement = consoleOperation('getPartnerStatement', {
  route: 'GET /communities/{slug}/partners/{partnerId}/statements/{date}',
  access: 'statements.read',
  answer: dataOf(PartnerStatement),
});

export const PartnerCredit = component('PartnerCredit', 'A credit and its member.', {
  credit: ref(Credit),
  user_name: Type.String({ description: 'Name of the member.' }),
  payment_reference: Type.String({ description: "The member's payment reference." }),
  ...CORRECTIONS,
});
export type PartnerCredit = Static<typeof PartnerCredit>;

export const listPartnerCredits = consoleOperation('listPartnerCredits', {
  route: 'GET /communities/{slug}/partners/{partnerId}/credits',
  access: 'statements.read',
  query: {
    booked_on: dayParameter('Credits booked on this UTC day.'),
    reversed_on: dayParameter('Credits reversed on this UTC day.'),
    reference: text('The credit with exactly this reference.', 128),
    status: oneOf(CREDIT_STATUSES, 'Credits with this status.'),
    ...PAGED,
  },
  answer: listOf(PartnerCredit),
});
