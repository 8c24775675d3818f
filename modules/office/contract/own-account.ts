/** Changes of the own account: name, address, and the time of the next question for a second factor. */
import { Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { SignedIn } from '../../../console/desk/contract/session.ts';
import { ADMINISTRATOR_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
import { component, dataOf, textValue } from '../../../contract/src/values.ts';

const SignedInAnswer = dataOf(SignedIn);

export const updateOwnAccount = consoleOperation('updateOwnAccount', {
  route: 'PATCH /account',
  access: 'session',
  recentPassword: 'widening',
  isWayIn: true,
  body: component('OwnAccountUpdate', 'Your name and your address.', {
    name: Type.Optional(fieldSchema(ADMINISTRATOR_FIELDS.name, 'Your name.')),
    email: Type.Optional(textValue(1, 254, 'E-mail address.', { examples: ['ada@example.org'] })),
  }),
  answer: SignedInAnswer,
  errors: ['state_conflict', 'rate_limited'],
  example: { name: 'Ada Riverside' },
});

export const putOffSecondFactor = consoleOperation('putOffSecondFactor', {
  route: 'POST /account/second-factor-put-off',
  access: 'session',
  answer: SignedInAnswer,
});
