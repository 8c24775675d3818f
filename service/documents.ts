/** Commands that only print what is known without an installation, and soon. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CommandContext, report, reportList, table } from '../console/desk/commands/context.ts';
import { SETTINGS } from '../core/base/settings.ts';
import { serviceBuild } from '../core/base/version.ts';
import { embeddedVersion } from '../core/database/embedded-version.ts';

export function printVersion(context: CommandContext): void {
  // Alone: what else is set may be wrong, and the version is asked for all the same.
  const { EMBEDDED_POSTGRES_BIN } = context.env;
  const own = EMBEDDED_POSTGRES_BIN ? resolve(EMBEDDED_POSTGRES_BIN) : undefined;
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

export function registerOpenapi(command: Command, context: CommandContext): void {
  command
    .option('--3.0', 'in OpenAPI 3.0.3, for older tools: without the webhooks')
    .option('--json', 'print JSON, as it does anyway')
    .action(async (options: Readonly<Record<string, boolean | undefined>>) => {
      const { asOpenApi30, openApiDocument } = await import('@timebank/contract');
      const document = openApiDocument();
      context.print(JSON.stringify(options['3.0'] ? asOpenApi30(document) : document, null, 2));
    });
}

export function registerSettings(command: Command, context: CommandContext): void {
  command.option('--json', 'print JSON').action((options: { json?: boolean }) => {
    const rows = SETTINGS.map(({ name, defaultText, description }) => ({ name, default: defaultText, description }));
    reportList(context, options.json, rows, (shown) =>
      table(
        ['setting', 'default', 'meaning'],
        shown.map((row) => [row.name, row.default, row.description]),
      ),
    );
  });
}

export function registerVersion(command: Command, context: CommandContext): void {
  command.option('--json', 'print JSON').action(() => printVersion(context));
}
