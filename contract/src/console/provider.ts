/** Signing in through the organisation's identity provider (OpenID Connect), and the accounts that are linked to it. */
import { type Static, Type } from 'typebox';
import { dataOf, deletedOf, listOf, nullable, opaqueValue, timeValue } from '../values.ts';
import { consoleOperation } from './operation.ts';
import { SignedIn } from './session.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;
/** Longer addresses are refused before. */
const RESPONSE_LENGTH_MAX = 8000;

const Begun = Type.Object(
  {
    data: Type.Object(
      {
        url: Type.String({ description: 'Where to go. Works once, for ten minutes, with the cookie it was given to.' }),
      },
      closed,
    ),
  },
  closed,
);
const begun = { status: 201, description: 'Open the address.', schema: Begun } as const;
const BEGIN_ERRORS = ['state_conflict', 'provider_away', 'rate_limited'] as const;

export const beginProviderSignIn = consoleOperation({
  ...noBody,
  id: 'beginProviderSignIn',
  tag: 'Session',
  summary: 'Start to sign in through the identity provider, which sends the browser back to /console/oidc.',
  access: 'visitor',
  success: begun,
  errors: BEGIN_ERRORS,
});

export const beginProviderConfirmation = consoleOperation({
  ...noBody,
  id: 'beginProviderConfirmation',
  tag: 'Session',
  summary:
    'Start to prove to the identity provider again who you are, before secrets are issued or rights are extended.',
  access: 'session',
  success: begun,
  errors: BEGIN_ERRORS,
});

export const beginIdentity = consoleOperation({
  ...noBody,
  id: 'beginIdentity',
  tag: 'Session',
  summary: 'Start to link your account with the identity provider.',
  access: 'session',
  recentPassword: true,
  success: begun,
  errors: BEGIN_ERRORS,
});

export const finishProvider = consoleOperation({
  id: 'finishProvider',
  tag: 'Session',
  summary:
    'Finish what was started: hand over what the identity provider sent. Signs in, confirms or links, as it was started; each start can be finished once.',
  access: 'visitor',
  query: {},
  body: Type.Object(
    {
      response: opaqueValue(1, RESPONSE_LENGTH_MAX, 'The query of the address that the provider sent the browser to.', {
        examples: ['code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj'],
      }),
    },
    { $id: 'ProviderResponse', ...closed, description: 'What the identity provider answered.' },
  ),
  success: { status: 200, description: 'Signed in, confirmed or linked.', schema: dataOf(SignedIn) },
  errors: ['provider_refused', 'provider_away', 'state_conflict', 'rate_limited', 'validation_failed'],
  example: { response: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj' },
});

export const Identity = Type.Object(
  {
    id: Type.Integer(),
    issuer: Type.String({ description: 'The identity provider.' }),
    current: Type.Boolean({ description: 'Whether it is the one that signs in here today.' }),
    subject: Type.String({ description: 'Who you are there, as the provider writes it.' }),
    follows_claim: Type.Boolean({ description: 'Whether the provider decides on your roles with each sign-in.' }),
    created_at: timeValue('When it was linked.'),
    last_used_at: nullable(timeValue('When you last signed in through it.')),
  },
  { $id: 'Identity', ...closed, description: 'A link of your account with an identity provider.' },
);
export type Identity = Static<typeof Identity>;

export const listIdentities = consoleOperation({
  ...noBody,
  id: 'listIdentities',
  tag: 'Session',
  summary: 'List the identity providers that your account is linked with, oldest first.',
  access: 'session',
  success: { status: 200, description: 'All of them.', schema: listOf(Identity) },
  errors: [],
});

export const removeIdentity = consoleOperation({
  ...noBody,
  id: 'removeIdentity',
  tag: 'Session',
  summary: 'Remove a link. Refused while it is your only way in.',
  access: 'session',
  recentPassword: true,
  success: { status: 200, description: 'Removed.', schema: deletedOf(Type.Integer()) },
  errors: ['identity_not_found', 'state_conflict'],
});
