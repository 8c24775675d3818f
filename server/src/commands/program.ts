/** All commands in one table: what is run, explained, completed and printed in the manual. */
import { asOpenApi30, openApiDocument } from '@timebank/contract';
import { Command, CommanderError } from 'commander';
import { serviceVersion } from '../api/front/frame.ts';
import { SETTINGS } from '../platform/base/config.ts';
import { embeddedVersion } from '../platform/database/embedded-binaries.ts';
import { registerAccountCommands } from './account.ts';
import { registerAdminCommands } from './admin.ts';
import { registerAuditCommands } from './audit.ts';
import { registerCommunityCommands } from './community.ts';
import { registerCompletionCommand } from './completion.ts';
import { type CommandContext, report, table } from './context.ts';
import { registerDemoCommand } from './demo.ts';
import { registerExchangeCommands } from './exchange.ts';
import { addHelp } from './help.ts';
import { registerImportCommand } from './import.ts';
import { registerLedgerCommands } from './ledger.ts';
import { registerListingCommands } from './listing.ts';
import { registerMemberCommands } from './member.ts';
import { registerPartnerCommands } from './partner.ts';
import { registerReconcileCommand } from './reconcile.ts';
import { registerSecretKeyCommands } from './secret-key.ts';
import { registerServeCommands } from './serve.ts';
import { registerStatementCommand } from './statement.ts';
import { registerWebhookCommands } from './webhook.ts';

/** In the order of the help text. */
const REGISTER: readonly ((program: Command, context: CommandContext) => void)[] = [
  registerDemoCommand,
  registerServeCommands,
  registerCommunityCommands,
  registerAdminCommands,
  registerMemberCommands,
  registerListingCommands,
  registerPartnerCommands,
  registerWebhookCommands,
  registerAccountCommands,
  registerExchangeCommands,
  registerStatementCommand,
  registerReconcileCommand,
  registerImportCommand,
  registerLedgerCommands,
  registerAuditCommands,
  registerSecretKeyCommands,
  registerDocumentCommands,
  registerCompletionCommand,
];

export function buildProgram(context: CommandContext): Command {
  const program = new Command('timebank')
    .description('A self-hosted time bank with a partner API.')
    .configureOutput({
      writeOut: (text) => context.print(text.replace(/\n$/, '')),
      // With --json, the failure is told once it has ended the command.
      writeErr: context.json ? () => {} : context.note,
    })
    .showHelpAfterError('(run timebank help for all commands, timebank help <command> for one)')
    .exitOverride()
    .option('-V, --version', 'print the versions of the service, Node and the PostgreSQL inside')
    .on('option:version', () => {
      printVersion(context);
      throw new CommanderError(0, 'commander.version', '');
    })
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 failed, 2 the command line is wrong (reconcile: see its help).
With --json, results go to standard output and failures to standard error, both as JSON.`,
    );
  for (const register of REGISTER) register(program, context);
  addHelp(program);
  return program;
}

function printVersion(context: CommandContext): void {
  const value = { version: serviceVersion(), node: process.versions.node, postgresql: embeddedVersion() ?? null };
  report(context, context.json, value, [
    `timebank ${value.version}`,
    `Node ${value.node}`,
    `PostgreSQL ${value.postgresql ?? 'only by DATABASE_URL: none inside for this system'}`,
  ]);
}

function registerDocumentCommands(program: Command, context: CommandContext): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of the partner API')
    .option('--3.0', 'in OpenAPI 3.0.3, for older tools: without the webhooks')
    .action((options: Readonly<Record<string, boolean | undefined>>) => {
      const document = openApiDocument();
      context.print(JSON.stringify(options['3.0'] ? asOpenApi30(document) : document, null, 2));
    });
  program
    .command('settings')
    .description('list the environment variables that configure the service')
    .action(() => {
      const rows = SETTINGS.map((setting) => [setting.name, setting.defaultText, setting.description]);
      for (const line of table(['setting', 'default', 'meaning'], rows)) context.print(line);
    });
}
