/** Getting in and staying safe: sign-in, sessions, password, set-up links, one-time codes. */
import { type Static, Type } from 'typebox';
import { dataOf, deletedOf, listOf, nullable, ref, textValue, timeValue, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';
import { ADMINISTRATOR_ROLES, PASSWORD_LENGTH, PERMISSIONS } from './routes.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;

const emailIn = () => textValue(1, 254, 'E-mail address.', { examples: ['ada@example.org'] });
const passwordIn = () => textValue(1, PASSWORD_LENGTH.max, 'Password.', { examples: ['nine green kettles whistle'] });
const newPasswordIn = () =>
  textValue(
    PASSWORD_LENGTH.min,
    PASSWORD_LENGTH.max,
    `New password: ${PASSWORD_LENGTH.min} characters or more, any characters; common ones are refused.`,
    { examples: ['nine green kettles whistle'] },
  );
const codeIn = () =>
  textValue(6, 32, 'Six digits of the authenticator app, or a recovery code.', { examples: ['492039'] });
const tokenIn = () => textValue(1, 200, 'The part of the set-up link after #.', { examples: ['tb_setup_Xy1'] });

export const OwnMembership = Type.Object(
  {
    slug: Type.String({ description: 'Names the community in paths.' }),
    name: Type.String({ description: 'Its name.' }),
    kind: wordValue(['live', 'sandbox'], 'A sandbox has invented members.'),
    role: wordValue(ADMINISTRATOR_ROLES, 'What you are there.'),
    permissions: Type.Array(wordValue(PERMISSIONS, 'What you may do there.')),
  },
  { $id: 'Membership', ...closed, description: 'A community you belong to.' },
);
export type OwnMembership = Static<typeof OwnMembership>;

const csrfToken = Type.String({
  description: 'Send it as X-CSRF-Token with every request that is not a GET. Changes at sign-in and sign-out.',
});

export const SignedIn = Type.Object(
  {
    signed_in: Type.Literal(true),
    csrf_token: csrfToken,
    administrator: Type.Object(
      {
        id: Type.Integer(),
        email: Type.String(),
        name: Type.String(),
        totp_enabled: Type.Boolean({ description: 'Whether sign-in asks for a one-time code.' }),
        recovery_codes_left: Type.Integer({ minimum: 0 }),
        is_operator: Type.Boolean({ description: 'May switch the partner API of the whole installation.' }),
      },
      closed,
    ),
    communities: Type.Array(ref(OwnMembership), { description: 'By name.' }),
    session: Type.Object(
      {
        id: Type.Integer(),
        created_at: timeValue('When you signed in.'),
        expires_at: timeValue('When the session ends whatever you do.'),
        idle_expires_at: timeValue('When it ends unless you do something.'),
        password_recent_until: timeValue('Until then what asks for a recent password needs no new one.'),
      },
      closed,
    ),
  },
  { $id: 'SignedIn', ...closed, description: 'Who you are and what you may do.' },
);
export type SignedIn = Static<typeof SignedIn>;

export const Visitor = Type.Object(
  { signed_in: Type.Literal(false), csrf_token: csrfToken },
  { $id: 'Visitor', ...closed, description: 'Nobody is signed in.' },
);
export type Visitor = Static<typeof Visitor>;

const SessionState = Type.Object({ data: Type.Union([ref(SignedIn), ref(Visitor)]) }, closed);
const SignedInAnswer = dataOf(SignedIn);
const VisitorAnswer = dataOf(Visitor);

export const getSession = consoleOperation({
  ...noBody,
  id: 'getSession',
  tag: 'Session',
  summary:
    'Tell who is signed in. Answers 200 also when nobody is, and sets the cookie that the CSRF token belongs to.',
  access: 'visitor',
  success: { status: 200, description: 'The session.', schema: SessionState },
  errors: [],
});

export const signIn = consoleOperation({
  id: 'signIn',
  tag: 'Session',
  summary: 'Sign in. With one-time codes enabled a first request without code answers 401 code_required.',
  access: 'visitor',
  query: {},
  body: Type.Object(
    { email: emailIn(), password: passwordIn(), code: Type.Optional(codeIn()) },
    { $id: 'SignInRequest', ...closed, description: 'Who wants in.' },
  ),
  success: { status: 200, description: 'Signed in.', schema: SignedInAnswer },
  errors: ['sign_in_failed', 'code_required', 'rate_limited', 'validation_failed'],
  example: { email: 'ada@example.org', password: 'nine green kettles whistle' },
});

export const signOut = consoleOperation({
  ...noBody,
  id: 'signOut',
  tag: 'Session',
  summary: 'Sign out.',
  access: 'session',
  success: { status: 200, description: 'Signed out.', schema: VisitorAnswer },
  errors: [],
});

export const confirmPassword = consoleOperation({
  id: 'confirmPassword',
  tag: 'Session',
  summary:
    'Type the password again, before secrets are issued or rights widened; with a code where the account asks for one.',
  access: 'session',
  query: {},
  body: Type.Object(
    { password: passwordIn(), code: Type.Optional(codeIn()) },
    { $id: 'PasswordConfirmation', ...closed, description: 'The password; the code where there is one.' },
  ),
  success: { status: 200, description: 'Confirmed.', schema: SignedInAnswer },
  errors: ['sign_in_failed', 'code_required', 'rate_limited', 'validation_failed'],
  example: { password: 'nine green kettles whistle' },
});

export const SessionItem = Type.Object(
  {
    id: Type.Integer(),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    created_at: timeValue('When it began.'),
    last_seen_at: timeValue('When it was last used, to the minute.'),
    expires_at: timeValue('When it ends whatever happens.'),
    address: Type.String({ description: 'Where it was last used from.' }),
    user_agent: Type.String({ description: 'The browser, in its own words.' }),
  },
  { $id: 'SessionItem', ...closed, description: 'One of your sessions.' },
);
export type SessionItem = Static<typeof SessionItem>;

export const listSessions = consoleOperation({
  ...noBody,
  id: 'listSessions',
  tag: 'Session',
  summary: 'List your sessions, newest first.',
  access: 'session',
  success: {
    status: 200,
    description: 'All that have not ended.',
    schema: listOf(SessionItem),
  },
  errors: [],
});

export const revokeSession = consoleOperation({
  ...noBody,
  id: 'revokeSession',
  tag: 'Session',
  summary: 'End one of your sessions.',
  access: 'session',
  success: {
    status: 200,
    description: 'Ended.',
    schema: deletedOf(Type.Integer()),
  },
  errors: ['session_not_found'],
});

const Revoked = Type.Object(
  { data: Type.Object({ revoked: Type.Integer({ minimum: 0, description: 'How many ended.' }) }, closed) },
  closed,
);

export const revokeOtherSessions = consoleOperation({
  ...noBody,
  id: 'revokeOtherSessions',
  tag: 'Session',
  summary: 'End all your sessions but this one.',
  access: 'session',
  success: { status: 200, description: 'Ended.', schema: Revoked },
  errors: [],
});

export const changePassword = consoleOperation({
  id: 'changePassword',
  tag: 'Session',
  summary:
    'Change your password. All your other sessions end; this one gets a new id and CSRF token. With one-time codes enabled a recent confirmation is needed.',
  access: 'session',
  query: {},
  body: Type.Object(
    { current_password: passwordIn(), new_password: newPasswordIn() },
    { $id: 'PasswordChange', ...closed, description: 'The old and the new password.' },
  ),
  success: { status: 200, description: 'Changed.', schema: SignedInAnswer },
  errors: ['validation_failed', 'rate_limited', 'password_required'],
  example: { current_password: 'nine green kettles whistle', new_password: 'a walrus reads the harbour news' },
});

export const SetupLink = Type.Object(
  {
    purpose: wordValue(
      ['invitation', 'reset'],
      '`invitation`: into a community, with an account or without; `reset`: back into an account.',
    ),
    email: Type.String({ description: 'Whose it is.' }),
    name: Type.String({ description: 'As the account says now; empty for an invitation.' }),
    role: nullable(wordValue(ADMINISTRATOR_ROLES, 'What an invitation makes of you there.')),
    community: Type.String({ description: 'Name of the community it was made for.' }),
    expires_at: timeValue('Until when it works.'),
  },
  { $id: 'SetupLink', ...closed, description: 'What a set-up link is for.' },
);
export type SetupLink = Static<typeof SetupLink>;

export const readSetupLink = consoleOperation({
  id: 'readSetupLink',
  tag: 'Session',
  summary: 'Tell what a set-up link (/console/set-up#token) is for, without using it up.',
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
  errors: ['setup_link_invalid', 'rate_limited', 'validation_failed'],
  example: { token: 'tb_setup_Xy1' },
});

export const setUp = consoleOperation({
  id: 'setUp',
  tag: 'Session',
  summary:
    'Use a set-up link: set name and password, and sign in. An invitation creates the account, and is refused where there is one: sign in and accept. A reset ends all earlier sessions and disables one-time codes.',
  access: 'visitor',
  query: {},
  body: Type.Object(
    { token: tokenIn(), name: textValue(1, 200, 'Your name.'), password: newPasswordIn() },
    { $id: 'SetUpRequest', ...closed, description: 'The token, and who you are.' },
  ),
  success: { status: 200, description: 'Signed in.', schema: SignedInAnswer },
  errors: ['setup_link_invalid', 'state_conflict', 'rate_limited', 'validation_failed'],
  example: { token: 'tb_invite_Xy1', name: 'Ada Riverside', password: 'nine green kettles whistle' },
});

export const acceptInvitation = consoleOperation({
  id: 'acceptInvitation',
  tag: 'Session',
  summary: 'Accept an invitation with the account you are signed in to. Refused for an invitation to another address.',
  access: 'session',
  query: {},
  body: Type.Object(
    { token: tokenIn() },
    { $id: 'InvitationAcceptance', ...closed, description: 'The token of an invitation.' },
  ),
  success: {
    status: 200,
    description: 'The community is among yours.',
    schema: SignedInAnswer,
  },
  errors: ['setup_link_invalid', 'state_conflict', 'rate_limited', 'validation_failed'],
  example: { token: 'tb_invite_Xy1' },
});

export const TotpEnrolment = Type.Object(
  {
    secret: Type.String({ description: 'Base32, for typing into the app. Shown only here.' }),
    otpauth_uri: Type.String({ description: 'The same as otpauth://, for a QR code.' }),
  },
  { $id: 'TotpEnrolment', ...closed, description: 'A secret that becomes effective once a code confirms it.' },
);
export type TotpEnrolment = Static<typeof TotpEnrolment>;

export const beginTotp = consoleOperation({
  ...noBody,
  id: 'beginTotp',
  tag: 'Session',
  summary: 'Begin to protect sign-in by one-time codes (RFC 6238).',
  access: 'session',
  recentPassword: true,
  success: {
    status: 201,
    description: 'Scan it, then confirm with a code.',
    schema: dataOf(TotpEnrolment),
  },
  errors: ['state_conflict'],
});

export const RecoveryCodes = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { description: 'Each signs in once. Shown only here.' }) },
  { $id: 'RecoveryCodes', ...closed, description: 'Ten codes for when the app is lost.' },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;
