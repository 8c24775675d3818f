/** QIF: lines with one letter each. It says neither account nor currency nor, often, the order of its dates. */
import { isDay } from '@timebank/contract';
import { guessDates, plainDay } from '../tables/formats.ts';
import { bankLine, daysOfLines, textsOf, unprovable, unreadableLine } from './line.ts';
import { checkedIban } from './national-ibans.ts';
import { CURRENCY_QUESTION, dateQuestion } from './questions.ts';
import { readAmounts } from './table-amounts.ts';
import { bankText } from './text-of.ts';
import { partyName } from './texts.ts';
import { type BankAnswers, type BankFile, BankFileFault, type BankLine, type BankQuestion } from './types.ts';
import { currencyOfCell, kindOfWords } from './words.ts';

interface Movement {
  readonly place: string;
  readonly fields: Record<string, string>;
}

/** Types of lists that hold movements of an account of money. */
const MONEY_LISTS = /^!type:\s*(?:bank|cash|ccard|oth a|oth l)/i;

/** Reads the movements of the file. @throws BankFileFault */
export function readQif(file: string | Buffer, answers: BankAnswers): BankFile {
  const notes: string[] = [];
  const movements = movementsIn(bankText(file));
  if (movements.length === 0) {
    const message = 'The file is QIF without movements of an account; choose OFX, camt or CSV in e-banking.';
    throw new BankFileFault('not_a_statement', message);
  }
  const days = movements.map(({ fields }) => plainQifDay(fields.D ?? ''));
  const chosen = answers.dates === 'dmy' || answers.dates === 'mdy' ? answers.dates : undefined;
  const dates = guessDates(days, { chosen });
  const amounts = readAmounts(
    movements.map(({ fields }) => fields.T ?? fields.U ?? ''),
    answers,
    'point',
  );
  const order = dates.by === 'unclear' ? 'dmy' : dates.order;
  const currency = currencyOfCell(answers.currency ?? '') ?? null;
  const lines = movements.map(({ place, fields }, at): BankLine => {
    const amount = amounts.read(fields.T ?? fields.U ?? '');
    const bookedOn = plainDay(days[at] ?? '', order);
    if (amount === undefined || !isDay(bookedOn)) return unreadableLine(place, Object.values(fields));
    const words = fields.P ?? fields.M ?? '';
    const kind = kindOfWords(words) ?? 'payment';
    const payer = kind === 'fee' ? null : partyName(fields.P);
    return bankLine({
      ...{ place, amount, currency, bookedOn, kind, payer },
      texts: textsOf([fields.P ?? '', fields.M ?? ''], place, notes),
    });
  });
  const account = checkedIban(answers.account ?? '') ?? (answers.account?.trim() || null);
  const common = { format: 'qif', kind: 'final', number: null, ...daysOfLines(lines) } as const;
  const questions: (BankQuestion | undefined)[] = [
    dates.by === 'unclear' ? dateQuestion(dates.written ?? '', 'dmy') : undefined,
    amounts.question,
    account === null ? ACCOUNT_QUESTION : undefined,
    currency === null ? CURRENCY_QUESTION : undefined,
  ];
  return {
    statements: [{ ...common, account, currency, proofs: [unprovable('balance', { account })], lines }],
    questions: questions.filter((one) => one !== undefined),
    notes,
  };
}

const ACCOUNT_QUESTION: BankQuestion = {
  key: 'account',
  question: 'Which account is the file of?',
  options: null,
  suggested: null,
};

function movementsIn(text: string): Movement[] {
  const movements: Movement[] = [];
  let isMoney = false;
  let fields: Record<string, string> = {};
  let first = 1;
  for (const [at, line] of [...text.split('\n'), '^'].entries()) {
    if (line.startsWith('!')) {
      isMoney = MONEY_LISTS.test(line);
      fields = {};
      continue;
    }
    if (!line.startsWith('^')) {
      if (line.trim() === '') continue;
      if (Object.keys(fields).length === 0) first = at + 1;
      // The parts of a split begin with other letters; the first of a letter is the movement's.
      fields[line[0] as string] ??= line.slice(1).trim();
      continue;
    }
    if (isMoney && Object.keys(fields).length > 0) movements.push({ place: `line ${first}`, fields });
    fields = {};
  }
  return movements;
}

/** `04/06'26`, `D 5/ 3/2026`: two digits behind an apostrophe are of this century. */
function plainQifDay(written: string): string {
  return written
    .replaceAll(/(?<=[/.-])\s+|^\s+/g, '')
    .replace(/\s*'\s*(\d{2})$/, '/20$1')
    .replace(/\s*'\s*(\d)$/, '/200$1')
    .replace(/\s*'\s*(\d{4})$/, '/$1');
}
