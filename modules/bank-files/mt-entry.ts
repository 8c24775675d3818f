/** Field 61 of MT940 and MT942: one entry. */
import { isDay } from '@timebank/contract';
import { type Decimal, negate, parseSigned } from '../../core/base/decimal.ts';
import type { MtField } from './mt-message.ts';
import { bankReferenceOf } from './texts.ts';

export interface MtEntry {
  /** Null: unreadable. */
  readonly amount: Decimal | null;
  readonly isReversal: boolean;
  /** MT942: expected, not booked. */
  readonly isExpected: boolean;
  /** `YYYY-MM-DD` of the entry, else of the value. */
  readonly bookedOn: string | null;
  /** Behind the first letter: `TRF`, `CHG`, `166`. */
  readonly type: string;
  /** The reference before `//`, which the holder of the account knows. */
  readonly ownReference: string | null;
  readonly bankReference: string | null;
  /** The further lines. */
  readonly supplement: string;
}

/** Value date, entry date, mark, letter of the funds, amount, type, references. */
const ENTRY = /^(\d{6})(\d{4})?\s*(R?[CD]|E[CD])([A-Z])?\s*(\d{1,18}(?:[,.]\d{0,6})?)\s*([A-Z][A-Z0-9]{3})?(.*)$/;
/** Words for a reference that is in field 86, or for none. */
const NO_REFERENCE = /^(?:NONREF|[EKPMB]REF|KREF\+|EREF\+)$/i;

export function readMtEntry({ lines: [first = '', ...more] }: MtField): MtEntry {
  const match = ENTRY.exec(first.trim());
  const supplement = more.join('\n').trim();
  if (!match) return { ...UNREADABLE, supplement: [first, supplement].join('\n').trim() };
  const [, value = '', entry, mark = '', , amountText = '', type = '', references = ''] = match;
  const amount = readMtAmount(amountText) ?? null;
  const [own = '', bank] = references.split(/\/\/(.*)/s);
  const isOut = mark === 'D' || mark === 'RC' || mark === 'ED';
  return {
    amount: amount && isOut ? negate(amount) : amount,
    isReversal: mark.startsWith('R'),
    isExpected: mark.startsWith('E'),
    bookedOn: entryDay(value, entry),
    type: type.slice(1),
    ownReference: NO_REFERENCE.test(own.trim()) ? null : bankReferenceOf(own),
    bankReference: NO_REFERENCE.test(bank?.trim() ?? '') ? null : bankReferenceOf(bank),
    supplement,
  };
}

const UNREADABLE: MtEntry = {
  ...{ amount: null, isReversal: false, isExpected: false, bookedOn: null, type: '' },
  ...{ ownReference: null, bankReference: null, supplement: '' },
};

/** An amount with a decimal comma, such as `35,5` or `60,`; undefined when it is none. */
export const readMtAmount = (text: string): Decimal | undefined => parseSigned(text.replace(',', '.'));

/** The day of `YYMMDD`; a day beyond the end of its month, as some banks date interest, is the month's last. */
export function mtDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  return lastingDay(Number(year) < 80 ? `20${year}` : `19${year}`, month, day);
}

function lastingDay(year: string, month: string, day: string): string | null {
  for (let last = Number(day); last >= 28 || last === Number(day); last--) {
    const written = `${year}-${month}-${String(last).padStart(2, '0')}`;
    if (last <= 31 && isDay(written)) return written;
    if (last <= 28) break;
  }
  return null;
}

/** The entry's day has no year: it is the one nearest to the value's day. */
function entryDay(value: string, entry: string | undefined): string | null {
  const valueDay = mtDay(value);
  if (entry === undefined) return valueDay;
  const year = Number(valueDay?.slice(0, 4) ?? `20${value.slice(0, 2)}`);
  const near = Date.parse(valueDay ?? `${year}-07-01`);
  const days = [year - 1, year, year + 1]
    .flatMap((one) => lastingDay(String(one), entry.slice(0, 2), entry.slice(2)) ?? [])
    .sort((one, other) => Math.abs(Date.parse(one) - near) - Math.abs(Date.parse(other) - near));
  return days[0] ?? valueDay;
}
