/** A password that was forgotten: asked for and replaced by a link that is mailed. */
import { Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { newPasswordIn } from '../../../console/desk/contract/session.ts';
import { closedObject, component, opaqueValue, textValue } from '../../../contract/src/values.ts';

export const requestPassword = consoleOperation('requestPassword', {
  route: 'POST /session/password-request',
  access: 'visitor',
  body: component('PasswordRequest', 'Whose password is forgotten.', {
    email: textValue(1, 254, 'E-mail address that you sign in with.', { examples: ['ada@example.org'] }),
  }),
  status: 202,
  answer: closedObject({ data: closedObject({ asked: Type.Literal(true) }) }),
  errors: ['state_conflict', 'local_accounts_off', 'rate_limited'],
  example: { email: 'ada@example.org' },
});

export const resetPassword = consoleOperation('resetPassword', {
  route: 'POST /session/password-reset',
  access: 'visitor',
  body: component('PasswordReset', 'The token and the new password.', {
    token: opaqueValue(1, 200, 'The part of the link after #.', { examples: ['tb_reset_Xy1'] }),
    password: newPasswordIn(),
  }),
  answer: closedObject({ data: closedObject({ changed: Type.Literal(true) }) }),
  errors: ['setup_link_invalid', 'local_accounts_off', 'rate_limited'],
  example: { token: 'tb_reset_Xy1', password: 'nine green kettles whistle' },
});
