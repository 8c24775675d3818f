/**
 * The closed lists of words, each once: the database's checks, the service, the command line and the console all mean
 * these. Plain data, so that a browser can have it: `@timebank/contract/words`.
 */

/** By what two members may be one person. */
export const LIKENESSES = ['name', 'email', 'phone', 'address'] as const;
export type Likeness = (typeof LIKENESSES)[number];

/** How a member wants to be reached. */
export const CONTACT_WAYS = ['phone', 'email', 'letter', 'in_person'] as const;
export type ContactWay = (typeof CONTACT_WAYS)[number];

/** Why an office might call a member. */
export const CALL_REASONS = ['leaving', 'no_exchange', 'no_offer', 'only_given', 'below_zero', 'check_ending'] as const;
/** Those that are worth a call by themselves; the others are looked for. */
export const CALL_REASONS_FIRST = [
  'leaving',
  'no_exchange',
  'below_zero',
  'check_ending',
] as const satisfies readonly CallReason[];
export type CallReason = (typeof CALL_REASONS)[number];

/** Kinds of a field that a community defines for its members. */
export const OWN_FIELD_KINDS = ['text', 'date', 'yes_no', 'choice'] as const;
export type OwnFieldKind = (typeof OWN_FIELD_KINDS)[number];

/**
 * What a new partner of a kind may do, and how many hours at most: enough for a member's largest help, and for a busy
 * day of a time bank with some hundred members. All of it may be changed.
 */
export const PARTNER_PRESETS = {
  bank: {
    scopes: ['users.read', 'wallet.read', 'wallet.write', 'webhooks.manage'],
    max_credit_hours: 20,
    max_member_day_hours: 40,
    max_partner_day_hours: 200,
  },
  municipality: {
    scopes: ['users.read', 'listings.read', 'aggregates.read'],
    max_credit_hours: 20,
    max_member_day_hours: 40,
    max_partner_day_hours: 200,
  },
  read_only: {
    scopes: ['users.read', 'listings.read', 'wallet.read', 'aggregates.read'],
    max_credit_hours: 20,
    max_member_day_hours: 40,
    max_partner_day_hours: 200,
  },
} as const;
export type PartnerPreset = keyof typeof PARTNER_PRESETS;

