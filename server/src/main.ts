/** The `timebank` command. */
import { asOpenApi30, openApiDocument } from '@timebank/contract';
import { Command, CommanderError } from 'commander';
import { registerAccountCommands } from './commands/account.ts';
import { registerAdminCommands } from './commands/admin.ts';
import { registerCommunityCommands } from './commands/community.ts';
import { type CommandContext, processContext, table } from './commands/context.ts';
import { registerDemoCommand } from './commands/demo.ts';
import { registerExchangeCommands } from './commands/exchange.ts';
import { registerImportCommand } from './commands/import.ts';
import { registerLedgerCommands } from './commands/ledger.ts';
import { registerPartnerCommands } from './commands/partner.ts';
import { registerReconcileCommand } from './commands/reconcile.ts';
import { registerSecretKeyCommands } from './commands/secret-key.ts';
import { registerServeCommands } from './commands/serve.ts';
import { registerStatementCommand } from './commands/statement.ts';
import { registerWebhookCommands } from './commands/webhook.ts';
import { ConfigError, SETTINGS } from './platform/base/config.ts';
import { Refusal } from './platform/base/refusal.ts';
import { DatabaseUnavailable } from './platform/database/connection.ts';
import { DatabaseOpenError, explainDatabaseError } from './platform/database/open-error.ts';

/** All commands, in the order of the help text. */
function buildProgram(context: CommandContext): Command {
  const program = new Command('timebank')
    .description('A self-hosted time bank with a partner API.')
    .showHelpAfterError('(run timebank <command> --help for details)')
    .exitOverride();
  registerDemoCommand(program, context);
  registerServeCommands(program, context);
  registerCommunityCommands(program, context);
  registerAdminCommands(program, context);
  registerPartnerCommands(program, context);
  registerWebhookCommands(program, context);
  registerAccountCommands(program, context);
  registerExchangeCommands(program, context);
  registerStatementCommand(program, context);
  registerReconcileCommand(program, context);
  registerImportCommand(program, context);
  registerLedgerCommands(program, context);
  registerSecretKeyCommands(program, context);
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
  return program;
}

/** Expected failures are one sentence; anything else is a fault and shows its stack. */
function explain(error: unknown): string {
  if (error instanceof Refusal) {
    const fields = (error.fields ?? []).map(({ message }) => message).filter((message) => message !== error.message);
    return [error.message, ...fields].join('\n');
  }
  if (error instanceof ConfigError || error instanceof DatabaseOpenError) return error.message;
  const sentence = explainDatabaseError(error);
  if (sentence !== undefined) return sentence;
  if (error instanceof DatabaseUnavailable) return `The database does not respond (${error.message}).`;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return 'The port is already in use: set PORT to a free one (PORT=0 picks one).';
  }
  if (error instanceof Error && 'code' in error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const context = processContext(process.env);
try {
  await buildProgram(context).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
  } else {
    context.note(`timebank: ${explain(error)}\n`);
    process.exitCode = 1;
  }
}
