/** Signing in through the organisation's identity provider (OpenID Connect), and the accounts that are linked to it. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { SignedIn } from '../../../console/desk/contract/session.ts';
import {
  closedObject,
  component,
  dataOf,
  deletedOf,
  listOf,
  nullable,
  opaqueValue,
  timeValue,
} from '../../../contract/src/values.ts';

/** Longer addresses are refused before. */
const RESPONSE_LENGTH_MAX = 8000;

const Begun = closedObject({
  data: closedObject({
    url: Type.String({ description: 'Where to go. Works once, for ten minutes, with the cookie it was given to.' }),
  }),
});
const BEGIN_ERRORS = ['state_conflict', 'provider_away', 'rate_limited'] as const;

export const beginProviderSignIn = consoleOperation('beginProviderSignIn', {
  route: 'POST /session/provider/request',
  access: 'visitor',
  status: 201,
  answer: Begun,
  errors: BEGIN_ERRORS,
});

export const beginProviderConfirmation = consoleOperation('beginProviderConfirmation', {
  route: 'POST /session/provider/confirmation',
  access: 'session',
  status: 201,
  answer: Begun,
  errors: BEGIN_ERRORS,
});

export const beginIdentity = consoleOperation('beginIdentity', {
  route: 'POST /identities/enrolment',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  status: 201,
  answer: Begun,
  errors: BEGIN_ERRORS,
});

export const finishProvider = consoleOperation('finishProvider', {
  route: 'POST /session/provider',
  access: 'visitor',
  body: component('ProviderResponse', 'What the identity provider answered.', {
    response: opaqueValue(1, RESPONSE_LENGTH_MAX, 'The query of the address that the provider sent the browser to.', {
      examples: ['code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj'],
    }),
  }),
  answer: dataOf(SignedIn),
  errors: ['provider_refused', 'provider_away', 'state_conflict', 'rate_limited'],
  example: { response: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj' },
});

export const Identity = component('Identity', 'A link of your account with an identity provider.', {
  id: Type.Integer(),
  issuer: Type.String({ description: 'The identity provider.' }),
  current: Type.Boolean({ description: 'Whether it is the one that signs in here today.' }),
  subject: Type.String({ description: 'Who you are there, as the provider writes it.' }),
  follows_claim: Type.Boolean({ description: 'Whether the provider decides on your roles with each sign-in.' }),
  created_at: timeValue('When it was linked.'),
  last_used_at: nullable(timeValue('When you last signed in through it.')),
});
export type Identity = Static<typeof Identity>;

export const listIdentities = consoleOperation('listIdentities', {
  route: 'GET /identities',
  access: 'session',
  answer: listOf(Identity),
});

export const removeIdentity = consoleOperation('removeIdentity', {
  route: 'DELETE /identities/{identityId}',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  answer: deletedOf(Type.Integer()),
  errors: ['state_conflict'],
});
