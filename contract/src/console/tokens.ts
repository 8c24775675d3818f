/** A partner's access tokens: which are live, and their end. */
import { type Static, Type } from 'typebox';
import { SCOPES } from '../operation.ts';
import { PAGING } from '../query.ts';
import { deletedOf, listOf, nullable, timeValue, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;

export const PartnerToken = Type.Object(
  {
    id: Type.String({
      description: 'From its digest: names the token here and in the audit log, and gives no access.',
    }),
    scopes: Type.Array(wordValue(SCOPES, 'A scope.'), { description: 'What it was issued for.' }),
    issued_at: timeValue('When it was issued.'),
    expires_at: timeValue('When it expires.'),
    bound: Type.Boolean({ description: 'It only works together with a key (DPoP).' }),
    credential_id: Type.Integer({ description: 'What it was obtained with.' }),
    secret_hint: nullable(Type.String(), { description: 'Hint of the secret; null if it was a key.' }),
    key_id: nullable(Type.String(), { description: 'The kid of the key; null if it was a secret.' }),
  },
  { $id: 'PartnerToken', ...closed, description: 'A live access token. The token itself is not stored.' },
);
export type PartnerToken = Static<typeof PartnerToken>;

export const listPartnerTokens = consoleOperation({
  ...noBody,
  id: 'listPartnerTokens',
  tag: 'Partners',
  summary: 'List the live access tokens of a partner, newest first.',
  access: 'partners.read',
  query: { per_page: PAGING.per_page, cursor: PAGING.cursor },
  success: { status: 200, description: 'A page.', schema: listOf(PartnerToken) },
  errors: ['partner_not_found', 'invalid_cursor'],
});

export const revokePartnerToken = consoleOperation({
  ...noBody,
  id: 'revokePartnerToken',
  tag: 'Partners',
  summary: 'Revoke one access token; it is refused from the next request on.',
  access: 'credentials.write',
  recentPassword: true,
  success: { status: 200, description: 'Revoked.', schema: deletedOf(Type.String()) },
  errors: ['partner_not_found', 'token_not_found'],
});

export const revokePartnerTokens = consoleOperation({
  ...noBody,
  id: 'revokePartnerTokens',
  tag: 'Partners',
  summary: 'Revoke all access tokens of a partner. It can request new ones.',
  access: 'credentials.write',
  recentPassword: true,
  success: {
    status: 200,
    description: 'Revoked.',
    schema: Type.Object(
      { data: Type.Object({ revoked: Type.Integer({ minimum: 0, description: 'How many were live.' }) }, closed) },
      closed,
    ),
  },
  errors: ['partner_not_found'],
});
