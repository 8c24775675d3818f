/** `timebank reconcile <file>`: compares a bank's statement with a partner's credits. */
import { basename } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { COMMAND_LINE, type CommandContext, harmless, report } from '../../../console/desk/commands/context.ts';
import { tellFailure } from '../../../console/desk/commands/failure.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { addSigned, parseSigned, writeSigned } from '../../../core/base/decimal.ts';
import { openNamedFile } from '../../../core/base/files.ts';
import { DAY_MS, dayOf } from '../../../core/base/time.ts';
import { findPartnerByClientId } from '../../../core/partners/provision.ts';
import type { BankAnswers, BankProof } from '../../bank-files/types.ts';
import { reconcile, type StatementComparison } from '../domain/reconcile/reconcile.ts';
import {
  differencesIn,
  leftIn,
  type Matches,
  membersDiffer,
  type ReportedCredit,
  type ReportedEntry,
} from '../domain/reconcile/report.ts';
import type { NotUnderstoodEntry } from '../domain/reconcile/types.ts';

interface Options {
  readonly partner: string;
  readonly allowOpen: number;
  readonly json?: boolean;
  readonly answer: BankAnswers;
}

const EXIT_DIFFERENCES = 1;
const EXIT_UNUSABLE = 2;
const ALLOW_OPEN_DAYS_MAX = 366;
const TITLES = {
  amount_differs: 'The amount differs',
  // What is not compared does not differ: nobody need reverse it.
  not_compared:
    'Not compared, since no rate is agreed for the currency (the credit may be right: set the rate, compare again)',
  on_statement_not_credited: 'On the statement, not credited',
  credited_not_on_statement: 'Credited, not on any statement',
  reversed_without_return: 'Reversed, no return on any statement',
  returned_without_reversal: 'Returned, not reversed',
  returned_without_credit: 'Returned, no credit found',
  unusable_reference: 'The reference does not identify a transfer',
  case_differs: 'The reference differs only in case',
  not_understood: 'Not understood',
  waiting_for_statement: "Booked after the bank's last day, waiting for a later statement",
  returned_uncredited: 'Paid and returned, never credited (nothing to do)',
  corrected: 'Corrected by another credit (nothing to do)',
  no_payment_reference: 'No payment reference of a member found, so the recipient was not checked',
} as const satisfies Partial<Record<keyof Matches, string>>;
const UNREADABLE = {
  line: 'its quotation marks are not balanced',
  status: 'it does not say whether it is booked',
  direction: 'it is neither a credit nor a debit',
  returned: 'it does not say whether it was returned',
  amount: 'no readable amount',
  currency: 'no currency',
  booked_on: 'no readable date',
} as const satisfies Record<NotUnderstoodEntry['what'], string>;

const PROOFS = {
  balance: 'closing balance',
  running_balance: 'running balance',
  count: 'number of entries',
  sum: 'sum',
  page: 'pages',
  sequence: 'opening balance after the statement before',
  records: 'records',
  details: 'number of details',
  details_sum: 'sum of the details',
  copy: 'copy',
} as const satisfies Record<BankProof['kind'], string>;

export function registerReconcileCommand(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'as the bank hands it out: camt.052, .053, .054, MT940, MT942, Norma 43, OFX, CSV, …')
    .requiredOption('--partner <client id>', 'the partner')
    .option('--allow-open <days>', 'items booked less than this many days ago may stay open', dayCount, 0)
    .option(
      '--answer <key=value>',
      'to a question that the file leaves open, such as dates=dmy; may be repeated',
      answerTo,
      {},
    )
    .option('--json', 'print JSON')
    .action(async (file: string, options: Options) => {
      try {
        const chunks = await openNamedFile("the bank's statement", file);
        const { result, at } = await withDatabase(context, 'reconcile', async (tools) => {
          const { communityId, id } = await findPartnerByClientId(tools.database, options.partner);
          const act = { communityId, partnerId: id, actor: COMMAND_LINE };
          const statement = { name: basename(file), chunks, answers: options.answer };
          return { result: await reconcile(tools, act, statement), at: tools.clock.now() };
        });
        const allowed = allowedOpen(result, options.allowOpen, at);
        const open = { days: options.allowOpen, count: allowed };
        report(context, options.json, { ...result, allowed_open: open }, describe(result, open));
        if (!isPassed(result, allowed)) context.fail(EXIT_DIFFERENCES);
      } catch (error) {
        tellFailure(context, error);
        // 1 means differences, so no failure may end with it.
        context.fail(EXIT_UNUSABLE);
      }
    });
}

/**
 * How many open items are young enough, those apart that a person has explained. Hours that were reversed although the
 * money is there never are.
 */
function allowedOpen({ matches, explained }: StatementComparison, days: number, at: Date): number {
  const today = Date.parse(dayOf(at));
  const credits = new Set(explained.flatMap(({ transfer, credit_id }) => (transfer === 'credit' ? credit_id : [])));
  const young = (item: ReportedCredit) => {
    const bookedOn = item.kind === 'credit' ? item.booked_on : item.reversed_on;
    return (
      today - Date.parse(bookedOn ?? '') < days * DAY_MS && !(item.kind === 'credit' && credits.has(item.credit_id))
    );
  };
  return [...matches.credited_not_on_statement, ...matches.waiting_for_statement].filter(young).length;
}

function isPassed({ all_matched, counts, explained }: StatementComparison, allowed: number): boolean {
  return all_matched || differencesIn(counts) + leftIn(counts) === allowed + explained.length;
}

