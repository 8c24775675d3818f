/** Why something was refused: by the code of the error, or of a field's fault. */
import type { AnyErrorCode, ConflictReason, ProviderReason } from '@timebank/contract/console';
import type { BrowserFault } from '../../api/call.ts';

const written = (value: number) => new Intl.NumberFormat('en').format(value);

/** Errors that belong to no field. */
const errors = {
  sign_in_failed: 'The e-mail address or the password is wrong.',
  code_required: 'Enter the code of your authenticator app, or a recovery code.',
  not_signed_in: 'You are signed out. Sign in again.',
  local_accounts_off: 'Here you sign in only through your organisation, without a password, passkey or link.',
  provider_away: 'The sign-in of your organisation does not respond at the moment. Try again in a minute.',
  window_blocked: 'Your browser did not open the window. Allow windows of this page, then try again.',
  csrf_failed: 'This page is out of date. Reload it.',
  password_required: 'Enter your password again.',
  already_reversed: 'This has already been reversed.',
  import_not_undoable: 'This import can no longer be undone.',
  payload_too_large: 'The file is too large.',
  setup_link_invalid: 'This link does not work any more. Ask for a new one.',
  hand_over_invalid: 'This link does not work any more. Ask for a new one.',
  invalid_cursor: 'The list has changed. Reload the page.',
  passkey_cancelled:
    'This was not finished: you cancelled, it took too long, or this device has no passkey for Timebank.',
  passkey_known: 'This device already has a passkey for your account.',
  passkey_unfit: 'This device or browser cannot do this. It must save passkeys and have a screen lock or PIN.',
  passkey_refused: 'This passkey does not work here. Perhaps it was removed. Sign in with your password.',
} satisfies Partial<Record<AnyErrorCode | BrowserFault, string>>;

const conflicts: Readonly<Record<ConflictReason, string>> = {
  attempt_under_way: 'An attempt is being made right now. Wait for its result.',
  changed_meanwhile: 'Somebody else has changed this in the meantime. Check the current state, then try again.',
  codes_enabled: 'One-time codes are already set up.',
  codes_exhausted:
    'Too many wrong codes were entered with your password. Sign in with a passkey, or ask an owner for a set-up link, and change your password.',
  codes_not_begun: 'The set-up has ended. Start again.',
  codes_not_enabled: 'One-time codes are not set up.',
  too_many: 'No more can be added here. Remove something that you no longer need first.',
  data_erased: 'The data of this member has been erased. Nothing can be changed any more.',
  deputy_already: 'This person acts for the member already.',
  has_role: 'You already have a role in this community. The invitation is for another person.',
  identity_linked:
    'Your account is already linked, or your account at your organisation belongs to somebody else here.',
  last_owner: 'A community keeps at least one owner. Make somebody else an owner first.',
  line_not_open: 'This line is not open, or is no payment to a member.',
  line_settled: 'There is nothing left to clarify in this line.',
  link_opened: 'A link to this client secret has already been opened. Create a new client secret.',
  mail_off: 'Mail is off here. The operator of the service can switch it on.',
  nobody_agreed: 'No active member of these has agreed to messages.',
  not_empty: 'This time bank already has members or hours. A move needs an empty one.',
  no_proposal: 'This line proposes nothing that can be booked. Reload the page.',
  no_provider: 'There is no sign-in through an organisation here.',
  no_sandbox: 'Only a sandbox can be reset. This community is live; nothing was changed.',
  no_webhook_permission: 'The partner does not have the permission to receive events.',
  only_way_in: 'You have no other way to sign in. Set one up first.',
  operator_makes_link:
    'This person also manages other communities. Only the operator of the service can create the link.',
  party_not_active: 'One of the two does not take part at present. Activate the member first.',
  passkey_added: 'This passkey was already added.',
  passkey_late: 'This took too long. Start again.',
  passkeys_full: 'You have as many passkeys as possible. Remove one first.',
  status_not_possible: 'This status is not possible for this member now. Reload the page.',
};

