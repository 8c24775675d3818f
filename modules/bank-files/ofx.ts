/** OFX: version 1 (SGML, elements may stay open) and version 2 (XML), banks and cards, several accounts. */

import { isDay } from '@timebank/contract';
import iconv from 'iconv-lite';
import { frenchIban } from './iban.ts';
import { bankLine, daysOfLines, statedBalances, textsOf, unprovable, unreadableLine } from './line.ts';
import { checkedIban } from './national-ibans.ts';
import { CURRENCY_QUESTION } from './questions.ts';
import { readAmounts, type TableAmounts } from './table-amounts.ts';
import { bankText } from './text-of.ts';
import { bankReferenceOf, partyName } from './texts.ts';
import { type BankAnswers, type BankFile, BankFileFault, type BankLine, type BankStatement } from './types.ts';
import { currencyOfCell, isMovementWord, kindOfWords, nameBehindMovement } from './words.ts';

type Fields = Record<string, string>;

interface Account {
  readonly fields: Fields;
  currency: string | null;
  /** LEDGERBAL: amount and day, as written. */
  readonly balance: Fields;
  readonly movements: { readonly place: string; readonly fields: Fields }[];
}

const ELEMENT = /<(\/?)([A-Za-z0-9._]+)(?:\s[^<>]*)?(\/?)>([^<]*)/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const TEXT_ENCODINGS: Readonly<Record<string, string>> = { 'ISO-8859-1': 'windows-1252', '8859-1': 'windows-1252' };

/** Reads all accounts of the file. @throws BankFileFault */
export function readOfx(file: string | Buffer, answers: BankAnswers): BankFile {
  const notes: string[] = [];
  const text = bankText(typeof file === 'string' ? file : withDeclaredEncoding(file));
  const accounts = accountsIn(text);
  if (accounts.length === 0) {
    const message = 'The file is OFX, but has no statement of an account; choose the movements of an account instead.';
    throw new BankFileFault('not_a_statement', message);
  }
  const amounts = readAmounts(
    accounts.flatMap(({ movements }) => movements.map(({ fields }) => fields.TRNAMT ?? '')),
    answers,
    'point',
  );
  for (const account of accounts) account.currency ??= currencyOfCell(answers.currency ?? '') ?? null;
  const isUnknown = accounts.some(({ currency }) => currency === null);
  const statements = accounts.map((account, at) =>
    statementOf(account, accounts.length > 1 ? at + 1 : 0, amounts, notes),
  );
  return {
    statements,
    questions: [...(amounts.question ? [amounts.question] : []), ...(isUnknown ? [CURRENCY_QUESTION] : [])],
    notes,
  };
}

/** Version 1 names a character set, mostly of Windows, and some banks write UTF-8 all the same. */
function withDeclaredEncoding(file: Buffer): string | Buffer {
  const charset = /^CHARSET:\s*([\w-]+)/m.exec(file.subarray(0, 1000).toString('latin1'))?.[1]?.toUpperCase() ?? '';
  const encoding = TEXT_ENCODINGS[charset] ?? (/^125\d$/.test(charset) ? `windows-${charset}` : undefined);
  const isForeign = encoding !== undefined && encoding !== 'windows-1252' && iconv.encodingExists(encoding);
  return isForeign && !Buffer.from(file.toString('utf8')).equals(file) ? iconv.decode(file, encoding) : file;
}

function accountsIn(text: string): Account[] {
  const accounts: Account[] = [];
  let account: Account | undefined;
  let movement: Fields | undefined;
  let party = '';
  let line = 1;
  let counted = 0;
  for (const { 1: closes, 2: written = '', 4: content = '', index } of text.matchAll(ELEMENT)) {
    const name = written.toUpperCase();
    for (; counted < index; counted++) if (text[counted] === '\n') line++;
    const value = plainText(content);
    if (/^(?:STMTRS|CCSTMTRS)$/.test(name)) {
      account = closes ? undefined : { fields: {}, currency: null, balance: {}, movements: [] };
      if (account) accounts.push(account);
    } else if (/^(?:BANKTRANLIST|LEDGERBAL|AVAILBAL)$/.test(name)) {
      movement = name === 'LEDGERBAL' && !closes ? account?.balance : undefined;
    } else if (/^(?:BANK|CC)ACCT(?:FROM|TO)$/.test(name)) party = closes ? '' : name.slice(-2);
    else if (name === 'STMTTRN') {
      movement = closes || !account ? undefined : {};
      if (movement) account?.movements.push({ place: `line ${line}`, fields: movement });
    } else if (closes || value === '') continue;
    else if (party === 'TO' && movement) movement[`TO.${name}`] ??= value;
    else if (movement)
      movement[name] = name === 'MEMO' && movement.MEMO ? `${movement.MEMO}\n${value}` : (movement[name] ?? value);
    else if (account && name === 'CURDEF') account.currency = currencyOfCell(value) ?? null;
    else if (account && party === 'OM') account.fields[name] ??= value;
  }
  return accounts;
}