export const MEMBER_STATUSES = ['active', 'pending', 'suspended', 'left'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** The visibility to partners: nothing, the member, or the member with the e-mail address (given the scope). */
export const VISIBILITIES = ['hidden', 'listed', 'listed_with_email'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** How a member and the person who acts for the member have agreed on it; `pages`: by the member, on the community's pages. */
export const DEPUTY_HOWS = ['paper', 'telephone', 'in_person', 'pages'] as const;
export type DeputyHow = (typeof DEPUTY_HOWS)[number];

/** Letters that an office writes to members. */
export const LETTER_KINDS = ['welcome', 'balance', 'invitation'] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/** How a community's console writes hours: 1.33, or 1:20. */
export const HOURS_FORMS = ['decimal', 'clock'] as const;
export type HoursForm = (typeof HOURS_FORMS)[number];

/** What a booking between two accounts is: help, or hours without help. */
export const EXCHANGE_KINDS = ['exchange', 'gift'] as const;
export type ExchangeKind = (typeof EXCHANGE_KINDS)[number];

/** A service is offered, a request asks for help. */
export const LISTING_TYPES = ['service', 'request'] as const;
export type ListingType = (typeof LISTING_TYPES)[number];

export const LISTING_STATUSES = ['active', 'held', 'closed'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** What is printed of a member in the booklet of offers and requests. */
export const BOOKLET_CONTACTS = ['none', 'phone', 'email', 'both'] as const;
export type BookletContact = (typeof BOOKLET_CONTACTS)[number];

/** Listings that end soon, and those that have ended by themselves. */
export const LISTING_ENDINGS = ['soon', 'ended'] as const;

export const CATEGORY_STATUSES = ['open', 'closed'] as const;
export type CategoryStatus = (typeof CATEGORY_STATUSES)[number];

/** The steps of minutes communities record time in. */
export const STEPS_MINUTES: readonly number[] = [1, 3, 5, 6, 10, 15, 20, 30, 60];

/** The kinds of imports, in the order of a new community: listings name members, exchanges name both. */
export const IMPORT_KINDS = ['members', 'listings', 'exchanges'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const ADMINISTRATOR_ROLES = ['owner', 'administrator', 'coordinator', 'treasurer', 'auditor'] as const;
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number];

/** A sandbox holds invented members; its secrets have prefixes of their own. */
/** Lists of the console whose columns a person may choose. */
export type ConsoleList = 'members' | 'listings' | 'exchanges' | 'calls' | 'audit' | 'partners' | 'to_call';

/** Of members' pages, mails, letters and slips; each has all words, or it does not compile. */
export const MEMBER_LANGUAGES = ['en', 'de', 'es', 'fr', 'it'] as const;
export type MemberLanguage = (typeof MEMBER_LANGUAGES)[number];
/** What each calls itself, and by which customs it writes days and numbers. */
export const MEMBER_LANGUAGE_NAMES: Readonly<Record<MemberLanguage, string>> = {
  ...{ en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', it: 'Italiano' },
};
export const MEMBER_LOCALES: Readonly<Record<MemberLanguage, string>> = {
  ...{ en: 'en-GB', de: 'de-DE', es: 'es-ES', fr: 'fr-FR', it: 'it-IT' },
};

/** The languages of the console. */
export const CONSOLE_LANGUAGES = ['en', 'de'] as const;
export type ConsoleLanguage = (typeof CONSOLE_LANGUAGES)[number];

export const COMMUNITY_KINDS = ['live', 'sandbox'] as const;
export type CommunityKind = (typeof COMMUNITY_KINDS)[number];

export const PARTNER_STATUSES = ['pending', 'active', 'suspended'] as const;
export type PartnerStatus = (typeof PARTNER_STATUSES)[number];

/** The algorithms of a partner's key, one for each kind of key: P-256, RSA from 2048 bits on, Ed25519. */
export const KEY_ALGORITHMS = ['ES256', 'PS256', 'EdDSA'] as const;
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

/** The systems from which a community can move in; timebank is an archive of this software. */
export const MOVE_SYSTEMS = ['timeoverflow', 'komunitin', 'ces', 'cyclos', 'timebank'] as const;
export type MoveSystem = (typeof MOVE_SYSTEMS)[number];

/** The faults of a row of a move; the console has a sentence for each. */
export const MOVE_FAULT_CODES = [
  'bad_quotes',
  'surplus_cells',
  'few_cells',
  'unreadable',
  'no_number',
  'no_id',
  'no_title',
  'no_type',
  'no_balance',
  'balance_twice',
  'balance_too_large',
  'no_parties',
  'no_amount',
  'no_day',
  'no_day_or_amount',
  'no_day_column',
  'in_the_future',
  'too_many_hours',
  'unknown_status',
  'incomplete',
  'cut_off',
  'twice',
] as const;
export type MoveFaultCode = (typeof MOVE_FAULT_CODES)[number];

/** What a person is to know of a move besides. */
export const MOVE_NOTE_CODES = [
  'balances_summed',
  'no_transfers',
  'report_strangers',
  'codes_as_names',
  'moved_nothing',
  'nothing_to_move',
  'listings_left_out',
  'emails_left_out',
] as const;
export type MoveNoteCode = (typeof MOVE_NOTE_CODES)[number];

/** Why files of a move cannot be read. */
export const MOVE_FILE_CODES = [
  'no_files',
  'too_many_files',
  'too_large',
  'too_much',
  'several_archives',
  'archive',
  'archive_empty',
  'two_of_a_kind',
  'missing',
  'no_header',
  'no_text',
  'too_many_rows',
  'unreadable',
  'no_document',
  'no_resource',
  'pages_missing',
  'not_original',
  'no_members',
] as const;
export type MoveFileCode = (typeof MOVE_FILE_CODES)[number];

/** The faults of a row of an import, or of its file; the console has a sentence for each. */
export const IMPORT_PROBLEM_CODES = [
  'required',
  'line_break',
  'invalid_character',
  'too_long',
  'invalid_email',
  'invalid_language',
  'invalid_year',
  'unknown_value',
  'invalid_date',
  'invalid_hours',
  'too_many_decimals',
  'too_large',
  'not_positive',
  'in_the_future',
  'duplicate',
  'bad_quotes',
  'wrong_number_of_fields',
  'unknown_member',
  'same_member',
  'no_quarter',
  'known_number',
  'known_name',
  'spreadsheet_number',
  'spreadsheet_error',
  'unknown_listing',
  'left_out_category',
  'left_out_word',
  'differs',
  'unclear_dates',
  'unclear_numbers',
  'unclear_unit',
  'missing_column',
  'duplicate_column',
  'unknown_column',
  'empty_file',
  'no_rows',
  'not_text',
  'file_too_large',
  'too_many_rows',
  'too_many_columns',
  'row_too_long',
  'quote_not_closed',
  'unknown_encoding',
  'wrong_encoding',
  'unclear_encoding',
  'damaged_workbook',
  'several_sheets',
  'unknown_separator',
  'unreadable',
] as const;
export type ImportProblemCode = (typeof IMPORT_PROBLEM_CODES)[number];

/** Kinds of mail that a member gets or does not; `messages`, `digest` and `alerts` only with consent. */
export const MEMBER_MAIL_KINDS = ['hours', 'listings', 'messages', 'digest', 'alerts'] as const;
export type MemberMailKind = (typeof MEMBER_MAIL_KINDS)[number];

/** What waits until the office acts. */
export const OFFICE_TASKS = [
  'hours_to_settle',
  'answers_to_hand_on',
  'letters_to_print',
  'mails_refused',
  'listings_held',
  'listings_ending',
  'members_pending',
  'members_leaving',
] as const;
export type OfficeTask = (typeof OFFICE_TASKS)[number];

/** The screen of the console where a task is dealt with, after `/console/c/{slug}/`. */
export const OFFICE_TASK_SCREENS = {
  hours_to_settle: 'to-settle',
  answers_to_hand_on: 'answers?state=hand_on',
  letters_to_print: 'messages/print',
  mails_refused: 'messages',
  listings_held: 'listings?status=held',
  listings_ending: 'listings?ending=soon',
  members_pending: 'members?status=pending',
  members_leaving: 'to-call?reason=leaving',
} as const satisfies Readonly<Record<OfficeTask, string>>;

/** What an administrator may be alerted to by mail. */
export const ADMINISTRATOR_MAIL_KINDS = ['tasks', 'webhooks', 'keys', 'bank', 'backup'] as const;
export type AdministratorMailKind = (typeof ADMINISTRATOR_MAIL_KINDS)[number];

/** Why a mail is written. */
export const MAIL_KINDS = [
  'invitation',
  'password.reset',
  'mail.test',
  'office.alert',
  'message',
  'listing.ending',
  'listing.answered',
  'answer.replied',
  'answer.written',
  'answer.day',
  'sign_in.link',
  'sign_in.device',
  'address.new',
  'address.old',
  'deputy.appointed',
  'join.received',
  'join.accepted',
  'proposal.waiting',
  'proposal.reminder',
  'proposal.done',
  'digest',
  'category',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** By what a member lets another member reach them. */
export const CONTACTS = ['email', 'phone'] as const;
export type Contact = (typeof CONTACTS)[number];

/** How a community's pages and mails address its members where a language has two forms: Sie or Du. */
export const ADDRESS_FORMS = ['formal', 'familiar'] as const;
export type AddressForm = (typeof ADDRESS_FORMS)[number];

/** What came of an answer to a listing. */
export const ANSWER_STATES = ['open', 'agreed', 'declined', 'ended'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** Where a mail is on its way; `print` waits for a letter. */
export const MAIL_STATES = ['due', 'sent', 'print', 'printed', 'dropped', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Why a mail did not arrive, or is not sent. */
export const MAIL_ERRORS = [
  'unreachable',
  'not_accepted',
  'refused',
  'no_mailbox',
  'no_address',
  'mail_off',
  'sandbox',
  'stopped',
  'gone',
  'late',
] as const;
export type MailError = (typeof MAIL_ERRORS)[number];

/** How far an hour is that two record. */
export const PROPOSAL_STATES = ['waiting', 'office', 'confirmed', 'withdrawn', 'ended'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];
/** Why the office has it. */
export const PROPOSAL_OFFICE_REASONS = ['organisation', 'limit', 'rule', 'contested', 'silent'] as const;
export type OfficeReason = (typeof PROPOSAL_OFFICE_REASONS)[number];
/** How the office heard both. */
export const PROPOSAL_HOWS = ['telephone', 'paper', 'in_person'] as const;
export type ProposalHow = (typeof PROPOSAL_HOWS)[number];
