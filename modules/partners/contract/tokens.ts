/** A partner's access tokens: which are live, and their end. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { SCOPES } from '../../../contract/src/operation.ts';
import { PAGED } from '../../../contract/src/query.ts';
import {
  closedObject,
  component,
  deletedOf,
  listOf,
  nullable,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';

export const PartnerToken = component('PartnerToken', 'A live access token. The token itself is not stored.', {
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
});
export type PartnerToken = Static<typeof PartnerToken>;

export const listPartnerTokens = consoleOperation('listPartnerTokens', {
  route: 'GET /communities/{slug}/partners/{partnerId}/tokens',
  access: 'partners.read',
  query: PAGED,
  answer: listOf(PartnerToken),
});

export const revokePartnerToken = consoleOperation('revokePartnerToken', {
  route: 'DELETE /communities/{slug}/partners/{partnerId}/tokens/{tokenId}',
  access: 'credentials.write',
  recentPassword: true,
  answer: deletedOf(Type.String()),
});

export const revokePartnerTokens = consoleOperation('revokePartnerTokens', {
  route: 'DELETE /communities/{slug}/partners/{partnerId}/tokens',
  access: 'credentials.write',
  recentPassword: true,
  answer: closedObject({
    data: closedObject({ revoked: Type.Integer({ minimum: 0, description: 'How many were live.' }) }),
  }),
});