function describe(result: StatementComparison, allowed: { readonly days: number; readonly count: number }): string[] {
  const { matches, counts, days, match_by, all_matched, explained } = result;
  const lines: string[] = [];
  for (const [name, title] of Object.entries(TITLES)) {
    const items: readonly (ReportedEntry | ReportedCredit | NotUnderstoodEntry)[] =
      matches[name as keyof typeof TITLES];
    if (items.length > 0) lines.push(`${title}: ${items.length}`, ...items.map((item) => `  ${lineOf(item)}`));
  }
  const others = membersDiffer(matches);
  if (others.length > 0) lines.push(`Credited to a member other than the one the payer named: ${others.length}`);
  lines.push(...others.map((entry) => `  ${lineOf(entry)}`));
  lines.push(...proofLines(matches), ...otherLines(matches));
  const period = !days ? 'no day' : days.from === days.to ? days.from : `${days.from} to ${days.to}`;
  const by = match_by === 'entry_reference' ? 'entry reference' : 'end-to-end id';
  lines.push(
    `${counts.matched} payments matched by ${by}, ${counts.returned} returns matched with reversals (period of the statement: ${period}).`,
  );
  if (counts.matched_without_rate > 0) {
    lines.push(
      `Of these, matched by the money alone, since no rate is agreed and the hours are not compared: ${counts.matched_without_rate}.`,
    );
  }
  if (allowed.count > 0) {
    lines.push(`Open items allowed by --allow-open (booked less than ${allowed.days} days ago): ${allowed.count}.`);
  }
  if (explained.length > 0) lines.push(`Differences that an administrator has explained: ${explained.length}.`);
  lines.push(all_matched ? 'All matched.' : 'Not all matched.');
  return lines;
}

function proofLines({ proof_fails }: Matches): string[] {
  if (proof_fails.length === 0) return [];
  const lines = proof_fails.map(({ proof, expected, found, account, statement, reference }) => {
    const of = [account, statement === null ? null : `statement ${statement}`, reference].filter(
      (part) => part !== null,
    );
    return harmless(
      `  ${PROOFS[proof]}: ${expected} in the file, ${found} by its entries${of.length ? ` (${of.join(', ')})` : ''}`,
    );
  });
  return [`The file's own figures do not hold: ${proof_fails.length}`, ...lines];
}

/** What is neither a payment nor the return of one, with its sum in each currency. */
function otherLines({ other_movements }: Matches): string[] {
  if (other_movements.length === 0) return [];
  const byCurrency = Map.groupBy(other_movements, ({ currency }) => currency);
  const sums = [...byCurrency].map(([currency, items]) => {
    const amounts = items.flatMap(({ amount }) => parseSigned(amount) ?? []);
    return `${writeSigned(addSigned(amounts))} ${currency}`;
  });
  const lines = other_movements.map(({ place, amount, currency, payer, account }) =>
    harmless(`  ${[`${place}: ${amount} ${currency}`, payer, account].filter((part) => part !== null).join(', ')}`),
  );
  return [
    `Other movements (fees, own transfers, other returns): ${other_movements.length}, ${sums.join(', ')}`,
    ...lines,
  ];
}

function lineOf(item: ReportedEntry | ReportedCredit | NotUnderstoodEntry): string {
  const text = 'what' in item ? unreadLine(item) : 'place' in item ? entryLine(item) : creditLine(item);
  return harmless(text);
}

function unreadLine({ place, what, amount, entry_amount, could_be_credit }: NotUnderstoodEntry): string {
  const parts = [
    `${place}: ${UNREADABLE[what]}`,
    ...(amount === null ? [] : [amount]),
    ...(entry_amount === null ? [] : [`${entry_amount} in the whole entry`]),
    could_be_credit ? 'it could be a payment' : 'clearly not a payment',
  ];
  return parts.join(', ');
}

function creditLine({ kind, reference, hours, name, credit_id, booked_on, ...item }: ReportedCredit): string {
  const back = item.reversed_on === null ? '' : `, reversed on ${item.reversed_on} as ${item.reversal_reference}`;
  const what = kind === 'credit' ? '' : 'reversal of ';
  return `${what}${reference}: ${hours} h to ${name} on ${booked_on}${back} (${credit_id})`;
}

function entryLine(item: ReportedEntry): string {
  const { place, reference, end_to_end_id, amount, currency, problem, named_member, credit, payer, account } = item;
  const parts = [
    `${place}: ${amount} ${currency}`,
    `reference ${reference ?? 'none'}`,
    ...(end_to_end_id === null ? [] : [`end-to-end ${end_to_end_id}`]),
    ...(payer === null ? [] : [payer]),
    ...(account === null ? [] : [`on ${account}`]),
    ...(credit ? [`credit ${credit.credit_id} to ${credit.name}`] : []),
    ...(named_member ? [`for ${named_member.name} (${named_member.payment_reference})`] : []),
    ...(problem === null ? [] : [problem]),
  ];
  return parts.join(', ');
}

function answerTo(text: string, before: BankAnswers): BankAnswers {
  const [, key, value] = /^([a-z]{1,20})=(.{1,100})$/.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError('It must be such as dates=dmy.');
  return { ...before, [key]: value };
}

function dayCount(text: string): number {
  const days = Number(text);
  if (!/^\d{1,3}$/.test(text) || days > ALLOW_OPEN_DAYS_MAX) {
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${ALLOW_OPEN_DAYS_MAX}.`);
  }
  return days;
}
