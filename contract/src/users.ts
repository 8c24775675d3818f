/** `/users`: the members of the community that this partner may see. In the API a member is called a user. */
import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { PAGING, SYNC, text } from './query.ts';
import {
  closedObject,
  component,
  dataOf,
  idValue,
  nullable,
  ref,
  removedOf,
  syncListOf,
  timeValue,
  wordValue,
} from './values.ts';

export const EXAMPLE_USER_ID = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';

export const User = component('User', 'A member of the community.', {
  id: idValue('usr', 'The member.', EXAMPLE_USER_ID),
  name: Type.String({ description: 'Display name.', minLength: 1 }),
  status: wordValue(['active'], 'Only active members are shown.'),
  created_at: timeValue('When the member was added.'),
  updated_at: timeValue('When the member last changed.'),
  email: Type.Optional(
    nullable(Type.String(), {
      description:
        'Present if and only if the token has the scope `users.pii`; null when there is no address or no consent.',
      examples: ['anna@example.org'],
    }),
  ),
});
export type User = Static<typeof User>;
export const RemovedUser = removedOf('RemovedUser', idValue('usr', 'The member.', EXAMPLE_USER_ID));
export type RemovedUser = Static<typeof RemovedUser>;
export const UserList = syncListOf(User, RemovedUser);
export type UserList = Static<typeof UserList>;
export const UserResponse = dataOf(User);
export type UserResponse = Static<typeof UserResponse>;

export const UserLookup = component('UserLookup', 'Which member a payment reference belongs to.', {
  user_id: idValue('usr', 'The member the payment is for.', EXAMPLE_USER_ID),
  payment_reference: Type.String({
    description: 'The creditor reference in its electronic form: upper case, no spaces (ISO 11649).',
    pattern: '^RF[0-9]{2}[0-9A-Z]{1,21}$',
    examples: ['RF18539007547034'],
  }),
});
export type UserLookup = Static<typeof UserLookup>;
export const UserLookupResponse = closedObject({ data: ref(UserLookup) });

const EXAMPLE_USER = {
  id: EXAMPLE_USER_ID,
  name: 'Anna Berger',
  status: 'active',
  created_at: '2026-03-02T08:15:00.000Z',
  updated_at: '2026-11-18T16:40:12.345Z',
} as const satisfies User;

/** `GET /users` */
export const listUsers = operation({
  id: 'listUsers',
  tag: 'Users',
  summary: 'List active members',
  description:
    'Active members visible to this partner, by id ascending. With the scope `users.pii`, each has the field `email`. A member who leaves, is suspended or becomes hidden is no longer listed, and the event `user.deactivated` is sent. To keep a copy, walk the list once and then send `meta.sync_token` from time to time.',
  method: 'GET',
  path: '/users',
  authentication: { kind: 'bearer', scopes: ['users.read'] },
  query: {
    ...SYNC,
    ...PAGING,
  },
  body: undefined,
  responses: {
    200: {
      description: 'A page of members.',
      schema: UserList,
      headers: ['Link'],
      example: {
        data: [{ ...EXAMPLE_USER, email: 'anna@example.org' }],
        meta: { per_page: 100, has_more: false, next_cursor: null, sync_token: 'c3luYw' },
      },
    },
  },
  errors: ['invalid_cursor', 'sync_token_expired'],
  cacheControl: 'private, no-store',
});

/** `GET /users/{id}` */
export const getUser = operation({
  id: 'getUser',
  tag: 'Users',
  summary: 'Fetch one member',
  description:
    'One active member visible to this partner. With the scope `users.pii`, the response has the field `email`.',
  method: 'GET',
  path: '/users/{id}',
  authentication: { kind: 'bearer', scopes: ['users.read'] },
  query: {},
  body: undefined,
  responses: {
    200: { description: 'The member.', schema: UserResponse, example: { data: EXAMPLE_USER } },
  },
  errors: ['user_not_found'],
  cacheControl: 'private, no-store',
});

/** `GET /users/lookup` */
export const lookupUser = operation({
  id: 'lookupUser',
  tag: 'Users',
  summary: 'Find a member by payment reference',
  description:
    'Each member has an ISO 11649 creditor reference (`RF` and two check digits) that payers put on a transfer. Spaces and case are ignored. Wrong check digits give 400 with the field `payment_reference` and the code `wrong_check_digits`; there are no approximate matches.',
  method: 'GET',
  path: '/users/lookup',
  authentication: { kind: 'bearer', scopes: ['wallet.write', 'users.read'] },
  query: {
    payment_reference: {
      ...text('The reference as the payer wrote it.', 100),
      required: true,
      example: 'RF18539007547034',
    },
  },
  body: undefined,
  responses: {
    200: {
      description: 'The member.',
      schema: UserLookupResponse,
      example: { data: { user_id: EXAMPLE_USER_ID, payment_reference: 'RF18539007547034' } },
    },
  },
  errors: ['user_not_found'],
  cacheControl: 'private, no-store',
});
