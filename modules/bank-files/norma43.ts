/** Norma 43 (Cuaderno 43 of the AEB): fixed columns of 80 characters, the statement of Spanish banks. */

import { isDay } from '@timebank/contract';
import { spanishIban } from './iban.ts';
import {
  bankLine,
  daysOfLines,
  figureProof,
  proofsOfTotals,
  statedBalances,
  textsOf,
  turnoverOf,
  unprovable,
  unreadableLine,
} from './line.ts';
import { moneyOfMinor, sumMoney } from './money.ts';
import { bankText, fixedRecords } from './text-of.ts';
import { bankReferenceOf } from './texts.ts';
import {
  type BankAnswers,
  type BankFile,
  BankFileFault,
  type BankLine,
  type BankProof,
  type BankStatement,
} from './types.ts';
import { kindOfWords } from './words.ts';

const HEADER =
  /^11(?<bank>\d{4})(?<branch>\d{4})(?<number>\d{10})(?<from>\d{6})(?<to>\d{6})(?<sign>[12])(?<opening>\d{14})(?<currency>\d{3})/;
const MOVEMENT =
  /^22.{8}(?<booked>\d{6})(?<value>\d{6})(?<concept>\d{2})\d{3}(?<sign>[12])(?<amount>\d{14})(?<document>.{0,10})(?<first>.{0,12})(?<second>.{0,16})/;
const ORIGIN = /^24\d{2}(?<currency>\d{3})(?<amount>\d{14})/;
const FOOTER =
  /^33\d{18}(?<debits>\d{5})(?<debitSum>\d{14})(?<credits>\d{5})(?<creditSum>\d{14})(?<sign>[12])(?<closing>\d{14})/;
const END = /^88.{18}(?<records>\d{6})/;
/** Every currency is written with two decimals. */
const DECIMALS = 2;
/** Common concepts: returns and unpaid bills, stamps and brokerage, interest and commissions, corrections. */
const KINDS: Readonly<Record<string, BankLine['kind']>> = { 14: 'return', 16: 'fee', 17: 'fee', 98: 'return' };

interface Movement {
  readonly line: BankLine;
  readonly pieces: string[];
  readonly concept: string;
}

interface OpenAccount {
  readonly account: string;
  readonly currency: string | null;
  readonly opening: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly movements: Movement[];
  footer: Record<string, string> | undefined;
}

