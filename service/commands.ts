/** The commands, in the order of the help text: their lines in it, and where each is. Only what is called is loaded. */
import type { Command } from 'commander';
import type { CommandContext } from '../console/desk/commands/context.ts';

/** Gives a command its options and what it does, or a group its commands. */
export type FillCommand = (command: Command, context: CommandContext) => void;

export interface ListedCommand {
  /** As the help shows it: `statement [options] <date>`. */
  readonly usage: string;
  readonly description: string;
  readonly load: () => Promise<readonly FillCommand[]>;
}

const listed = (usage: string, description: string, load: ListedCommand['load']): ListedCommand => ({
  ...{ usage, description, load },
});

export const COMMANDS: readonly ListedCommand[] = [
  listed('demo [options]', 'run the service with a sample community and print ready-made curl commands', async () => [
    (await import('./demo.ts')).registerDemoCommand,
  ]),
  listed('serve [options]', 'run the service (for its settings, see: timebank settings)', async () => [
    (await import('./serve.ts')).registerServe,
  ]),
  listed('migrate [options]', 'update the database schema, or create it on an empty server, then exit', async () => [
    (await import('./serve.ts')).registerMigrate,
  ]),
  listed(
    'init [options]',
    'make a new installation: its data folder, or the tables on an empty server; then exit',
    async () => [(await import('./serve.ts')).registerInit],
  ),
  listed(
    'doctor [options]',
    'say what is wrong with this installation and what to do; exit code 1 if there is a problem',
    async () => [(await import('../modules/operate/commands/doctor.ts')).registerDoctorCommand],
  ),
  listed(
    'community',
    'create, list and change communities',
    async () => (await import('./commands/community.ts')).COMMUNITY_COMMANDS,
  ),
  listed('api', 'switch the partner API off and on (kill switch)', async () => [
    (await import('./commands/community.ts')).registerApiSwitches,
  ]),
  listed(
    'admin',
    'manage the administrators of communities',
    async () => (await import('../modules/office/commands/admin.ts')).ADMIN_COMMANDS,
  ),
  listed('member', 'find, add, change and erase members', async () => {
    const { MEMBER_COMMANDS, FURTHER_MEMBER_COMMANDS } = await import('../modules/members/commands/member.ts');
    const { MEMBER_ACCESS_COMMANDS } = await import('../modules/members-pages/commands/member-access.ts');
    const { PAYMENT_SLIP_COMMANDS } = await import('../modules/paper/commands/payment-slips.ts');
    return [MEMBER_COMMANDS, MEMBER_ACCESS_COMMANDS, FURTHER_MEMBER_COMMANDS, PAYMENT_SLIP_COMMANDS].flat();
  }),
  listed(
    'listing',
    'find, add, change, hold and close listings',
    async () => (await import('../modules/members/commands/listing.ts')).LISTING_COMMANDS,
  ),
  listed(
    'partner',
    'provision partners and their credentials',
    async () => (await import('../modules/partners/commands/partner.ts')).PARTNER_COMMANDS,
  ),
  listed(
    'webhook',
    "partners' subscriptions to events, and their deliveries",
    async () => (await import('../modules/partners/commands/webhook.ts')).WEBHOOK_COMMANDS,
  ),
  listed(
    'account',
    'accounts of organisations and the community fund, and limits',
    async () => (await import('../modules/members/commands/account.ts')).ACCOUNT_COMMANDS,
  ),
  listed(
    'exchange',
    'record, correct and list exchanges between accounts',
    async () => (await import('../modules/members/commands/exchange.ts')).EXCHANGE_COMMANDS,
  ),
  listed(
    'deputy',
    "list, appoint and end those who act for a member on the members' pages",
    async () => (await import('../modules/members-pages/commands/deputy.ts')).DEPUTY_COMMANDS,
  ),
  listed(
    'proposal',
    'list and settle hours that members record and others confirm',
    async () => (await import('../modules/members-pages/commands/proposal.ts')).PROPOSAL_COMMANDS,
  ),
  listed(
    'statement [options] <date>',
    "print a partner's statement for a UTC day: opening, credits, reversals, closing, and every booking",
    async () => [(await import('../modules/partners/commands/statement.ts')).registerStatementCommand],
  ),
  listed(
    'reconcile [options] <file>',
    "compare a bank's statement (camt, MT940, OFX, CSV and others, also in a zip archive) with a partner's open items, and store the report and which of them it explains; exit code 0 if everything matches or is explained, 1 for differences or open items, 2 for any failure",
    async () => [(await import('../modules/bank/commands/reconcile.ts')).registerReconcileCommand],
  ),
  listed(
    'inbox',
    "what moved on the community's bank accounts, by the bank's files",
    async () => (await import('../modules/bank/commands/inbox.ts')).INBOX_COMMANDS,
  ),
  listed('import', 'import CSV files; importing a file again changes nothing', async () => [
    (await import('../modules/moving/commands/import.ts')).registerImportCommand,
  ]),
  listed(
    'move-in [options] [folder or zip]',
    'move in from another system: members with their balances, listings and past exchanges, all or nothing',
    async () => [(await import('../modules/moving/commands/move-in.ts')).registerMoveInCommand],
  ),
  listed(
    'move-out [options] <file.zip>',
    'write members with balances, listings and exchanges into one documented archive that people can read',
    async () => [(await import('../modules/moving/commands/move-out.ts')).registerMoveOutCommand],
  ),
  listed('ledger', 'check and export the ledger', async () => [
    (await import('../modules/operate/commands/ledger.ts')).registerLedgerCommands,
  ]),
  listed('audit', 'read the audit log', async () => [
    (await import('../modules/office/commands/audit.ts')).registerAuditList,
  ]),
  listed(
    'call [options] [operation]',
    'do any operation of the console on a community, by its id, or list them all',
    async () => [(await import('../console/desk/commands/call.ts')).registerCall],
  ),
  listed('backup [options] <file>', 'write everything to one file, while the service is running', async () => [
    (await import('../modules/operate/commands/backup.ts')).registerBackup,
  ]),
  listed(
    'restore [options] <file>',
    'restore a backup into an empty DATA_DIR or DATABASE_URL, and verify the ledger',
    async () => [(await import('../modules/operate/commands/backup.ts')).registerRestore],
  ),
  listed('move [options]', 'move everything to another database; stop the service first', async () => [
    (await import('../modules/operate/commands/backup.ts')).registerMove,
  ]),
  listed('secret-key', 'manage the key that encrypts webhook secrets and one-time-code secrets', async () => [
    (await import('../modules/operate/commands/secret-key.ts')).registerSecretKeyCommands,
  ]),
  listed('openapi [options]', 'print the OpenAPI document of the partner API', async () => [
    (await import('./documents.ts')).registerOpenapi,
  ]),
  listed('settings [options]', 'list the environment variables that configure the service', async () => [
    (await import('./documents.ts')).registerSettings,
  ]),
  listed(
    'version [options]',
    'print the versions of the service, Node and the embedded PostgreSQL, as --version does',
    async () => [(await import('./documents.ts')).registerVersion],
  ),
];
