/**
 * What a browser needs of the console's contract at run time: plain data, no schema library. Types come from `index.ts`
 * by `import type`.
 */
import type { AdministratorMailKind, AdministratorRole } from '../../../contract/src/words.ts';

/** Members that a message, a consent or a letter names one by one. */
export const CHOSEN_MAX = 500;

/** The prefix of every path of the console's own API. */
export const CONSOLE_BASE_PATH = '/api/console/v1';

/** Header that carries `csrf_token` on every request that is not a GET. */
export const CSRF_HEADER = 'X-CSRF-Token';

export const PERMISSIONS = [
  'members.read',
  'members.write',
  'members.erase',
  'listings.read',
  'listings.write',
  'exchanges.read',
  'exchanges.write',
  'accounts.write',
  'imports.write',
  'settings.read',
  'settings.write',
  'partners.read',
  'partners.write',
  'credentials.write',
  'webhooks.read',
  'webhooks.write',
  'calls.read',
  'statements.read',
  'statements.compare',
  'rates.write',
  'audit.read',
  'switch.write',
  'administrators.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions of each role in its community. */
export const ROLE_PERMISSIONS: Readonly<Record<AdministratorRole, readonly Permission[]>> = {
  owner: PERMISSIONS,
  administrator: [
    'members.read',
    'members.write',
    'members.erase',
    'listings.read',
    'listings.write',
    'exchanges.read',
    'exchanges.write',
    'accounts.write',
    'imports.write',
    'settings.read',
    'settings.write',
    'partners.read',
    'partners.write',
    'credentials.write',
    'webhooks.read',
    'webhooks.write',
    'calls.read',
    'statements.read',
    'statements.compare',
    'rates.write',
    'audit.read',
  ],
  coordinator: [
    'members.read',
    'members.write',
    'listings.read',
    'listings.write',
    'exchanges.read',
    'exchanges.write',
    'settings.read',
    'partners.read',
    'statements.read',
  ],
  treasurer: [
    'members.read',
    'listings.read',
    'exchanges.read',
    'settings.read',
    'partners.read',
    'statements.read',
    'statements.compare',
    'rates.write',
  ],
  auditor: [
    'members.read',
    'listings.read',
    'exchanges.read',
    'settings.read',
    'partners.read',
    'webhooks.read',
    'calls.read',
    'statements.read',
    'audit.read',
  ],
};

/** What a person must be permitted to see in a community to be alerted to it by mail; of a backup, operators are. */
export const ALERT_PERMISSIONS: Readonly<Record<Exclude<AdministratorMailKind, 'backup'>, Permission>> = {
  tasks: 'members.write',
  webhooks: 'webhooks.read',
  keys: 'partners.read',
  bank: 'statements.read',
};

/** Shortest and longest password, in characters. */
export const PASSWORD_LENGTH = { min: 15, max: 256 } as const;
/** For how long a typed password is enough for what extends rights. */
export const RECENT_PASSWORD_MINUTES = 60;
/** The same for what gives a person or a partner a way in, or moves hours. */
export const WAY_IN_PASSWORD_MINUTES = 10;
export const SESSION_IDLE_MINUTES = 30;
export const SESSION_ABSOLUTE_HOURS = 8;
export const SETUP_LINK_HOURS = 72;
/** The path to which the identity provider sends the browser back; registered there with the origin before it. */
export const PROVIDER_RETURN_PATH = '/console/oidc';
/** Slips that one call prints at most: each takes about 11 ms of a core, and an answer has 4.5 s. */
export const SLIPS_MAX = 100;

/** Letters of one request. */
export const LETTERS_MAX = 100;
/** For how long a person who puts it off is not asked for a second factor. */
export const SECOND_FACTOR_PUT_OFF_DAYS = 30;
export const HAND_OVER_HOURS = 72;
/** Largest file of an import. */
export const IMPORT_BYTES_MAX = 20_000_000;
/** Most files of a move, and the most JSON before them. */
export const MOVE_FILES_MAX = 200;
export const MOVE_HEAD_BYTES_MAX = 1_000_000;
/** Rows with problems that one preview of an import has at most. */
export const BAD_ROWS_PAGE_MAX = 10_000;