type Fields = Record<string, string>;
const fieldsOf = (pattern: RegExp, record: string) => pattern.exec(record)?.groups as Fields | undefined;
const day = (yymmdd: string) => {
  const written = `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;
  return isDay(written) ? written : null;
};
const signed = (sign: string | undefined, digits: string | undefined) =>
  moneyOfMinor(`${sign === '1' ? '-' : ''}${digits}`, DECIMALS);

/** Reads all accounts of the file. @throws BankFileFault */
export function readNorma43(file: string | Buffer, _answers: BankAnswers): BankFile {
  const notes: string[] = [];
  const records = fixedRecords(bankText(file), 80);
  const accounts: OpenAccount[] = [];
  let end: Fields | undefined;
  let counted = 0;
  for (const [at, record] of records.entries()) {
    if (record.trim() === '') continue;
    const type = record.slice(0, 2);
    if (type === '88') end = fieldsOf(END, record);
    else if (type !== '00') counted++;
    if (type === '11') accounts.push(openAccount(record, at + 1));
    else if (type !== '00' && type !== '88') addRecord(accounts.at(-1), type, record, `line ${at + 1}`);
  }
  if (accounts.length === 0) {
    throw new BankFileFault('not_a_statement', 'The file has no account (record 11) of a Norma 43 statement.');
  }
  const withStart = counted + records.filter((record) => record.startsWith('00')).length;
  const said = end?.records === undefined ? null : `${Number(end.records)}`;
  const found = said === `${withStart}` ? `${withStart}` : `${counted}`;
  const ending: BankProof = said === null ? { ...unprovable('records'), found } : figureProof('records', said, found);
  const statements = accounts.map((account) => statementOf(account, notes));
  const last = statements.length - 1;
  return {
    statements: statements.map((one, at) => (at === last ? { ...one, proofs: [...one.proofs, ending] } : one)),
    questions: [],
    notes,
  };
}

function openAccount(record: string, line: number): OpenAccount {
  const fields = fieldsOf(HEADER, record);
  if (!fields) {
    const message = `Line ${line} is not the head of an account as Norma 43 has it; fetch the file once more, or choose camt.053.`;
    throw new BankFileFault('not_a_statement', message, { line });
  }
  const { bank = '', branch = '', number = '', from = '', to = '', sign, opening, currency = '' } = fields;
  return {
    account: spanishIban(bank, branch, number),
    currency: currencyOfNumber(currency),
    opening: signed(sign, opening),
    from: day(from),
    to: day(to),
    movements: [],
    footer: undefined,
  };
}

function addRecord(account: OpenAccount | undefined, type: string, record: string, place: string): void {
  if (!account) throw new BankFileFault('not_a_statement', `${place} comes before an account (record 11).`);
  const last = account.movements.at(-1);
  if (type === '33') account.footer = fieldsOf(FOOTER, record);
  else if (type === '22') account.movements.push(movementOf(account, record, place));
  else if (type === '23') last?.pieces.push(record.slice(4, 42), record.slice(42, 80));
  else if (type === '24' && last) {
    const { currency = '', amount } = fieldsOf(ORIGIN, record) ?? {};
    const original = amount === undefined ? {} : { originalAmount: signed('2', amount) };
    const line = { ...last.line, ...original, originalCurrency: currencyOfNumber(currency) };
    account.movements.splice(-1, 1, { ...last, line });
  } else if (type !== '24') {
    // A record of no known kind may have been a movement.
    account.movements.push({ line: unreadableLine(place, [record]), pieces: [], concept: '' });
  }
}

function movementOf({ currency }: OpenAccount, record: string, place: string): Movement {
  const fields = fieldsOf(MOVEMENT, record);
  const bookedOn = day(fields?.booked ?? '');
  if (!fields || bookedOn === null) return { line: unreadableLine(place, [record]), pieces: [], concept: '' };
  const amount = signed(fields.sign, fields.amount);
  const references = [fields.first, fields.second].filter((one) => !/^[\s0]*$/.test(one ?? ''));
  const pieces = references.flatMap((one) => bankReferenceOf(one) ?? []);
  return { line: bankLine({ place, amount, currency, bookedOn }), pieces, concept: fields.concept ?? '' };
}

function statementOf(
  { account, currency, opening, movements, footer, from, to }: OpenAccount,
  notes: string[],
): BankStatement {
  const lines = movements.map(({ line, pieces, concept }): BankLine => {
    if (line.isUnreadable) return line;
    const texts = textsOf(pieces, line.place, notes);
    const words = kindOfWords(texts[0] ?? '');
    const kind = words === 'fee' ? 'fee' : (KINDS[concept] ?? words ?? 'payment');
    return { ...line, texts, kind };
  });
  const found = sumMoney([opening, ...lines.map(({ amount }) => amount)]);
  const proofs = footer
    ? [
        figureProof('balance', signed(footer.sign, footer.closing), found, { account }),
        ...proofsOfTotals(
          {
            debits: Number(footer.debits),
            credits: Number(footer.credits),
            debitSum: signed('2', footer.debitSum),
            creditSum: signed('2', footer.creditSum),
          },
          turnoverOf(lines.filter(({ isUnreadable }) => !isUnreadable)),
          { account },
        ),
      ]
    : [unprovable('balance', { account })];
  const days = daysOfLines(lines);
  return {
    ...{ format: 'norma43', kind: 'final', account, currency, number: null },
    ...{ from: days.from ?? from, to: days.to ?? to, proofs, lines },
    ...statedBalances({ opening, closing: footer && signed(footer.sign, footer.closing) }, lines, {
      from,
      to,
      begins: from,
    }),
  };
}

// ISO 4217 by number, as fixed columns write currencies.

const BY_NUMBER: Readonly<Record<string, string>> = {
  ...{ '978': 'EUR', '840': 'USD', '826': 'GBP', '756': 'CHF', '752': 'SEK', '578': 'NOK', '208': 'DKK', '985': 'PLN' },
  ...{ '203': 'CZK', '348': 'HUF', '946': 'RON', '975': 'BGN', '949': 'TRY', '352': 'ISK', '392': 'JPY', '124': 'CAD' },
  ...{ '036': 'AUD', '554': 'NZD', '504': 'MAD', '484': 'MXN', '986': 'BRL', '032': 'ARS', '152': 'CLP', '170': 'COP' },
  ...{ '156': 'CNY', '344': 'HKD', '702': 'SGD', '710': 'ZAR', '356': 'INR', '643': 'RUB', '980': 'UAH', '376': 'ILS' },
};

/** The currency of a number, or null where it is none of those. */
function currencyOfNumber(number: string): string | null {
  return BY_NUMBER[number] ?? null;
}
