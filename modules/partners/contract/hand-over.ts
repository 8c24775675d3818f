/** A client secret's way to the partner's developer: a link that is opened once. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { SCOPES } from '../../../contract/src/operation.ts';
import { component, dataOf, nullable, opaqueValue, timeValue, wordValue } from '../../../contract/src/values.ts';
import { COMMUNITY_KINDS, PARTNER_STATUSES } from '../../../contract/src/words.ts';

const tokenBody = ($id: string) =>
  component($id, 'The token of a hand-over link.', {
    token: opaqueValue(1, 200, 'The part of the link after #.', { examples: ['tb_handover_Xy1'] }),
  });
const example = { token: 'tb_handover_Xy1' };

export const HandOverIssued = component('HandOverIssued', 'A one-time link to a client secret.', {
  url: Type.String({ description: 'The link. Shown only here.' }),
  expires_at: timeValue('When it expires.'),
});
export type HandOverIssued = Static<typeof HandOverIssued>;

export const createHandOver = consoleOperation('createHandOver', {
  route: 'POST /communities/{slug}/partners/{partnerId}/credentials/{credentialId}/hand-over',
  access: 'credentials.write',
  recentPassword: true,
  isWayIn: true,
  body: component('HandOverCreate', 'The secret to hand over. The service itself cannot read it.', {
    client_secret: opaqueValue(1, 200, 'The secret, as the issuing response showed it.', {
      examples: [`tb_cs_${'0'.repeat(49)}`],
    }),
  }),
  status: 201,
  answer: dataOf(HandOverIssued),
  errors: ['state_conflict'],
  example: { client_secret: `tb_cs_${'0'.repeat(49)}` },
});

export const HandOverLink = component('HandOverLink', 'What a hand-over link is for.', {
  status: wordValue(
    ['waiting', 'opened', 'expired', 'revoked'],
    '`waiting`: it can be opened once. `revoked`: the secret no longer works.',
  ),
  community: Type.String({ description: 'Name of the community.' }),
  partner: Type.String({ description: 'Name of the partner.' }),
  created_by: Type.String({ description: 'Name of the administrator who created it.' }),
  expires_at: timeValue('When it expires.'),
  opened_at: nullable(timeValue('When it was opened, else null.')),
});
export type HandOverLink = Static<typeof HandOverLink>;

export const readHandOver = consoleOperation('readHandOver', {
  route: 'POST /hand-over/link',
  access: 'visitor',
  body: tokenBody('HandOverRequest'),
  answer: dataOf(HandOverLink),
  errors: ['hand_over_invalid', 'rate_limited'],
  example,
});

export const HandOverKit = component('HandOverKit', "What a partner's developer needs.", {
  community: Type.String({ description: 'Name of the community.' }),
  partner: Type.String({ description: 'Name of the partner.' }),
  partner_status: wordValue(PARTNER_STATUSES, 'The secret works once the partner is `active`.'),
  environment: wordValue(COMMUNITY_KINDS, 'A sandbox has fictional members.'),
  api_url: Type.String({ description: 'Where the partner API begins.' }),
  token_url: Type.String({ description: 'Where access tokens are requested.' }),
  docs_url: Type.String({ description: 'The documentation of the partner API.' }),
  client_id: Type.String(),
  client_secret: Type.String({ description: 'Shown only here.' }),
  secret_expires_at: nullable(timeValue('When the secret stops working, else null.')),
  scopes: Type.Array(wordValue(SCOPES, 'A scope.'), { description: 'What the partner may do.' }),
  allowed_addresses: Type.Array(Type.String(), { description: 'Empty: any address.' }),
  rate_limit_per_minute: Type.Integer({ minimum: 0, description: 'Requests per minute; 0: no limit.' }),
});
export type HandOverKit = Static<typeof HandOverKit>;

export const openHandOver = consoleOperation('openHandOver', {
  route: 'POST /hand-over',
  access: 'visitor',
  body: tokenBody('HandOverOpening'),
  answer: dataOf(HandOverKit),
  errors: ['hand_over_invalid', 'rate_limited'],
  example,
});

/** The one-time link to a credential's secret: waiting, opened or expired. */
export const HandOverState = component('HandOverState', 'What became of the one-time link to a secret.', {
  status: wordValue(['waiting', 'opened', 'expired'], 'The state of the link.'),
  expires_at: timeValue('When the link expires.'),
  opened_at: nullable(timeValue('When it was opened, else null.')),
  opened_address: nullable(Type.String(), { description: 'Where it was opened from.' }),
});
export type HandOverState = Static<typeof HandOverState>;
