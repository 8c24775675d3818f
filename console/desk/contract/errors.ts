/** Error codes of the console beyond the partner API's. The shape is the same everywhere. */
import { type Static, Type } from 'typebox';
import { ACT_CONFLICTS, ACT_ERRORS } from '../../../contract/src/act-errors.ts';
import { ERRORS, type ErrorCode, type ErrorDefinition, FieldError } from '../../../contract/src/errors.ts';
import { closedObject, component, wordValue } from '../../../contract/src/values.ts';

const define = <const T extends Record<string, ErrorDefinition>>(errors: T): T => errors;

export const CONSOLE_ERRORS = define({
  not_signed_in: {
    status: 401,
    when: 'There is no session, or it has ended: signed out, revoked, idle for 30 minutes or 8 hours old.',
    action: 'Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    when: 'The e-mail address, the password or the code is wrong. The answer is the same in each case.',
    action: 'Check what was typed. After several failures, wait for the time in Retry-After.',
  },
  code_required: {
    status: 401,
    when: 'The password is right and the account is protected by one-time codes, but no code was sent.',
    action: 'Send the same request with code: the six digits from the app, or a recovery code.',
  },
  local_accounts_off: {
    status: 403,
    when: 'The installation takes no passwords, passkeys or set-up links: administrators sign in through the identity provider of their organisation.',
    action:
      'Sign in through the identity provider. If it is away for long, the operator makes a link on the command line.',
  },
  provider_refused: {
    status: 403,
    when: "Nobody is signed in through the identity provider. The one entry in errors says why: `code` is one of the console's reasons.",
    action: 'Do what the description says, then begin again.',
  },
  provider_away: {
    status: 503,
    when: 'The identity provider does not answer within 5 seconds, or not as one should.',
    action: 'Try again in a minute. The reason is in the log of the service.',
  },
  csrf_failed: {
    status: 403,
    when: 'The request did not come from the console itself, or its X-CSRF-Token does not belong to the cookie.',
    action: 'Read GET /session for the current token and repeat the request.',
  },
  password_required: {
    status: 403,
    when: 'The operation needs a password that was entered within the last hour, or within the last 10 minutes where it gives a way in or moves hours, and a one-time code if the account uses them.',
    action: 'POST /session/password-confirmation, then repeat the request.',
  },
  not_permitted: {
    status: 403,
    when: 'Your role in this community does not include this.',
    action: 'Ask an owner of the community for it.',
  },
  community_not_found: {
    status: 404,
    when: 'There is no such community, or you do not belong to it. The answer is the same in both cases.',
    action: 'Choose one of your communities.',
  },
  partner_not_found: ACT_ERRORS.partner_not_found,
  account_not_found: {
    status: 404,
    when: 'This community has no such account.',
    action: 'Read the list again.',
  },
  category_not_found: ACT_ERRORS.category_not_found,
  reconciliation_not_found: {
    status: 404,
    when: 'This partner has no such comparison, or the comparison has no such line.',
    action: 'Read the list again.',
  },
  credential_not_found: {
    status: 404,
    when: 'This partner has no such secret, or it has already been revoked.',
    action: 'Read the partner again.',
  },
  token_not_found: ACT_ERRORS.token_not_found,
  identity_not_found: {
    status: 404,
    when: 'Your account has no such link to the identity provider.',
    action: 'Read the list again.',
  },
  session_not_found: { status: 404, when: 'You have no such session.', action: 'Read the list again.' },
  passkey_not_found: { status: 404, when: 'You have no such passkey.', action: 'Read the list again.' },
  administrator_not_found: {
    status: 404,
    when: 'This community has no such administrator.',
    action: 'Read the list again.',
  },
  invitation_not_found: {
    status: 404,
    when: 'The community has no such invitation: it was accepted, replaced or withdrawn.',
    action: 'Read the invitations again.',
  },
  setup_link_invalid: {
    status: 404,
    when: 'The set-up link is unknown, used, replaced by a newer one or older than 72 hours.',
    action: 'Ask for a new link.',
  },
  hand_over_invalid: {
    status: 404,
    when: 'The hand-over link is unknown, replaced by a newer one, opened, older than three days, or its secret no longer works.',
    action: 'Ask the administrator who sent it for a new secret.',
  },
  import_not_found: { status: 404, when: 'This community has no such import.', action: 'Read the list again.' },
  import_not_undoable: {
    status: 409,
    when: 'The import was undone before, a later import of the same kind has to be undone first, or something has happened to what it created. The description says how many and names up to three.',
    action: 'Read the import: its obstacle says what prevents the undo. Correct single rows by hand.',
  },
  inbox_line_not_found: {
    status: 404,
    when: 'This community has no such line in its inbox.',
    action: 'Read the list again.',
  },
  state_conflict: ACT_ERRORS.state_conflict,
});

/** Why something is a `state_conflict`: the code of its one entry in `errors`, whose field is `body`. */
export const CONFLICT_REASONS = [
  ...ACT_CONFLICTS,
  'changed_meanwhile',
  'codes_enabled',
  'codes_exhausted',
  'codes_not_begun',
  'codes_not_enabled',
  'deputy_already',
  'too_many',
  'has_role',
  'identity_linked',
  'last_owner',
  'line_not_asked',
  'line_not_open',
  'line_settled',
  'link_opened',
  'mail_off',
  'no_proposal',
  'nobody_agreed',
  'own_hour',
  'sent_before',
  'not_empty',
  'no_provider',
  'no_sandbox',
  'no_webhook_permission',
  'only_way_in',
  'operator_makes_link',
  'party_not_active',
  'passkey_added',
  'passkey_late',
  'passkeys_full',
] as const;
export type ConflictReason = (typeof CONFLICT_REASONS)[number];

/** Why something is `provider_refused`: the code of its one entry in `errors`, whose field is `response`. */
export const PROVIDER_REASONS = [
  'address_taken',
  'denied',
  'email_unverified',
  'no_account',
  'no_role',
  'not_afresh',
  'not_verified',
  'other_person',
  'too_late',
] as const;
export type ProviderReason = (typeof PROVIDER_REASONS)[number];

/** A code of the console's own. */
export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;
/** A code of either API. */
export type AnyErrorCode = ErrorCode | ConsoleErrorCode;

/** Codes of both, for the one place that turns them into a status. */
export const ALL_ERRORS: Readonly<Record<AnyErrorCode, ErrorDefinition>> = { ...ERRORS, ...CONSOLE_ERRORS };

/** A fault of a field; of a file that cannot be read, with the values of its sentence. */
const ConsoleFieldError = closedObject(
  {
    ...FieldError.properties,
    values: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description:
          "Only of a bank's file that cannot be read: values of the sentence, such as `line`, `found`, `max`.",
      }),
    ),
  },
  { description: 'What is wrong with one field.' },
);
export type ConsoleFieldError = Static<typeof ConsoleFieldError>;

/** The body of every error response of the console. */
export const ConsoleErrorBody = component('ConsoleError', 'The body of every error response.', {
  error: wordValue(Object.keys(ALL_ERRORS) as AnyErrorCode[], 'Stable code.'),
  error_description: Type.String({ description: 'One sentence for a person.' }),
  error_uri: Type.String({ description: 'A page that explains the code and what to do.' }),
  errors: Type.Optional(
    Type.Array(ConsoleFieldError, { description: 'Present only when fields are at fault; names all of them.' }),
  ),
  request_id: Type.String({ description: 'Equal to the X-Request-Id header.' }),
});
export type ConsoleErrorBody = Static<typeof ConsoleErrorBody>;