function plainText(content: string): string {
  return content
    .replaceAll(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name = '') => {
        if (decimal === undefined && hex === undefined) return ENTITIES[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
      },
    )
    .trim();
}

function accountOf({ BANKID = '', BRANCHID, ACCTID = '', ACCTKEY }: Fields): string | null {
  const isFrench =
    BRANCHID !== undefined && /^\d{5}$/.test(BANKID) && /^\d{1,5}$/.test(BRANCHID) && ACCTID.length === 11;
  const computed = isFrench ? frenchIban(BANKID, BRANCHID, ACCTID, ACCTKEY) : undefined;
  const written = [BANKID, isFrench ? BRANCHID : undefined, ACCTID].filter(Boolean).join(' ');
  return checkedIban(ACCTID) ?? computed ?? (written || null);
}

function statementOf(
  { fields, currency, balance, movements }: Account,
  number: number,
  amounts: TableAmounts,
  notes: string[],
) {
  const account = accountOf(fields);
  const lines = movements.map(({ place, fields: movement }) =>
    lineOf(movement, number === 0 ? place : `account ${number}, ${place}`, currency, amounts, notes),
  );
  // The only balance is that of the end.
  const proofs = [unprovable('balance', { account })];
  const common = { format: 'ofx', kind: 'final', number: null, ...daysOfLines(lines) } as const;
  const closing = amounts.read(balance.BALAMT ?? '');
  const balances = statedBalances({ opening: undefined, closing }, lines, { from: null, to: dayOf(balance.DTASOF) });
  return { ...common, account, currency, proofs, lines, ...balances } satisfies BankStatement;
}

/** The day as written: a time zone behind it does not move it. */
function dayOf(written = ''): string | null {
  const day = `${written.slice(0, 4)}-${written.slice(4, 6)}-${written.slice(6, 8)}`;
  return isDay(day) ? day : null;
}

function lineOf(
  fields: Fields,
  place: string,
  currency: string | null,
  amounts: TableAmounts,
  notes: string[],
): BankLine {
  const amount = amounts.read(fields.TRNAMT ?? '');
  const bookedOn = dayOf(fields.DTPOSTED) ?? dayOf(fields.DTUSER);
  if (amount === undefined || bookedOn === null) return unreadableLine(place, Object.values(fields));
  const name = fields.NAME ?? fields.PAYEE ?? '';
  const words = name === '' ? (fields.MEMO ?? '') : name;
  const kind = kindOf(fields.TRNTYPE?.toUpperCase(), words);
  const payer = isMovementWord(name) ? nameBehindMovement(name) : name;
  const account = fields['TO.ACCTID'];
  return bankLine({
    ...{ place, amount, currency, bookedOn, kind },
    reference: bankReferenceOf(fields.FITID),
    isBankWide: true,
    endToEndId: bankReferenceOf(fields.REFNUM),
    relatedReference: bankReferenceOf(fields.CORRECTFITID),
    payer: kind === 'fee' ? null : partyName(withoutReference(payer)),
    payerAccount: account === undefined ? null : (checkedIban(account) ?? account),
    texts: textsOf([name, ...(fields.MEMO ?? '').split('\n')], place, notes),
    isPending: fields.TRNTYPE?.toUpperCase() === 'HOLD',
  });
}

const TYPES: Readonly<Record<string, BankLine['kind']>> = {
  FEE: 'fee',
  SRVCHG: 'fee',
  INT: 'own',
  ATM: 'own',
  CASH: 'own',
};

/** The sign decides the direction; the type, which banks fill carelessly, only tells a price or interest. */
const kindOf = (type = '', words: string): BankLine['kind'] => TYPES[type] ?? kindOfWords(words) ?? 'payment';

/** A name ends where a creditor reference begins. */
const withoutReference = (name: string) => name.replace(/\bRF\s?\d{2}.*$/is, '');
