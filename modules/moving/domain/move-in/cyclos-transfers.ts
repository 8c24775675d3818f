/** The transfers of Cyclos: each is there once for either member, and both rows are one transfer. */
import type { CyclosFile, ReadDay } from './cyclos-file.ts';
import { idsOfRows } from './derived-ids.ts';
import { brokenRow, cellAt } from './tables.ts';
import { exchangeNote, oneLine } from './texts.ts';
import type { MoveTools, Party, RowPlace, SourceTransfer } from './types.ts';

const DAY = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T].*)?$/;
const AMOUNT = /^[+\-\u2212]?\d[\d.,]*$/;

/** A row: what a member received (positive) or paid (negative). */
export interface CyclosEntry extends RowPlace {
  readonly login: string;
  readonly account: string;
  readonly day: string;
  readonly amount: string;
  readonly other: string;
  /** '' for an account of the system, and where names were not exported. */
  readonly otherName: string;
  /** '' where Cyclos gives none. */
  readonly number: string;
  readonly text: string;
}

interface ColumnPlaces {
  readonly account: number;
  readonly day: number;
  readonly number: number | undefined;
  readonly otherName: number | undefined;
  readonly text: number;
}

/**
 * The day and the amount behind it are found by what they are; around them the order is fixed. The name of the other
 * party is there if the member's own is, the number of the transfer if it is switched on.
 */
function placesIn({ header, rows }: CyclosFile): ColumnPlaces | undefined {
  const width = Math.max(header.length, ...rows.map(({ fields }) => fields.length));
  // One damaged row does not hide the columns of the others.
  const isThere = (at: number) =>
    rows.filter((row) => DAY.test(cellAt(row, at)) && AMOUNT.test(cellAt(row, at + 1))).length * 2 > rows.length;
  const day = Array.from({ length: width }, (_, at) => at).find((at) => at >= 3 && isThere(at));
  if (day === undefined) return undefined;
  const other = day + 2;
  const behind = width - other - 1;
  const isNamed = behind >= 3 || (behind === 2 && (header.length > 0 ? header[other] === header[other + 1] : day > 3));
  const afterName = other + (isNamed ? 2 : 1);
  const hasNumber = width - afterName >= 2;
  return {
    account: day - 2,
    day,
    otherName: isNamed ? other + 1 : undefined,
    number: hasNumber ? afterName : undefined,
    text: width - 1,
  };
}

/** @param numbers of members by login, for naming rows at fault */
export function readCyclosEntries(
  file: CyclosFile | undefined,
  dayOf: ReadDay,
  numbers: ReadonlyMap<string, string>,
  tools: MoveTools,
): CyclosEntry[] {
  if (!file) {
    tools.note('no_transfers');
    return [];
  }
  const booked = file.rows.filter(({ fields }) => fields.some((cell) => AMOUNT.test(cell.trim())));
  const places = booked.length > 0 ? placesIn({ ...file, rows: mostOf(booked) }) : undefined;
  if (!places) {
    if (booked.length > 0) tools.fault({ file: file.name, line: 1 }, null, 'no_day_column');
    return [];
  }
  return booked.flatMap((row): CyclosEntry[] => {
    const of = (at: number | undefined) => (at === undefined ? '' : cellAt(row, at));
    const place = { file: file.name, line: row.firstLine };
    const day = dayOf(of(places.day));
    const isMoved = AMOUNT.test(of(places.day + 1));
    const broken = brokenRow(row, places.text + 1);
    if (broken || day === undefined || !isMoved) {
      const what = broken ?? 'no_day_or_amount';
      tools.fault(place, numbers.get(of(0)) ?? null, what);
      return [];
    }
    return [
      {
        ...place,
        ...{ day, login: of(0), account: of(places.account), amount: of(places.day + 1), other: of(places.day + 2) },
        ...{ otherName: of(places.otherName), number: of(places.number), text: of(places.text) },
      },
    ];
  });
}

/** Rows of the usual number of cells: one that is damaged says nothing about columns. */
function mostOf<Row extends { readonly fields: readonly string[] }>(rows: readonly Row[]): Row[] {
  const counts = new Map<number, number>();
  for (const { fields } of rows) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const same = rows.filter(({ fields }) => fields.length === usual);
  const isGood = (row: Row) => row.fields.some((cell) => DAY.test(cell.trim()));
  return same.filter(isGood);
}

type CountedEntry = CyclosEntry & { readonly seconds: number };

/**
 * Rows that agree in number, day, amount, text and parties are the two sides of one transfer; of equal rows there are as
 * many transfers as there are on the side that has more.
 */
export function pairEntries(
  entries: readonly CountedEntry[],
  partyOf: (login: string, name: string) => Party,
  logins: ReadonlySet<string>,
): SourceTransfer[] {
  const groups = new Map<string, { readonly received: CountedEntry[]; readonly paid: CountedEntry[] }>();
  for (const entry of entries) {
    const other = logins.has(entry.other) ? entry.other : entry.other || entry.otherName;
    const [payer, payee] = entry.seconds < 0 ? [entry.login, other] : [other, entry.login];
    const text = entry.text.replaceAll(/\s+/g, ' ');
    const key = [entry.number, entry.day, `${Math.abs(entry.seconds)}`, payer, payee, text].join('\u0000');
    const group = groups.get(key) ?? { received: [], paid: [] };
    (entry.seconds < 0 ? group.paid : group.received).push(entry);
    groups.set(key, group);
  }
  const idOf = idsOfRows();
  const used = new Set<string>();
  return [...groups].flatMap(([key, { received, paid }]) => {
    const side = received.length >= paid.length ? received : paid;
    return side.map((entry): SourceTransfer => {
      const own = oneLine(entry.number, 80);
      const id = own === '' || used.has(own) ? idOf(key) : own;
      used.add(id);
      const [one, two] = [partyOf(entry.login, ''), partyOf(entry.other, entry.otherName)];
      const [payer, payee] = entry.seconds < 0 ? [one, two] : [two, one];
      const { file, line, day } = entry;
      return { file, line, id, day, payer, payee, seconds: Math.abs(entry.seconds), note: exchangeNote(entry.text) };
    });
  });
}
