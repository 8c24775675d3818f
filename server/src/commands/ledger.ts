/** `timebank ledger verify` */
import type { Command } from 'commander';
import { verifyLedger } from '../ledger/invariants.ts';
import { type CommandContext, report, withDatabase } from './context.ts';

export function registerLedgerCommands(program: Command, context: CommandContext): void {
  program
    .command('ledger')
    .description('check the ledger')
    .command('verify')
    .description('check every invariant in one snapshot, also of a running service; exit code 1 if one is broken')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const result = await withDatabase(context, 'ledger verify', ({ database, clock }) =>
        verifyLedger(database, clock),
      );
      const lines = result.invariants.flatMap((invariant) => [
        `${invariant.holds ? 'holds ' : 'BROKEN'}  ${invariant.id}  ${invariant.rule}`,
        ...invariant.offenders.map(
          ({ community_id, subject, problem }) => `          community ${community_id ?? '-'}: ${subject}: ${problem}`,
        ),
      ]);
      const counts = `${result.transfers} transfers, ${result.accounts} accounts, ${result.events} events of transfers`;
      lines.push(result.holds ? `The ledger holds: ${counts}.` : `THE LEDGER IS BROKEN: ${counts}.`);
      report(context, options.json, result, lines);
      if (!result.holds) context.fail(1);
    });
}
