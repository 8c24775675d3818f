/** Changes of the own account: name, address, and the time of the next question for a second factor. */
import { Type } from 'typebox';
import { ADMINISTRATOR_FIELDS, fieldSchema } from '../fields.ts';
import { dataOf, textValue } from '../values.ts';
import { consoleOperation } from './operation.ts';
import { SECOND_FACTOR_PUT_OFF_DAYS } from './routes.ts';
import { SignedIn } from './session.ts';

const closed = { additionalProperties: false } as const;
const SignedInAnswer = dataOf(SignedIn);

export const updateOwnAccount = consoleOperation({
  id: 'updateOwnAccount',
  tag: 'Session',
  summary:
    'Change your name or your e-mail address. What is left out stays. You sign in with the new address from then on; another address needs a recent confirmation. An address that cannot be used gets 409 and names the field.',
  access: 'session',
  recentPassword: 'widening',
  query: {},
  body: Type.Object(
    {
      name: Type.Optional(fieldSchema(ADMINISTRATOR_FIELDS.name, 'Your name.')),
      email: Type.Optional(textValue(1, 254, 'E-mail address.', { examples: ['ada@example.org'] })),
    },
    { $id: 'OwnAccountUpdate', ...closed, description: 'Your name and your address.' },
  ),
  success: { status: 200, description: 'Changed.', schema: SignedInAnswer },
  errors: ['validation_failed', 'state_conflict', 'rate_limited'],
  example: { name: 'Ada Riverside' },
});

export const putOffSecondFactor = consoleOperation({
  id: 'putOffSecondFactor',
  tag: 'Session',
  summary: `Not to be asked for a second factor for ${SECOND_FACTOR_PUT_OFF_DAYS} days.`,
  access: 'session',
  query: {},
  body: undefined,
  success: { status: 200, description: 'Put off.', schema: SignedInAnswer },
  errors: [],
});
