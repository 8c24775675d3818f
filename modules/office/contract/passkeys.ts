/** Passkeys (WebAuthn) of the person signed in, and signing in with one. Binary values are base64url without padding. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { SignedIn } from '../../../console/desk/contract/session.ts';
import { ADMINISTRATOR_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
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

const credentialIdIn = () =>
  opaqueValue(1, 1400, 'The id that the authenticator gave the passkey.', { examples: ['Zm9v'] });
const binaryIn = (maxLength: number, description: string) =>
  opaqueValue(1, maxLength, description, { examples: ['Zm9v'] });
const challenge = Type.String({
  description: 'To be signed. Works once, for five minutes, with the cookie it was given to.',
});
const rpId = Type.String({ description: 'The host name that passkeys are bound to.' });

export const PASSKEYS_MAX = 20;

export const Passkey = component('Passkey', 'A passkey, with which one signs in without a password.', {
  id: Type.Integer(),
  name: Type.String({ description: 'What its person calls it.' }),
  created_at: timeValue('When it was added.'),
  last_used_at: nullable(timeValue('The last sign-in with it.')),
});
export type Passkey = Static<typeof Passkey>;

export const PasskeyEnrolment = component('PasskeyEnrolment', 'What the browser needs to make a passkey.', {
  challenge,
  rp_id: rpId,
  user_id: Type.String({ description: 'What the passkey is stored under: the same for all of a person.' }),
  existing: Type.Array(Type.String(), { description: 'Ids of the passkeys there are: no authenticator has two.' }),
});
export type PasskeyEnrolment = Static<typeof PasskeyEnrolment>;

export const listPasskeys = consoleOperation('listPasskeys', {
  route: 'GET /passkeys',
  access: 'session',
  answer: listOf(Passkey),
});

export const beginPasskey = consoleOperation('beginPasskey', {
  route: 'POST /passkeys/enrolment',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  status: 201,
  answer: dataOf(PasskeyEnrolment),
  errors: ['local_accounts_off', 'state_conflict'],
});

export const addPasskey = consoleOperation('addPasskey', {
  route: 'POST /passkeys',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  body: component('PasskeyCreate', 'What the authenticator answered.', {
    name: fieldSchema(ADMINISTRATOR_FIELDS.passkey, 'What you call it.'),
    id: credentialIdIn(),
    client_data_json: binaryIn(4000, 'clientDataJSON of the response.'),
    attestation_object: binaryIn(40_000, 'attestationObject of the response.'),
    transports: Type.Array(opaqueValue(1, 20, 'A way to reach the authenticator.', { examples: ['internal'] }), {
      description: 'getTransports() of the response.',
      maxItems: 10,
    }),
  }),
  status: 201,
  answer: dataOf(Passkey),
  errors: ['state_conflict'],
  example: { name: "Ada's phone", id: 'Zm9v', client_data_json: 'Zm9v', attestation_object: 'Zm9v', transports: [] },
});

export const removePasskey = consoleOperation('removePasskey', {
  route: 'DELETE /passkeys/{passkeyId}',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  answer: deletedOf(Type.Integer()),
});

export const beginPasskeySignIn = consoleOperation('beginPasskeySignIn', {
  route: 'POST /session/passkey/challenge',
  access: 'visitor',
  status: 201,
  answer: closedObject({ data: closedObject({ challenge, rp_id: rpId }) }),
  errors: ['local_accounts_off', 'rate_limited'],
});

export const signInWithPasskey = consoleOperation('signInWithPasskey', {
  route: 'POST /session/passkey',
  access: 'visitor',
  body: component('PasskeySignIn', 'What the authenticator answered.', {
    id: credentialIdIn(),
    client_data_json: binaryIn(4000, 'clientDataJSON of the response.'),
    authenticator_data: binaryIn(4000, 'authenticatorData of the response.'),
    signature: binaryIn(4000, 'signature of the response.'),
    user_handle: binaryIn(100, 'userHandle of the response: user_id of the enrolment.'),
  }),
  answer: dataOf(SignedIn),
  errors: ['sign_in_failed', 'local_accounts_off', 'rate_limited'],
  example: {
    id: 'Zm9v',
    client_data_json: 'Zm9v',
    authenticator_data: 'Zm9v',
    signature: 'Zm9v',
    user_handle: 'Zm9v',
  },
});
