/** Sign-in, sessions, preferences, password. */
import { type Static, Type } from 'typebox';
import {
  closedObject,
  component,
  dataOf,
  deletedOf,
  listOf,
  nullable,
  opaqueValue,
  ref,
  textValue,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';
import {
  ADMINISTRATOR_MAIL_KINDS,
  ADMINISTRATOR_ROLES,
  COMMUNITY_KINDS,
  CONSOLE_LANGUAGES,
  type ConsoleList,
  HOURS_FORMS,
} from '../../../contract/src/words.ts';
import { consoleOperation } from './operation.ts';
import { PASSWORD_LENGTH, PERMISSIONS } from './routes.ts';

const emailIn = () => textValue(1, 254, 'E-mail address.', { examples: ['ada@example.org'] });
const passwordIn = () => opaqueValue(1, PASSWORD_LENGTH.max, 'Password.', { examples: ['nine green kettles whistle'] });
export const newPasswordIn = () =>
  opaqueValue(
    PASSWORD_LENGTH.min,
    PASSWORD_LENGTH.max,
    `New password: ${PASSWORD_LENGTH.min} characters or more, any characters; common passwords are refused.`,
    { examples: ['nine green kettles whistle'] },
  );
const codeIn = () =>
  opaqueValue(6, 32, 'Six digits from the authenticator app, or a recovery code.', { examples: ['492039'] });

const columnsOfList = () =>
  Type.Optional(
    nullable(Type.Array(Type.String({ pattern: '^[a-z_]{1,30}$' }), { maxItems: 20 }), {
      description: 'The columns shown; null: as delivered.',
    }),
  );
const columnsOf = (description: string) =>
  closedObject(
    {
      members: columnsOfList(),
      listings: columnsOfList(),
      exchanges: columnsOfList(),
      calls: columnsOfList(),
      audit: columnsOfList(),
      partners: columnsOfList(),
      to_call: columnsOfList(),
    } satisfies Record<ConsoleList, unknown>,
    { description },
  );

export const Preferences = component('Preferences', 'How a person wants to see the console.', {
  language: nullable(wordValue(CONSOLE_LANGUAGES, 'The language of the console.'), {
    description: 'Null: as the browser prefers.',
  }),
  columns: columnsOf('The columns that were chosen, per list.'),
  mails: Type.Array(wordValue(ADMINISTRATOR_MAIL_KINDS, 'An alert.'), {
    description: 'The alerts that the person gets by mail.',
  }),
});
export type Preferences = Static<typeof Preferences>;

export const OwnMembership = component('Membership', 'A community you belong to.', {
  slug: Type.String({ description: 'Identifies the community in paths.' }),
  name: Type.String({ description: 'Its name.' }),
  kind: wordValue(COMMUNITY_KINDS, 'A sandbox has fictional members.'),
  hours_as: wordValue(HOURS_FORMS, 'How hours are written there: `decimal` is 1.33, `clock` is 1:20.'),
  role: wordValue(ADMINISTRATOR_ROLES, 'Your role there.'),
  permissions: Type.Array(wordValue(PERMISSIONS, 'What you may do there.')),
  has_partners: Type.Boolean({
    description: 'Whether it has a partner. Until then the console says nothing about partners.',
  }),
});
export type OwnMembership = Static<typeof OwnMembership>;

const csrfToken = Type.String({
  description: 'Send it as X-CSRF-Token with every request that is not a GET. Changes at sign-in and sign-out.',
});

const waysIn = () =>
  closedObject(
    {
      local_accounts: Type.Boolean({ description: 'Whether passwords and passkeys sign in.' }),
      provider: nullable(Type.String({ description: "Name of the organisation's identity provider." }), {
        description: 'Null: there is none.',
      }),
      forgotten_by_mail: Type.Boolean({ description: 'Whether a new password can be asked for by mail.' }),
    },
    { description: 'How one signs in here.' },
  );

export const SignedIn = component('SignedIn', 'Who you are and what you may do.', {
  signed_in: Type.Literal(true),
  csrf_token: csrfToken,
  ways_in: waysIn(),
  administrator: closedObject({
    id: Type.Integer(),
    email: Type.String({
      description: "Empty: the identity provider vouches for another account's right to it. You still sign in with it.",
    }),
    name: Type.String(),
    totp_enabled: Type.Boolean({ description: 'Whether sign-in asks for a one-time code.' }),
    recovery_codes_left: Type.Integer({ minimum: 0 }),
    has_passkey: Type.Boolean({ description: 'Whether a passkey signs in without password and code.' }),
    has_password: Type.Boolean({ description: 'Whether the account has a password.' }),
    has_identity: Type.Boolean({ description: 'Whether the identity provider signs in to it.' }),
    asked_for_second_factor: Type.Boolean({
      description:
        'Whether to ask for a second factor: an owner or administrator of a community has none, and has not put it off lately.',
    }),
    is_operator: Type.Boolean({
      description: 'Whether this person may switch the partner API of the whole installation off and on.',
    }),
  }),
  preferences: ref(Preferences),
  communities: Type.Array(ref(OwnMembership), { description: 'Ordered by name.' }),
  call_log_days: Type.Integer({ minimum: 1, description: "For how many days partners' calls are kept." }),
  session: closedObject({
    id: Type.Integer(),
    created_at: timeValue('When you signed in.'),
    expires_at: timeValue('When the session ends, even if it is in use.'),
    idle_expires_at: timeValue('When it ends if it is not used.'),
    password_recent_until: timeValue('Until when the password counts as recent.'),
    failed_codes: Type.Integer({
      minimum: 0,
      description: 'Wrong codes that came with the right password between your sign-in before and this one.',
    }),
  }),
});
export type SignedIn = Static<typeof SignedIn>;

export const Visitor = component('Visitor', 'Nobody is signed in.', {
  signed_in: Type.Literal(false),
  csrf_token: csrfToken,
  ways_in: waysIn(),
});
export type Visitor = Static<typeof Visitor>;

const SessionState = closedObject({ data: Type.Union([ref(SignedIn), ref(Visitor)]) });
const SignedInAnswer = dataOf(SignedIn);
const VisitorAnswer = dataOf(Visitor);

export const getSession = consoleOperation('getSession', {
  route: 'GET /session',
  access: 'visitor',
  answer: SessionState,
});

/** The errors of a password, with a one-time code where the account uses them. */
const PASSWORD_ERRORS = [
  'sign_in_failed',
  'code_required',
  'local_accounts_off',
  'state_conflict',
  'rate_limited',
  'validation_failed',
] as const;

export const signIn = consoleOperation('signIn', {
  route: 'POST /session',
  access: 'visitor',
  body: component('SignInRequest', 'The credentials of a person.', {
    email: emailIn(),
    password: passwordIn(),
    code: Type.Optional(codeIn()),
  }),
  answer: SignedInAnswer,
  errors: PASSWORD_ERRORS,
  example: { email: 'ada@example.org', password: 'nine green kettles whistle' },
});

export const signOut = consoleOperation('signOut', {
  route: 'DELETE /session',
  access: 'session',
  answer: VisitorAnswer,
});

export const confirmPassword = consoleOperation('confirmPassword', {
  route: 'POST /session/password-confirmation',
  access: 'session',
  body: component('PasswordConfirmation', 'The password, and a one-time code if the account uses them.', {
    password: passwordIn(),
    code: Type.Optional(codeIn()),
  }),
  answer: SignedInAnswer,
  errors: PASSWORD_ERRORS,
  example: { password: 'nine green kettles whistle' },
});

export const updatePreferences = consoleOperation('updatePreferences', {
  route: 'PATCH /preferences',
  access: 'session',
  body: component('PreferencesUpdate', 'What is to change.', {
    language: Type.Optional(nullable(wordValue(CONSOLE_LANGUAGES, 'Language. Null: as the browser prefers.'))),
    columns: Type.Optional(columnsOf('Columns per list. Null: as delivered.')),
    mails: Type.Optional(
      Type.Array(wordValue(ADMINISTRATOR_MAIL_KINDS, 'An alert.'), {
        maxItems: 10,
        description: 'The alerts to get by mail; the others end.',
      }),
    ),
  }),
  answer: dataOf(Preferences),
  example: { language: 'de', columns: { members: ['name', 'balance'] } },
});

export const SessionItem = component('SessionItem', 'One of your sessions.', {
  id: Type.Integer(),
  current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  created_at: timeValue('When it began.'),
  last_seen_at: timeValue('When it was last used, to the minute.'),
  expires_at: timeValue('When it ends, even if it is in use.'),
  address: Type.String({ description: 'Where it was last used from.' }),
  user_agent: Type.String({ description: 'The User-Agent header of the browser.' }),
});
export type SessionItem = Static<typeof SessionItem>;

export const listSessions = consoleOperation('listSessions', {
  route: 'GET /sessions',
  access: 'session',
  answer: listOf(SessionItem),
});

export const revokeSession = consoleOperation('revokeSession', {
  route: 'DELETE /sessions/{sessionId}',
  access: 'session',
  answer: deletedOf(Type.Integer()),
});

const Revoked = closedObject({
  data: closedObject({ revoked: Type.Integer({ minimum: 0, description: 'The number of sessions that were ended.' }) }),
});

export const revokeOtherSessions = consoleOperation('revokeOtherSessions', {
  route: 'POST /sessions/revoke-others',
  access: 'session',
  answer: Revoked,
});

export const changePassword = consoleOperation('changePassword', {
  route: 'POST /password',
  access: 'session',
  isWayIn: true,
  body: component('PasswordChange', 'The old and the new password.', {
    current_password: passwordIn(),
    new_password: newPasswordIn(),
  }),
  answer: SignedInAnswer,
  errors: ['local_accounts_off', 'rate_limited', 'password_required'],
  example: { current_password: 'nine green kettles whistle', new_password: 'a walrus reads the harbour news' },
});

/** The last sign-in; null when the person has never signed in. */
export const lastSignIn = () => nullable(timeValue('When the person last signed in.'));
