/** The commands, in the order of the help text: their lines in it, and where each is. Only what is called is loaded. */
import type { Command } from 'commander';
import type { CommandContext } from '../console/desk/commands/context.ts';

/** Gives a command its options and what it does, or a group its commands. */
export type FillCommand = (command: Command, context: CommandContext) => void;

/** The line of each in the help: how it is typed, and what it does. */
const LISTED = {
  'demo [options]': 'run the service with a sample community and print ready-made curl commands',
  'serve [options]': 'run the service (for its settings, see: timebank settings)',
  'migrate [options]': 'bring the database schema up to date, then exit; an empty database is refused (see init)',
  'init [options]': 'make a new installation: its data folder, or the tables on an empty server; then exit',
  'doctor [options]': 'say what is wrong with this installation and what to do; exit code 1 if there is a problem',
  community: 'create, list and change communities',
  api: 'switch the partner API off and on (kill switch)',
  admin: 'manage the administrators of communities',
  member: 'find, add, change and erase members',
  listing: 'find, add, change, hold and close listings',
  partner: 'provision partners and their credentials',
  webhook: "partners' subscriptions to events, and their deliveries",
  account: 'accounts of organisations and the community fund, and limits',
  exchange: 'record, correct and list exchanges between accounts',
  deputy: "list, appoint and end those who act for a member on the members' pages",
  proposal: 'list and settle hours that members record and others confirm',
  'statement [options] <date>':
    "print a partner's statement for a UTC day: opening, credits, reversals, closing, and every booking",
  'reconcile [options] <file>':
    "compare a bank's statement (camt, MT940, OFX, CSV and others, also in a zip archive) with a partner's open items, and store the report and which of them it explains; exit code 0 if everything matches or is explained, 1 for differences or open items, 2 for any failure",
  inbox: "what moved on the community's bank accounts, by the bank's files",
  import: 'import CSV files; importing a file again changes nothing',
  'move-in [options] [folder or zip]':
    'move in from another system: members with their balances, listings and past exchanges, all or nothing',
  'move-out [options] <file.zip>':
    'write members with balances, listings and exchanges into one documented archive that people can read',
  ledger: 'check and export the ledger',
  audit: 'read the audit log',
  'call [options] [operation]': 'do any operation of the console on a community, by its id, or list them all',
  'backup [options] <file>': 'write everything to one file, while the service is running',
  'restore [options] <file>': 'restore a backup into an empty DATA_DIR or DATABASE_URL, and verify the ledger',
  'move [options]': 'move everything to another database; stop the service first',
  'secret-key': 'manage the key that encrypts webhook secrets and one-time-code secrets',
  'openapi [options]': 'print the OpenAPI document of the partner API',
  'settings [options]': 'list the environment variables that configure the service',
  'version [options]': 'print the versions of the service, Node and the embedded PostgreSQL, as --version does',
} as const;

type Usage = keyof typeof LISTED;
type NameOf<Line> = Line extends `${infer Name} ${string}` ? Name : Line;

const LOADERS: { readonly [Line in Usage as NameOf<Line>]: () => Promise<FillCommand | readonly FillCommand[]> } = {
  demo: async () => (await import('./demo.ts')).registerDemoCommand,
  serve: async () => (await import('./serve.ts')).registerServe,
  migrate: async () => (await import('./serve.ts')).registerMigrate,
  init: async () => (await import('./serve.ts')).registerInit,
  doctor: async () => (await import('../modules/operate/commands/doctor.ts')).registerDoctorCommand,
  community: async () => (await import('./commands/community.ts')).COMMUNITY_COMMANDS,
  api: async () => (await import('./commands/community.ts')).registerApiSwitches,
  admin: async () => (await import('../modules/office/commands/admin.ts')).ADMIN_COMMANDS,
  member: async () => {
    const { MEMBER_COMMANDS, FURTHER_MEMBER_COMMANDS } = await import('../modules/members/commands/member.ts');
    const { MEMBER_ACCESS_COMMANDS } = await import('../modules/members-pages/commands/member-access.ts');
    const { PAYMENT_SLIP_COMMANDS } = await import('../modules/paper/commands/payment-slips.ts');
    return [MEMBER_COMMANDS, MEMBER_ACCESS_COMMANDS, FURTHER_MEMBER_COMMANDS, PAYMENT_SLIP_COMMANDS].flat();
  },
  listing: async () => (await import('../modules/members/commands/listing.ts')).LISTING_COMMANDS,
  partner: async () => (await import('../modules/partners/commands/partner.ts')).PARTNER_COMMANDS,
  webhook: async () => (await import('../modules/partners/commands/webhook.ts')).WEBHOOK_COMMANDS,
  account: async () => (await import('../modules/members/commands/account.ts')).ACCOUNT_COMMANDS,
  exchange: async () => (await import('../modules/members/commands/exchange.ts')).EXCHANGE_COMMANDS,
  deputy: async () => (await import('../modules/members-pages/commands/deputy.ts')).DEPUTY_COMMANDS,
  proposal: async () => (await import('../modules/members-pages/commands/proposal.ts')).PROPOSAL_COMMANDS,
  statement: async () => (await import('../modules/partners/commands/statement.ts')).registerStatementCommand,
  reconcile: async () => (await import('../modules/bank/commands/reconcile.ts')).registerReconcileCommand,
  inbox: async () => (await import('../modules/bank/commands/inbox.ts')).INBOX_COMMANDS,
  import: async () => (await import('../modules/moving/commands/import.ts')).registerImportCommand,
  'move-in': async () => (await import('../modules/moving/commands/move-in.ts')).registerMoveInCommand,
  'move-out': async () => (await import('../modules/moving/commands/move-out.ts')).registerMoveOutCommand,
  ledger: async () => (await import('../modules/operate/commands/ledger.ts')).registerLedgerCommands,
  audit: async () => (await import('../modules/office/commands/audit.ts')).registerAuditList,
  call: async () => (await import('../console/desk/commands/call.ts')).registerCall,
  backup: async () => (await import('../modules/operate/commands/backup.ts')).registerBackup,
  restore: async () => (await import('../modules/operate/commands/backup.ts')).registerRestore,
  move: async () => (await import('../modules/operate/commands/backup.ts')).registerMove,
  'secret-key': async () => (await import('../modules/operate/commands/secret-key.ts')).registerSecretKeyCommands,
  openapi: async () => (await import('./documents.ts')).registerOpenapi,
  settings: async () => (await import('./documents.ts')).registerSettings,
  version: async () => (await import('./documents.ts')).registerVersion,
};

export interface ListedCommand {
  /** As the help shows it: `statement [options] <date>`. */
  readonly usage: string;
  readonly name: keyof typeof LOADERS;
  readonly description: string;
  readonly load: () => Promise<readonly FillCommand[]>;
}

export const COMMANDS: readonly ListedCommand[] = Object.entries(LISTED).map(([usage, description]) => {
  const name = usage.split(' ', 1).join() as keyof typeof LOADERS;
  return { usage, name, description, load: async () => [await LOADERS[name]()].flat() };
});