/** Why nobody is signed in through the identity provider. */
const provider: Readonly<Record<ProviderReason, string>> = {
  address_taken:
    'There is already an account with your e-mail address. Sign in to it, then link it under “Your account”.',
  denied: 'Your organisation did not sign you in, or you cancelled.',
  email_unverified: 'Your organisation has not verified your e-mail address. Ask the people who run its sign-in.',
  no_account: 'You do not have an account here yet. Ask an owner of your community to invite you.',
  no_role: 'You have no role here. Ask the people in your organisation who manage its groups.',
  not_afresh: 'You were not asked to sign in again. Sign out here, sign in, and try again within ten minutes.',
  not_verified: 'The answer of your organisation could not be verified. Try again.',
  other_person: 'You signed in as somebody else. Use the account that is linked here.',
  too_late: 'This took too long, or was started in another window. Try again.',
};

/** Faults of fields that have no text of their own in `field`. */
const faults = {
  unknown_category: 'This category is not on the list. Choose one, or tick that it is added.',
  closed_category: 'This category is closed. Choose another.',
  empty: 'Please fill in this field.',
  wrong_type: 'This entry is not valid.',
  repeated: 'The same entry appears twice.',
  too_few_items: 'Choose at least one entry.',
  too_many_items: 'These are too many entries.',
  too_many: 'These are too many.',
  unknown_value: 'This choice is not available. Choose another one.',
  unknown_member: 'There is no such member.',
  unknown_listing: 'There is no such listing.',
  unknown_currency: 'There is no such currency. Enter a code such as EUR.',
  surrounding_space: 'Remove the spaces at the beginning and at the end.',
  invalid_url: 'This is not a valid address. Enter one such as https://example.org/hook.',
  invalid_target: 'This is not a valid address. Enter one such as https://example.org/hook.',
  https_required: 'The address must begin with https://.',
  userinfo_not_allowed: 'The address must not contain a user name or a password.',
  fragment_not_allowed: 'The address must not contain a # sign.',
  host_not_allowed: 'Events cannot be sent to this address. It must be reachable from the internet.',
  address_not_allowed: 'Events cannot be sent to this address. It must be reachable from the internet.',
  invalid_iban: 'This is not an IBAN: its check digits or its length are wrong.',
  same_member: 'The hours are already booked to this member.',
  invalid_format: 'This does not have the expected form.',
  invalid_range: 'Not a valid address or range. Enter one such as 192.0.2.7 or 192.0.2.0/24.',
  ipv4_as_ipv6: 'This is an IPv4 address written as IPv6. Write it as an IPv4 address.',
  range_too_wide: 'This range covers a large part of the internet. Enter a smaller one.',
  bits_beyond_prefix:
    'The address does not fit its prefix. Enter the first address of the range, or the address alone.',
  invalid_rate: 'Enter a rate greater than 0, such as 0.04.',
  invalid_key: 'This is not a usable public key.',
  invalid_key_set: 'This is not a set of public keys (JWKS).',
  invalid_length: 'The length is not right.',
  invalid_encoding: 'The file does not have this character encoding.',
  not_text: 'This entry is not valid.',
  wrong_code: 'The code is wrong or was already used. Wait for the next one.',
  wrong_password: 'The password is wrong.',
  placeholder: 'This looks like a sample value. Enter the real one.',
} satisfies Readonly<Record<string, string>>;

/** Limits that were reached, with how much they allow and how much of it is left. */
const caps = {
  max_credit_hours: (hours: number) => `A single credit may have at most ${written(hours)} hours.`,
  max_member_day_hours: (hours: number) => `A member may be credited at most ${written(hours)} hours a day.`,
  max_partner_day_hours: (hours: number) => `The partner may credit at most ${written(hours)} hours a day.`,
  lower_balance: (limit: number, left: number) =>
    `The balance of whoever received the help may not fall below ${written(limit)} hours. ${written(left)} hours are left.`,
  upper_balance: (limit: number, left: number) =>
    `The balance of whoever gave the help may not rise above ${written(limit)} hours. ${written(left)} hours are left.`,
  max_subscriptions: (endpoints: number) => `A partner may have at most ${written(endpoints)} webhook endpoints.`,
};

export const refusals = { errors, conflicts, provider, faults, caps, other: 'This entry is not valid.' };
