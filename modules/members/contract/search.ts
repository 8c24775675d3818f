/** One search over everything that a community's administrators look for. */
import { type Static, type TSchema, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { CREDIT_STATUSES } from '../../../contract/src/credits.ts';
import { text } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  hoursOut,
  idValue,
  nullable,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import { MEMBER_STATUSES, PARTNER_STATUSES } from '../../../contract/src/words.ts';

/** Hits of one kind in a search over all. */
export const SEARCH_HITS_MAX = 6;

const group = <Hit extends TSchema>(hit: Hit, description: string) =>
  closedObject(
    {
      hits: Type.Array(hit, { maxItems: SEARCH_HITS_MAX }),
      has_more: Type.Boolean({ description: 'Whether there are others of this kind.' }),
    },
    { description },
  );

const partner = closedObject({ id: Type.Integer(), name: Type.String() });

export const foundMember = closedObject({
  id: idValue('usr', 'Member id.', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab'),
  name: Type.String({ description: 'Name.' }),
  external_id: nullable(Type.String(), { description: "The community's own number for the member." }),
  email: nullable(Type.String(), { description: 'E-mail address.' }),
  status: wordValue(MEMBER_STATUSES, 'Only active members take part.'),
});

export const foundCredit = closedObject({
  partner,
  reference: Type.String({ description: "The bank's entry reference." }),
  reversal_reference: nullable(Type.String(), { description: 'Reference of the reversal, else null.' }),
  status: wordValue(CREDIT_STATUSES, '`reversed` once the payment was returned.'),
  hours: hoursOut('Hours credited.'),
  booked_on: dayValue('The UTC day of the credit.'),
  user_name: Type.String({ description: 'Name of the member.' }),
});

export const foundCall = closedObject({
  request_id: Type.String({ description: 'The value of X-Request-Id.' }),
  reference: nullable(Type.String(), { description: "The bank's reference it was about, else null." }),
  at: timeValue('When the response was sent.'),
  partner,
  operation: Type.String({ description: 'operationId of the partner API.' }),
  status: Type.Integer({ description: 'HTTP status of the response.' }),
});

export const SearchResult = component('SearchResult', 'What was found, by kind.', {
  members: group(
    foundMember,
    'Members by name, e-mail address, number or payment reference. The exact number comes first, then whole words, beginnings of words, parts of words, and names that are one slip away.',
  ),
  partners: group(
    closedObject({ ...partner.properties, status: wordValue(PARTNER_STATUSES, 'Status.') }),
    'Partners by name.',
  ),
  credits: group(foundCredit, 'Credits whose reference, or whose reversal’s reference, begins with the text.'),
  calls: group(
    foundCall,
    'Calls with exactly this request id, and calls that were refused under a reference that begins with the text. Empty for roles that may not read calls.',
  ),
});
export type SearchResult = Static<typeof SearchResult>;

export const searchCommunity = consoleOperation('searchCommunity', {
  route: 'GET /communities/{slug}/search',
  access: 'members.read',
  query: { q: text('What to look for. Nothing is found without it.', 200) },
  answer: dataOf(SearchResult),
});
