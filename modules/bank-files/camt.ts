/** Statements, reports and notifications of ISO 20022 (camt.052, camt.053, camt.054; versions .001.02 to .001.13). */

import { type Decimal, negate, parseSigned } from '../../core/base/decimal.ts';
import { type CamtStatement, readCamtDocuments } from './camt-document.ts';
import { camtDay, entryOfCamt } from './camt-entry.ts';
import { amountAt, type CamtElement, countAt } from './camt-part.ts';
import { dayBehindOpening } from './line.ts';
import type { FoundPages, StatedFigures, StatementEntry, StatementPage } from './statement.ts';
import { accountOf, bankReferenceOf } from './texts.ts';
import type { BankFormat, BankStatement } from './types.ts';

const KINDS: Partial<Record<BankFormat, BankStatement['kind']>> = {
  'camt.052': 'interim',
  'camt.053': 'final',
  'camt.054': 'details',
};

/**
 * Reads all statements of a text.
 * @param xml one or more documents, enveloped or not
 * @throws BankFileFault
 */
export function readCamt(xml: string): FoundPages {
  const { statements, notes } = readCamtDocuments<StatementEntry>(xml, ({ part, entries }, whole, details) =>
    entryOfCamt(whole, details, entries.length + 1, ownerOf(part)),
  );
  const pages = statements.map(pageOf);
  const copies = pages.filter(({ copy }) => copy === 'DUPL').length;
  const duplicated = copies > 0 ? [`Statements that the bank marks as duplicates of earlier ones: ${copies}.`] : [];
  return { pages, notes: [...notes, ...duplicated] };
}

function ownerOf({ texts }: CamtElement) {
  const account = accountOf(texts.get('Acct/Id/IBAN') ?? texts.get('Acct/Id/Othr/Id'));
  return { account, owner: texts.get('Acct/Ownr/Nm') };
}

function pageOf({ format, part, balances, entries }: CamtStatement<StatementEntry>): StatementPage {
  const { texts } = part;
  const { account } = ownerOf(part);
  const [opening, closing] = balancesOf(balances, texts.get('Acct/Ccy'));
  const first = entries.find((entry) => entry.currency !== null)?.currency ?? null;
  const currency = texts.get('Acct/Ccy')?.toUpperCase() ?? opening?.currency ?? closing?.currency ?? first;
  const number = bankReferenceOf(texts.get('ElctrncSeqNb') ?? texts.get('LglSeqNb') ?? texts.get('Id'));
  const page = ['StmtPgntn', 'RptPgntn', 'NtfctnPgntn'].find((name) => texts.has(`${name}/PgNb`));
  const pageNumber = countAt(texts.get(`${page}/PgNb`)) ?? null;
  const isLast = texts.get(`${page}/LastPgInd`);
  return {
    format,
    kind: KINDS[format] ?? 'final',
    account,
    currency,
    number,
    title: number,
    page: pageNumber,
    isLastPage: isLast === undefined ? null : isLast === 'true' || isLast === '1',
    opening: opening?.amount ?? null,
    closing: closing?.amount ?? null,
    from: camtDay(texts.get('FrToDt/FrDtTm')) ?? (opening?.day || null),
    to: closing?.day || camtDay(texts.get('FrToDt/ToDtTm')),
    begins: beginningOf(texts.get('FrToDt/FrDtTm')) ?? dayBehindOpening(opening?.day),
    figures: figuresOf(part),
    copy: texts.get('CpyDplctInd')?.slice(0, 10) ?? null,
    // Money of another currency is in no balance of the account.
    entries: entries.map((entry) =>
      opening && entry.currency !== null && entry.currency !== opening.currency ? { ...entry, amount: null } : entry,
    ),
  };
}

/** A period that begins within a day goes on from the statement before. */
function beginningOf(time: string | undefined): string | null {
  const day = camtDay(time);
  return time === undefined || /T(?!00:00)/.test(time) ? dayBehindOpening(day) : day;
}

interface Balance {
  readonly code: string;
  readonly day: string;
  readonly currency: string;
  readonly amount: Decimal;
}

/** The first balance of opening and the last of closing; an interim report may give one kind for both. */
function balancesOf(
  parts: readonly CamtElement[],
  account: string | undefined,
): [Balance | undefined, Balance | undefined] {
  const all = parts.flatMap((part) => balanceOf(part) ?? []);
  const currency = all.some((one) => one.currency === account) ? account : all[0]?.currency;
  const sorted = all
    .filter((balance) => balance.currency === currency)
    .map((balance, at) => ({ balance, at }))
    .sort((one, other) => one.balance.day.localeCompare(other.balance.day) || one.at - other.at)
    .map(({ balance }) => balance);
  const withCode = (...codes: string[]) => codes.map((code) => sorted.filter((balance) => balance.code === code));
  const [opened = [], previous = [], interim = []] = withCode('OPBD', 'PRCD', 'ITBD');
  const [closed = []] = withCode('CLBD');
  const opening = opened[0] ?? previous[0] ?? (interim.length > 1 || closed.length > 0 ? interim[0] : undefined);
  const closing = closed.at(-1) ?? interim.filter((one) => one !== opening).at(-1);
  return [opening, closing];
}

function balanceOf(part: CamtElement): Balance | undefined {
  const { texts } = part;
  const found = amountAt(part, 'Amt');
  const direction = texts.get('CdtDbtInd');
  if (!found || (direction !== 'CRDT' && direction !== 'DBIT')) return undefined;
  return {
    code: texts.get('Tp/CdOrPrtry/Cd') ?? texts.get('Tp/Cd') ?? '',
    day: camtDay(texts.get('Dt/Dt') ?? texts.get('Dt/DtTm')) ?? '',
    currency: found.currency,
    amount: direction === 'CRDT' ? found.amount : negate(found.amount),
  };
}

function figuresOf({ texts }: CamtElement): StatedFigures {
  const text = (path: string) => texts.get(`TxsSummry/${path}`);
  const sum = (path: string) => parseSigned(text(path) ?? '');
  const net = sum('TtlNtries/TtlNetNtry/Amt') ?? sum('TtlNtries/TtlNetNtryAmt');
  const side = text('TtlNtries/TtlNetNtry/CdtDbtInd') ?? text('TtlNtries/CdtDbtInd');
  return {
    debits: countAt(text('TtlDbtNtries/NbOfNtries')),
    credits: countAt(text('TtlCdtNtries/NbOfNtries')),
    entries: countAt(text('TtlNtries/NbOfNtries')),
    debitSum: sum('TtlDbtNtries/Sum'),
    creditSum: sum('TtlCdtNtries/Sum'),
    sum: sum('TtlNtries/Sum'),
    net: net && side === 'DBIT' ? negate(net) : net,
  };
}