const RecoveryCodesAnswer = dataOf(RecoveryCodes);

export const confirmTotp = consoleOperation({
  id: 'confirmTotp',
  tag: 'Session',
  summary: 'Finish enrolment with a code of the app. Your other sessions end.',
  access: 'session',
  recentPassword: true,
  query: {},
  body: Type.Object(
    { code: textValue(6, 6, 'Six digits.', { examples: ['492039'] }) },
    { $id: 'TotpConfirmation', ...closed, description: 'A current code.' },
  ),
  success: {
    status: 200,
    description: 'Enabled; keep the recovery codes.',
    schema: RecoveryCodesAnswer,
  },
  errors: ['state_conflict', 'validation_failed', 'rate_limited'],
  example: { code: '492039' },
});

export const disableTotp = consoleOperation({
  ...noBody,
  id: 'disableTotp',
  tag: 'Session',
  summary: 'Stop asking for one-time codes.',
  access: 'session',
  recentPassword: true,
  success: {
    status: 200,
    description: 'Disabled.',
    schema: Type.Object({ data: Type.Object({ totp_enabled: Type.Literal(false) }, closed) }, closed),
  },
  errors: ['state_conflict'],
});

export const renewRecoveryCodes = consoleOperation({
  ...noBody,
  id: 'renewRecoveryCodes',
  tag: 'Session',
  summary: 'Replace the recovery codes; the old ones stop working.',
  access: 'session',
  recentPassword: true,
  success: {
    status: 201,
    description: 'Keep them.',
    schema: RecoveryCodesAnswer,
  },
  errors: ['state_conflict'],
});

/** What may be null when a person has never signed in. */
export const lastSignIn = () => nullable(timeValue('When the person last signed in.'));
