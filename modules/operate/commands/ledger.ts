/** `timebank ledger verify|export` */
import { type Command, Option } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import { type CommandContext, report } from '../../../console/desk/commands/context.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { noteVerification } from '../domain/ledger/check.ts';
import { EXPORT_FORMATS, type ExportFormat, exportLedger } from '../domain/ledger/export.ts';
import { verifyLedger } from '../domain/ledger/invariants.ts';

export function registerLedgerCommands(ledger: Command, context: CommandContext): void {
  ledger
    .command('export')
    .description('write the journal of a community to standard output, as CSV or for hledger')
    .option(...COMMUNITY_OPTION)
    .addOption(new Option('--format <format>', 'csv or hledger').choices(EXPORT_FORMATS).default('csv'))
    .action(async (options: { community?: string; format: ExportFormat }) => {
      await withDatabase(context, 'ledger export', async ({ database }) => {
        const { id } = await communityOf(database, options.community);
        await exportLedger(database, id, options.format, context.write);
      });
    });

  ledger
    .command('verify')
    .description(
      'check every invariant on one snapshot, even while the service is running; exit code 1 if one is violated',
    )
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const result = await withDatabase(context, 'ledger verify', async ({ database, clock }) => {
        const verifiedAt = clock.now();
        const report = await verifyLedger(database, clock);
        // A standby takes no writes, and can be verified all the same.
        await noteVerification(database, verifiedAt, report).catch((error: Error) =>
          context.note(`The result was not stored, so the metrics do not show it: ${error.message}\n`),
        );
        return report;
      });
      const lines = result.invariants.flatMap((invariant) => [
        `${invariant.holds ? 'holds ' : 'BROKEN'}  ${invariant.id}  ${invariant.rule}`,
        ...invariant.offenders.map(
          ({ communityId, subject, problem }) => `          community ${communityId ?? '-'}: ${subject}: ${problem}`,
        ),
      ]);
      const counts = `${result.transfers} transfers, ${result.accounts} accounts, ${result.events} transfer events`;
      lines.push(result.holds ? `The ledger holds: ${counts}.` : `THE LEDGER IS BROKEN: ${counts}.`);
      report(context, options.json, result, lines);
      if (!result.holds) context.fail(1);
    });
}
