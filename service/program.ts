/** All commands in one table: what is run, explained, completed and printed in the manual. */
import { asOpenApi30, openApiDocument } from '@timebank/contract';
import { Command, CommanderError } from 'commander';
import { type CommandContext, report, table } from '../console/desk/commands/context.ts';
import { withoutFarGuess } from '../console/desk/commands/guess.ts';
import { reportList } from '../console/desk/commands/lists.ts';
import { SETTINGS_FILE } from '../console/desk/commands/settings.ts';
import { readConfig } from '../core/base/config.ts';
import { SETTINGS } from '../core/base/settings.ts';
import { serviceBuild } from '../core/base/version.ts';
import { embeddedVersion } from '../core/database/embedded-binaries.ts';
import { registerInboxCommands } from '../modules/bank/commands/inbox.ts';
import { registerReconcileCommand } from '../modules/bank/commands/reconcile.ts';
import { registerAccountCommands } from '../modules/members/commands/account.ts';
import { registerExchangeCommands } from '../modules/members/commands/exchange.ts';
import { registerListingCommands } from '../modules/members/commands/listing.ts';
import { registerMemberCommands } from '../modules/members/commands/member.ts';
import { registerDeputyCommands } from '../modules/members-pages/commands/deputy.ts';
import { MEMBER_ACCESS_COMMANDS } from '../modules/members-pages/commands/member-access.ts';
import { registerProposalCommands } from '../modules/members-pages/commands/proposal.ts';
import { registerImportCommand } from '../modules/moving/commands/import.ts';
import { registerMoveInCommand } from '../modules/moving/commands/move-in.ts';
import { registerMoveOutCommand } from '../modules/moving/commands/move-out.ts';
import { registerAdminCommands } from '../modules/office/commands/admin.ts';
import { registerAuditCommands } from '../modules/office/commands/audit.ts';
import { registerBackupCommands } from '../modules/operate/commands/backup.ts';
import { registerDoctorCommand } from '../modules/operate/commands/doctor.ts';
import { registerLedgerCommands } from '../modules/operate/commands/ledger.ts';
import { registerSecretKeyCommands } from '../modules/operate/commands/secret-key.ts';
import { registerPaymentSlips } from '../modules/paper/commands/payment-slips.ts';
import { registerPartnerCommands } from '../modules/partners/commands/partner.ts';
import { registerStatementCommand } from '../modules/partners/commands/statement.ts';
import { registerWebhookCommands } from '../modules/partners/commands/webhook.ts';
import { registerCommunityCommands } from './commands/community.ts';
import { registerDemoCommand } from './demo.ts';
import { addHelp } from './help.ts';
import { registerServeCommands } from './serve.ts';

/** In the order of the help text. */
const REGISTER: readonly ((program: Command, context: CommandContext) => void)[] = [
  registerDemoCommand,
  registerServeCommands,
  registerDoctorCommand,
  registerCommunityCommands,
  registerAdminCommands,
  (program, context) => registerMemberCommands(program, context, MEMBER_ACCESS_COMMANDS),
  registerPaymentSlips,
  registerListingCommands,
  registerPartnerCommands,
  registerWebhookCommands,
  registerAccountCommands,
  registerExchangeCommands,
  registerDeputyCommands,
  registerProposalCommands,
  registerStatementCommand,
  registerReconcileCommand,
  registerInboxCommands,
  registerImportCommand,
  registerMoveInCommand,
  registerMoveOutCommand,
  registerLedgerCommands,
  registerAuditCommands,
  registerBackupCommands,
  registerSecretKeyCommands,
  registerDocumentCommands,
];

