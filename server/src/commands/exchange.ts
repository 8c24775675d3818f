/** `timebank exchange …`: help between members, recorded and corrected by the office. */
import { hoursFromSeconds } from '@timebank/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { reverseExchange } from '../domain/exchanges/correct.ts';
import { readExchanges } from '../domain/exchanges/list.ts';
import { postExchange } from '../domain/exchanges/record.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { COMMAND_LINE, type CommandContext, report, table, withDatabase } from './context.ts';
import { reportList } from './lists.ts';

interface Options {
  readonly community?: string;
  readonly json?: boolean;
}

interface RecordOptions extends Options {
  readonly provider: string;
  readonly receiver: string;
  readonly time: string;
  readonly date: string;
  readonly listing?: string;
  readonly note?: string;
}

const LISTED_MAX = 1000;

export function registerExchangeCommands(program: Command, context: CommandContext): void {
  const exchange = program.command('exchange').description('record, correct and list exchanges between accounts');

  exchange
    .command('record')
    .description(
      'book an exchange from the receiver to the provider; accounts: usr_ id, external id, organisation, or chest (the community fund)',
    )
    .option(...COMMUNITY_OPTION)
    .requiredOption('--provider <account>', 'who helped')
    .requiredOption('--receiver <account>', 'who was helped')
    .requiredOption('--time <time>', '1:30, 1.5, 1,5 or "90 min"')
    .requiredOption('--date <day>', 'the day the help was given, such as 2026-05-31')
    .option('--listing <listing>', 'lst_ id or external id of the listing that led to it')
    .option('--note <text>', 'at most 500 characters')
    .option('--json', 'print JSON')
    .action(async (options: RecordOptions) => {
      const transfer = await withDatabase(context, 'exchange record', async ({ database, clock }) => {
        const { id } = await communityOf(database, options.community);
        const { provider, receiver, time, listing = null, note = null } = options;
        const parties = { communityId: id, provider, receiver, recordedBy: COMMAND_LINE };
        return postExchange(database, clock, { ...parties, time, serviceDate: options.date, listing, note });
      });
      const hours = hoursFromSeconds(transfer.amountSeconds);
      report(context, options.json, { exchange_id: transfer.id, hours, booked_on: transfer.bookedOn }, [
        `${hours} h booked from ${options.receiver} to ${options.provider}. To reverse it:`,
        `timebank exchange correct ${transfer.id}${options.community === undefined ? '' : ` --community ${options.community}`} --reason "..."`,
      ]);
    });

  exchange
    .command('correct')
    .description('reverse an exchange, once; then record it again correctly')
    .argument('<exchange id>')
    .option(...COMMUNITY_OPTION)
    .requiredOption('--reason <text>', 'the reason, at most 500 characters')
    .option('--json', 'print JSON')
    .action(async (exchangeId: string, options: Options & { reason: string }) => {
      const transfer = await withDatabase(context, 'exchange correct', async ({ database, clock }) => {
        const { id } = await communityOf(database, options.community);
        const { reason } = options;
        return reverseExchange(database, clock, { communityId: id, exchangeId, reason, recordedBy: COMMAND_LINE });
      });
      const hours = hoursFromSeconds(transfer.amountSeconds);
      report(context, options.json, { exchange_id: exchangeId, correction_id: transfer.id, hours }, [
        `${hours} h reversed.`,
      ]);
    });

  exchange
    .command('list')
    .description('list the latest exchanges, newest first')
    .option(...COMMUNITY_OPTION)
    .option('--limit <number>', 'how many to list', limit, 50)
    .option('--json', 'print JSON')
    .action(async (options: Options & { limit: number }) => {
      const rows = await withDatabase(context, 'exchange list', async ({ database }) =>
        readExchanges(database, (await communityOf(database, options.community)).id, options.limit + 1),
      );
      const cellsOf = (row: (typeof rows)[number]) => [
        row.service_date,
        `${row.hours} h`,
        `${row.receiver} -> ${row.provider}`,
        row.corrected_at === null ? '' : 'corrected',
        row.exchange_id,
      ];
      const header = ['day', 'time', 'receiver -> provider', '', 'id'];
      reportList(context, options.json, rows, (shown) => table(header, shown.map(cellsOf)), options.limit);
    });
}

function limit(text: string): number {
  const number = Number(text);
  if (!/^\d{1,4}$/.test(text) || number < 1 || number > LISTED_MAX) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${LISTED_MAX}.`);
  }
  return number;
}
