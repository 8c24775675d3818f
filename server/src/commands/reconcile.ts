/** `timebank reconcile <file>`: a bank's statement against a partner's credits. */
import { createReadStream } from 'node:fs';
import { isDay } from '@timebank/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { ConfigError } from '../config.ts';
import { DatabaseUnavailable } from '../database/connection.ts';
import { DatabaseOpenError } from '../database/open-error.ts';
import { findPartner } from '../partners/provision.ts';
import type { ReportedCredit, ReportedEntry } from '../reconcile/match.ts';
import { type Reconciliation, reconcile } from '../reconcile/reconcile.ts';
import { UnusableFile } from '../reconcile/types.ts';
import { Refusal } from '../refusal.ts';
import { type CommandContext, report, withDatabase } from './context.ts';

interface Options {
  readonly partner: string;
  readonly date?: string;
  readonly json?: boolean;
}

const EXIT_DIFFERENCES = 1;
const EXIT_UNUSABLE = 2;
const TITLES = {
  amount_differs: 'The amount differs',
  on_statement_not_credited: 'On the statement, not credited',
  credited_not_on_statement: 'Credited, not on the statement',
  returned_without_reversal: 'Returned, not reversed',
  unusable_reference: 'The reference names no transfer',
  case_differs: 'The reference differs only by case',
} as const;

export function registerReconcileCommand(program: Command, context: CommandContext): void {
  program
    .command('reconcile')
    .description(
      "compare a bank's statement (camt.053 XML or CSV) with a partner's credits; exit code 0 when all match, 1 with differences, 2 when the file is unusable",
    )
    .argument('<file>', 'camt.053.001 XML; or CSV: entry_reference, amount, currency, …')
    .requiredOption('--partner <client id>', 'whose credits')
    .option('--date <day>', 'compare with credits booked on this day instead of the days of the statement', day)
    .option('--json', 'print JSON')
    .action(async (file: string, options: Options) => {
      try {
        const result = await withDatabase(context, 'reconcile', async ({ database }) => {
          const { communityId, id } = await findPartner(database, options.partner);
          return reconcile(database, { communityId, partnerId: id }, createReadStream(file), options.date);
        });
        report(context, options.json, result, describe(result));
        if (!result.all_matched) context.fail(EXIT_DIFFERENCES);
      } catch (error) {
        // 1 means differences, so no failure may end with it.
        const expected = expectedMessage(error);
        if (options.json && expected) {
          context.print(JSON.stringify({ error: 'not_reconciled', message: expected }, null, 2));
        }
        context.note(`timebank: ${expected ?? (error as Error).stack}\n`);
        context.fail(EXIT_UNUSABLE);
      }
    });
}

function describe({ matches, counts, period, match_by }: Reconciliation): string[] {
  const lines: string[] = [];
  for (const [name, title] of Object.entries(TITLES)) {
    const items: readonly (ReportedEntry | ReportedCredit)[] = matches[name as keyof typeof TITLES];
    if (items.length === 0) continue;
    lines.push(`${title}: ${items.length}`, ...items.map((item) => `  ${lineOf(item)}`));
  }
  const others = [...matches.matched, ...matches.returned].filter((entry) => entry.member_differs);
  if (others.length > 0) lines.push(`Credited to another member than the payer named: ${others.length}`);
  lines.push(...others.map((entry) => `  ${lineOf(entry)}`));
  const days = period.from === period.to ? period.from : `${period.from} to ${period.to}`;
  const by = match_by === 'entry_reference' ? 'entry reference' : 'end-to-end id';
  lines.push(`${counts.matched} payments matched by ${by}, ${counts.returned} returns reversed (credits of ${days}).`);
  return lines;
}

function lineOf(item: ReportedEntry | ReportedCredit): string {
  if (!('place' in item)) return `${item.reference}: ${item.hours} h to ${item.name} (${item.credit_id})`;
  const { place, reference, end_to_end_id, amount, currency, problem, named_member, credit } = item;
  const parts = [
    `${place}: ${amount} ${currency}`,
    `reference ${reference ?? 'none'}`,
    ...(end_to_end_id === null ? [] : [`end-to-end ${end_to_end_id}`]),
    ...(credit ? [`credit ${credit.credit_id} to ${credit.name}`] : []),
    ...(named_member ? [`for ${named_member.name} (${named_member.payment_reference})`] : []),
    ...(problem === null ? [] : [problem]),
  ];
  return parts.join(', ').replaceAll(/\p{C}/gu, '\ufffd');
}

/** One sentence for failures that are no fault of this program. */
function expectedMessage(error: unknown): string | undefined {
  const known = [UnusableFile, Refusal, ConfigError, DatabaseOpenError, DatabaseUnavailable];
  if (error instanceof Error && (known.some((type) => error instanceof type) || 'syscall' in error))
    return error.message;
  return undefined;
}

function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('It must be a day such as 2026-05-31.');
  return text;
}
