/** Changes of the own account: name, address, and the time of the next question for a second factor. */
import { Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { SignedIn } from '../../../console/desk/contract/session.ts';
import { ADMINISTRATOR_FIELDS, fieldSchema } from '../../../contract/src/fields.ts';
import { dataOf, textValue } from '../../../contract/src/values.ts';

const closed = { additionalProperties: false } as const;
const SignedInAnswer = dataOf(SignedIn);

export const updateOwnAccount = consoleOperation({
  id: 'updateOwnAccount',
  route: 'PATCH /account',
  access: 'session',
  recentPassword: 'widening',
  isWayIn: true,
  body: Type.Object(
    {
      name: Type.Optional(fieldSchema(ADMINISTRATOR_FIELDS.name, 'Your name.')),
      email: Type.Optional(textValue(1, 254, 'E-mail address.', { examples: ['ada@example.org'] })),
    },
    { $id: 'OwnAccountUpdate', ...closed, description: 'Your name and your address.' },
  ),
  answer: SignedInAnswer,
  errors: ['validation_failed', 'state_conflict', 'rate_limited'],
  example: { name: 'Ada Riverside' },
});

export const putOffSecondFactor = consoleOperation({
  id: 'putOffSecondFactor',
  route: 'POST /account/second-factor-put-off',
  access: 'session',
  answer: SignedInAnswer,
});
