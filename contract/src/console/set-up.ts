/** Set-up links: invitations, and ways back into an account. */
import { type Static, Type } from 'typebox';
import { ADMINISTRATOR_FIELDS, fieldSchema } from '../fields.ts';
import { dataOf, nullable, opaqueValue, timeValue, wordValue } from '../values.ts';
import { ADMINISTRATOR_ROLES } from '../words.ts';
import { consoleOperation } from './operation.ts';
import { newPasswordIn, SignedIn } from './session.ts';

const closed = { additionalProperties: false } as const;
const SignedInAnswer = dataOf(SignedIn);

const tokenIn = () => opaqueValue(1, 200, 'The part of the set-up link after #.', { examples: ['tb_setup_Xy1'] });

export const SetupLink = Type.Object(
  {
    purpose: wordValue(
      ['invitation', 'reset'],
      '`invitation`: to join a community, with or without an existing account; `reset`: to regain access to an account.',
    ),
    email: Type.String({ description: 'The address it was created for.' }),
    name: Type.String({ description: 'Current name of the account; empty for an invitation.' }),
    role: nullable(wordValue(ADMINISTRATOR_ROLES, 'The role that an invitation grants.')),
    community: Type.String({ description: 'Name of the community it was created for.' }),
    expires_at: timeValue('When it expires.'),
  },
  { $id: 'SetupLink', ...closed, description: 'What a set-up link is for.' },
);
export type SetupLink = Static<typeof SetupLink>;

export const readSetupLink = consoleOperation({
  id: 'readSetupLink',
  tag: 'Session',
  summary: 'Read what a set-up link (/console/set-up#token) is for, without using it up.',
  access: 'visitor',
  query: {},
  body: Type.Object(
    { token: tokenIn() },
    { $id: 'SetupLinkRequest', ...closed, description: 'The token of a set-up link.' },
  ),
  success: {
    status: 200,
    description: 'It works.',
    schema: dataOf(SetupLink),
  },
  errors: ['setup_link_invalid', 'local_accounts_off', 'rate_limited', 'validation_failed'],
  example: { token: 'tb_setup_Xy1' },
});

export const setUp = consoleOperation({
  id: 'setUp',
  tag: 'Session',
  summary:
    'Use a set-up link: set name and password, and sign in. An invitation makes a new account, whatever accounts have its address; who has one signs in and accepts it there instead. A reset ends all earlier sessions and disables one-time codes.',
  access: 'visitor',
  query: {},
  body: Type.Object(
    { token: tokenIn(), name: fieldSchema(ADMINISTRATOR_FIELDS.name, 'Your name.'), password: newPasswordIn() },
    { $id: 'SetUpRequest', ...closed, description: 'The token, your name and your password.' },
  ),
  success: { status: 200, description: 'Signed in.', schema: SignedInAnswer },
  errors: ['setup_link_invalid', 'local_accounts_off', 'state_conflict', 'rate_limited', 'validation_failed'],
  example: { token: 'tb_invite_Xy1', name: 'Ada Riverside', password: 'nine green kettles whistle' },
});

export const acceptInvitation = consoleOperation({
  id: 'acceptInvitation',
  tag: 'Session',
  summary:
    'Accept an invitation with the account you are signed in to, whatever its address. Refused if you have a role there already; the invitation stays.',
  access: 'session',
  query: {},
  body: Type.Object(
    { token: tokenIn() },
    { $id: 'InvitationAcceptance', ...closed, description: 'The token of an invitation.' },
  ),
  success: {
    status: 200,
    description: 'The community is now one of yours.',
    schema: SignedInAnswer,
  },
  errors: ['setup_link_invalid', 'state_conflict', 'rate_limited', 'validation_failed'],
  example: { token: 'tb_invite_Xy1' },
});
