/** Set-up links: invitations, and ways back into an account. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { newPasswordIn, SignedIn } from '../../../console/desk/contract/session.ts';
import { ADMINISTRATOR_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
import { component, dataOf, nullable, opaqueValue, timeValue, wordValue } from '../../../contract/src/values.ts';
import { ADMINISTRATOR_ROLES } from '../../../contract/src/words.ts';

const SignedInAnswer = dataOf(SignedIn);

const tokenIn = () => opaqueValue(1, 200, 'The part of the set-up link after #.', { examples: ['tb_setup_Xy1'] });

export const SetupLink = component('SetupLink', 'What a set-up link is for.', {
  purpose: wordValue(
    ['invitation', 'reset'],
    '`invitation`: to join a community, with or without an existing account; `reset`: to regain access to an account.',
  ),
  email: Type.String({ description: 'The address it was created for.' }),
  name: Type.String({ description: 'Current name of the account; empty for an invitation.' }),
  role: nullable(wordValue(ADMINISTRATOR_ROLES, 'The role that an invitation grants.')),
  community: Type.String({ description: 'Name of the community it was created for.' }),
  expires_at: timeValue('When it expires.'),
});
export type SetupLink = Static<typeof SetupLink>;

export const readSetupLink = consoleOperation('readSetupLink', {
  route: 'POST /set-up/link',
  access: 'visitor',
  body: component('SetupLinkRequest', 'The token of a set-up link.', { token: tokenIn() }),
  answer: dataOf(SetupLink),
  errors: ['setup_link_invalid', 'local_accounts_off', 'rate_limited'],
  example: { token: 'tb_setup_Xy1' },
});

export const setUp = consoleOperation('setUp', {
  route: 'POST /set-up',
  access: 'visitor',
  body: component('SetUpRequest', 'The token, your name and your password.', {
    token: tokenIn(),
    name: fieldSchema(ADMINISTRATOR_FIELDS.name, 'Your name.'),
    password: newPasswordIn(),
  }),
  answer: SignedInAnswer,
  errors: ['setup_link_invalid', 'local_accounts_off', 'state_conflict', 'rate_limited'],
  example: { token: 'tb_invite_Xy1', name: 'Ada Riverside', password: 'nine green kettles whistle' },
});

export const acceptInvitation = consoleOperation('acceptInvitation', {
  route: 'POST /set-up/acceptance',
  access: 'session',
  body: component('InvitationAcceptance', 'The token of an invitation.', { token: tokenIn() }),
  answer: SignedInAnswer,
  errors: ['setup_link_invalid', 'state_conflict', 'rate_limited'],
  example: { token: 'tb_invite_Xy1' },
});
