/** SWIFT's MT940 (statement) and MT942 (report during the day), in the dialects of banks. */

import { negate, type SignedDecimal } from './decimals.ts';
import { dayBehindOpening } from './line.ts';
import { type MtEntry, mtDay, readMtAmount, readMtEntry } from './mt-entry.ts';
import { readInformation } from './mt-information.ts';
import { mtLine } from './mt-line.ts';
import { type MtField, type MtMessage, readMtMessages } from './mt-message.ts';
import type { MtInformation } from './mt-text.ts';
import { checkedIban, computedIban, germanIban } from './national-ibans.ts';
import { bankProof } from './prove.ts';
import type { FoundPages, StatedFigures, StatementEntry, StatementPage } from './statement.ts';
import { LINES_MAX, tooManyLines } from './texts.ts';
import { BankFileFault } from './types.ts';

/**
 * Reads all messages of a text.
 * @throws BankFileFault
 */
export function readMt(text: string): FoundPages {
  const messages = readMtMessages(text);
  if (messages.length === 0) throw noMessages();
  let count = 0;
  for (const { fields } of messages) count += fields.filter(({ tag }) => tag === '61').length;
  if (count > LINES_MAX) throw tooManyLines();
  const notes: string[] = [];
  const pages: StatementPage[] = [];
  for (const message of messages) pages.push(pageOf(message, pages.at(-1), notes));
  const last = messages.at(-1);
  if (last && isCutOff(last)) throw endsEarly(last);
  return { pages, notes };
}

/** An opening balance without a closing one, nothing behind the account, or a block without its end. */
function isCutOff(message: MtMessage): boolean {
  if (message.head.includes('{4:') && !message.isClosed) return true;
  if (balanceOf(message, '62F', '62M')) return false;
  return (
    balanceOf(message, '60F', '60M') !== undefined ||
    !message.fields.some(({ tag }) => /^(?:61|34F|13D?|90[CD])$/.test(tag))
  );
}

function noMessages(): BankFileFault {
  return new BankFileFault('not_a_statement', 'The file holds no message of MT940; choose camt.053 or MT940.');
}

function endsEarly({ fields }: MtMessage): BankFileFault {
  const line = fields.at(-1)?.line ?? 1;
  const message = `The file ends in the middle of a statement, in line ${line}: its closing balance or its end is missing; download it again.`;
  return new BankFileFault('truncated', message, { line });
}

interface MtBalance {
  readonly isPage: boolean;
  readonly day: string | null;
  readonly currency: string;
  readonly amount: SignedDecimal;
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})\s*([\d.,]+)/;

function balanceOf({ fields }: MtMessage, ...tags: string[]): MtBalance | undefined {
  const field = fields.find(({ tag }) => tags.includes(tag));
  const [, side, day = '', currency = '', written = ''] = BALANCE.exec(field?.lines[0]?.trim() ?? '') ?? [];
  const amount = readMtAmount(written);
  if (!field || !amount || side === undefined) return undefined;
  return { isPage: field.tag.endsWith('M'), day: mtDay(day), currency, amount: side === 'D' ? negate(amount) : amount };
}

function pageOf(message: MtMessage, before: StatementPage | undefined, notes: string[]): StatementPage {
  const [opening, closing] = [balanceOf(message, '60F', '60M'), balanceOf(message, '62F', '62M')];
  const isInterim = !opening && !closing && message.fields.some(({ tag }) => /^(?:34F|13D?|90[CD])$/.test(tag));
  const written = textOf(message, '25', '25P') ?? '';
  const figures = figuresOf(message);
  const currency = opening?.currency ?? closing?.currency ?? figures.currency ?? currencyBehind(written);
  const account = accountOfField(written, message.head);
  const title = textOf(message, '28C', '28') ?? null;
  const [number = '', page = ''] = (title ?? '').split('/');
  const hasPages = opening?.isPage || closing?.isPage;
  const pageNumber = Number(page) || (opening?.isPage ? (before?.page ?? 1) + 1 : 1);
  return {
    format: isInterim ? 'mt942' : 'mt940',
    kind: isInterim ? 'interim' : 'final',
    account,
    currency,
    number: number || null,
    title,
    page: hasPages ? pageNumber : null,
    isLastPage: hasPages ? closing?.isPage === false : null,
    opening: opening?.amount ?? null,
    closing: closing?.amount ?? null,
    from: opening?.day ?? null,
    to: closing?.day ?? opening?.day ?? null,
    begins: dayBehindOpening(opening?.day),
    figures: figures.stated,
    copy: null,
    entries: entriesOf(message, currency, account, notes),
  };
}