/** @param writeErr takes the message on a wrong command line */
export function buildProgram(context: CommandContext, writeErr: (text: string) => void = context.note): Command {
  const program = new Command('timebank')
    .description('A self-hosted time bank with a partner API.')
    .configureOutput({
      writeOut: (text) => context.print(text.replace(/\n$/, '')),
      writeErr,
      outputError: (text, write) => write(withoutFarGuess(text)),
    })
    .showHelpAfterError('(run timebank help for all commands, timebank help <command> for one)')
    .exitOverride()
    .option(
      '--env-file <file>',
      `read settings from this file (a release: ${SETTINGS_FILE}); the environment comes first`,
    )
    .option('-v, --version', 'print the versions of the service, Node and the embedded PostgreSQL')
    .on('option:version', () => {
      printVersion(context);
      throw new CommanderError(0, 'version', '');
    })
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 failed, 2 the command line is wrong (reconcile: see its help).
With --json, results go to standard output and failures to standard error, both as JSON.`,
    );
  for (const register of REGISTER) register(program, context);
  addHelp(program, context);
  return program;
}

/**
 * Runs the command line.
 * @throws CommanderError when it is wrong: without --json the message is already written
 */
export async function runProgram(context: CommandContext, args: readonly string[]): Promise<void> {
  let told = '';
  const note = (text: string) => {
    told += text;
  };
  try {
    await buildProgram(context, note).parseAsync(args[0] === '-V' ? ['--version'] : args, { from: 'user' });
  } catch (error) {
    const isMissing = error instanceof CommanderError && error.code === 'commander.missingMandatoryOptionValue';
    const slip = isMissing ? findSlip(context, args) : undefined;
    if (!context.json) context.note(slip?.told ?? told);
    throw slip?.error ?? error;
  }
}

/** `--comunity x` is an unknown option, although commander asks for the missing `--community` first. */
function findSlip(context: CommandContext, args: readonly string[]): { error: Error; told: string } | undefined {
  let told = '';
  const program = buildProgram(context, (text) => {
    told += text;
  });
  letPass(program);
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.unknownOption') return { error, told };
  }
  return undefined;
}

/** Nothing is required, and nothing is done. */
function letPass(command: Command): void {
  for (const option of command.options) option.makeOptionMandatory(false);
  if (command.commands.length === 0) command.action(() => {});
  for (const inside of command.commands) letPass(inside);
}

function printVersion(context: CommandContext): void {
  // Alone: what else is set may be wrong, and the version is asked for all the same.
  const { EMBEDDED_POSTGRES_BIN } = context.env;
  const own = readConfig({ EMBEDDED_POSTGRES_BIN }, 'production').embeddedPostgresBin;
  const value = {
    version: serviceBuild(),
    node: process.versions.node,
    postgresql: embeddedVersion(own) ?? null,
    postgresql_folder: own ?? null,
  };
  const inside = value.postgresql ?? 'only by DATABASE_URL: none inside for this system';
  const outside = value.postgresql
    ? `${value.postgresql} of ${own}`
    : `cannot be run in EMBEDDED_POSTGRES_BIN (${own})`;
  report(context, context.json, value, [
    `timebank ${value.version}`,
    `Node ${value.node}`,
    `PostgreSQL ${own === undefined ? inside : outside}`,
  ]);
}

function registerDocumentCommands(program: Command, context: CommandContext): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of the partner API')
    .option('--3.0', 'in OpenAPI 3.0.3, for older tools: without the webhooks')
    .option('--json', 'print JSON, as it does anyway')
    .action((options: Readonly<Record<string, boolean | undefined>>) => {
      const document = openApiDocument();
      context.print(JSON.stringify(options['3.0'] ? asOpenApi30(document) : document, null, 2));
    });
  program
    .command('settings')
    .description('list the environment variables that configure the service')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => {
      const rows = SETTINGS.map(({ name, defaultText, description }) => {
        return { name, default: defaultText, description };
      });
      reportList(context, options.json, rows, (shown) =>
        table(
          ['setting', 'default', 'meaning'],
          shown.map((row) => [row.name, row.default, row.description]),
        ),
      );
    });
  program
    .command('version')
    .description('print the versions of the service, Node and the embedded PostgreSQL, as --version does')
    .option('--json', 'print JSON')
    .action(() => printVersion(context));
}
