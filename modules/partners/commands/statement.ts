/** `timebank statement <date>`: a partner's statement of one day for the office, with every booking. */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import { csvFile } from '@timebank/contract/csv';
import { type Command, Option } from 'commander';
import { type CommandContext, report, table } from '../../../console/desk/commands/context.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { FIRST_ID } from '../../../core/database/keyset.ts';
import type { Database } from '../../../core/database/query.ts';
import { findPartnerByClientId } from '../../../core/partners/provision.ts';
import { type StatementLineRow, selectStatementLines } from '../../../core/statements/queries.ts';
import { readStatement } from '../../../core/statements/read-statement.ts';
import { cautionAfter, findNewestRow } from '../../operate/domain/installation/newest-rows.ts';

interface Options {
  readonly partner: string;
  readonly csv?: boolean;
  readonly json?: boolean;
}

const PAGE = 5000;
const COLUMNS = ['created_at', 'kind', 'hours', 'reference', 'text', 'member', 'external_id', 'user_id', 'credit_id'];

export function registerStatementCommand(command: Command, context: CommandContext): void {
  command
    .argument('<date>', 'the day, such as 2026-05-31')
    .requiredOption('--partner <client id>', 'the partner')
    .option('--csv', 'print the bookings as CSV, for a spreadsheet')
    .addOption(new Option('--json', 'print JSON').conflicts('csv'))
    .action(async (date: string, options: Options) => {
      const { statement, lines } = await withDatabase(context, 'statement', async (tools) => {
        const { database, clock } = tools;
        const until = cautionAfter(await findNewestRow(database.reads), clock.now());
        const clockState = { fault: clock.fault, cautiousUntil: () => clock.cautiousUntil() ?? until };
        const { communityId, id } = await findPartnerByClientId(database, options.partner);
        const read = await readStatement({ ...tools, clockState }, communityId, id, date);
        return { statement: read, lines: await allLines(database, communityId, id, date) };
      });
      const values = lines.map(present);
      if (options.csv) {
        const rows = values.map((line) => COLUMNS.map((column) => line[column as keyof typeof line]));
        context.print(csvFile([COLUMNS, ...rows]).replace(/\r\n$/, ''));
        return;
      }
      const { opening_hours, credits, reversals, closing_hours, status, hash, previous_hash } = statement;
      report(context, options.json, { ...statement, lines: values }, [
        ...table(
          ['time', 'kind', 'hours', 'reference', 'member'],
          values.map((line) => [
            line.created_at.slice(11, 19),
            line.kind,
            `${line.hours}`,
            line.reference,
            line.member,
          ]),
        ),
        '',
        `${date}, ${status}`,
        `opening    ${opening_hours} h`,
        `credits    ${credits.hours} h (${credits.count})`,
        `reversals  ${reversals.hours} h (${reversals.count})`,
        `closing    ${closing_hours} h`,
        ...(hash ? [`hash       ${hash}`, `previous   ${previous_hash}`] : []),
      ]);
    });
}

async function allLines(database: Database, communityId: number, partnerId: number, date: string) {
  const lines: StatementLineRow[] = [];
  for (;;) {
    const after = lines.at(-1)?.id ?? FIRST_ID;
    const page = await selectStatementLines(database.heavy, {
      communityId,
      partnerId,
      day: date,
      afterId: after,
      limit: PAGE,
    });
    lines.push(...page);
    if (page.length < PAGE) return lines;
  }
}

/** Reversals have negative hours, so that a column adds up to the day. */
function present(row: StatementLineRow) {
  return {
    created_at: row.createdAt.toISOString(),
    kind: row.kind === 'credit' ? 'credit' : 'reversal',
    hours: hoursFromSeconds(row.kind === 'credit' ? row.amountSeconds : -row.amountSeconds),
    reference: row.reference,
    text: row.text,
    member: row.name,
    external_id: row.externalId,
    user_id: encodeId('usr', row.memberId),
    credit_id: encodeId('crd', row.creditId),
  };
}