function textOf({ fields }: MtMessage, ...tags: string[]): string | undefined {
  return fields.find(({ tag }) => tags.includes(tag))?.lines[0]?.trim() || undefined;
}

const currencyBehind = (written: string) => /\d\s*([A-Z]{3})$/.exec(written)?.[1] ?? null;

/** An IBAN; bank and number of a German account; a Dutch number with its bank in the head; else as written. */
function accountOfField(written: string, head: string): string | null {
  const bare = written.replace(/^\/+/, '').replaceAll(/\s/g, '');
  const candidates = [bare, ...bare.split('/')].flatMap((part) => [part, part.replace(/[A-Z]{3}$/, '')]);
  const [iban] = candidates.flatMap((part) => checkedIban(part) ?? []);
  if (iban) return iban;
  const plain = bare.replace(/(?<=\d)[A-Z]{3}$/, '');
  const [, bank, number] = /^(\d{8})\/(\d{1,10})$/.exec(plain) ?? [];
  if (bank && number) return germanIban(bank, number);
  const dutch = /([A-Z]{4})NL[A-Z0-9]{2}/.exec(head)?.[1];
  if (dutch && /^\d{1,10}$/.test(plain)) return computedIban('NL', dutch + plain.padStart(10, '0'));
  return plain === '' ? null : plain.slice(0, 50);
}

/** MT942's own fields, and the sums that a Dutch bank writes into the last field 86. */
function figuresOf({ fields }: MtMessage): { stated: StatedFigures; currency: string | null } {
  const side = (tag: string) => {
    const [, count, currency, sum] =
      /^(\d{1,6})([A-Z]{3})([\d.,]+)/.exec(fields.find((field) => field.tag === tag)?.lines[0]?.trim() ?? '') ?? [];
    return count === undefined ? undefined : { count: Number(count), currency, sum: readMtAmount(sum ?? '') };
  };
  const [debits, credits] = [side('90D'), side('90C')];
  const floor = /^([A-Z]{3})/.exec(fields.find(({ tag }) => tag === '34F')?.lines[0]?.trim() ?? '')?.[1];
  const [, debitCount, creditCount, debitSum, creditSum] =
    /\/SUM\/(\d+)\/(\d+)\/([\d.,]+)\/([\d.,]+)\//.exec(fields.at(-1)?.lines.join('') ?? '') ?? [];
  const currency = debits?.currency ?? credits?.currency ?? floor ?? null;
  if (debitCount !== undefined) {
    const sums = { debitSum: readMtAmount(debitSum ?? ''), creditSum: readMtAmount(creditSum ?? '') };
    return { currency, stated: { debits: Number(debitCount), credits: Number(creditCount), ...sums } };
  }
  const stated = { debits: debits?.count, credits: credits?.count, debitSum: debits?.sum, creditSum: credits?.sum };
  return { currency, stated };
}

function entriesOf(
  { fields }: MtMessage,
  currency: string | null,
  account: string | null,
  notes: string[],
): StatementEntry[] {
  const found: { entry: MtEntry; field: MtField; information: string[] }[] = [];
  let isBehindEntry = false;
  for (const field of fields) {
    if (field.tag === '61') found.push({ entry: readMtEntry(field), field, information: [] });
    else if (field.tag === '86' && isBehindEntry) found.at(-1)?.information.push(...field.lines);
    isBehindEntry =
      field.tag === '61' || (field.tag === '86' && isBehindEntry) || (field.tag === 'NS' && isBehindEntry);
  }
  return found.map(({ entry, field, information }, at) => {
    const read = readInformation(information);
    const line = mtLine({ entry, field, information: read, number: at + 1, currency, account }, notes);
    const proofs = countProofs(read, line.reference);
    const { amount, isReversal, isExpected } = entry;
    return { amount, currency, isReversal, isPending: isExpected, lines: [line], proofs };
  });
}

/** A count in free words is no figure that can be relied on. */
function countProofs({ count, isCountStructured }: MtInformation, reference: string | null) {
  if (count === undefined || count < 2) return [];
  return isCountStructured
    ? [bankProof('details', false, String(count), '0', reference)]
    : [bankProof('details', null, null, null, reference)];
}
