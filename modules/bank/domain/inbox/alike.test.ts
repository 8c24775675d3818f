/** Which lines of two reports are one movement, tried by every combination of what agrees, differs and is not named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareLines, type IdentifiedLine, readLine, type Verdict } from './alike.ts';
import { identifyLines, type KnownLine } from './identify.ts';

const FORMATS = ['camt.052', 'camt.053', 'camt.054', 'mt940', 'mt942', 'table', 'ofx', null] as const;
const STATES = ['same', 'other', 'first', 'second', 'none'] as const;
type State = (typeof STATES)[number];

const EMPTY: IdentifiedLine = {
  format: null,
  reference: null,
  isBankWide: false,
  entryReference: null,
  uetr: null,
  endToEndId: null,
  bookedOn: '2026-11-26',
  amount: '20.00',
  currency: 'EUR',
  payer: null,
  payerAccount: null,
  texts: [],
  bookingTexts: [],
  missingDetails: null,
  namedMemberId: null,
  isUnreadable: false,
};

/** What two lines have where a thing is in a state. */
function valuesOf<T>(state: State, [value, other]: readonly [T, T], none: T): [T, T] {
  if (state === 'same') return [value, value];
  if (state === 'other') return [value, other];
  return [state === 'first' ? value : none, state === 'second' ? value : none];
}

interface Case {
  readonly reference: State;
  readonly uetr: State;
  readonly endToEndId: State;
  readonly account: State;
  readonly payer: State;
  readonly text: State;
  readonly days: number;
  readonly formats: readonly [IdentifiedLine['format'], IdentifiedLine['format']];
}

function linesOf({ reference, uetr, endToEndId, account, payer, text, days, formats }: Case) {
  const references = valuesOf<string | null>(reference, ['REF-A', 'REF-B'], null);
  const uetrs = valuesOf<string | null>(
    uetr,
    ['6c1b5a0e-8d1f-4a52-9f0c-2f3f7d9a1b20', '7c1b5a0e-8d1f-4a52-9f0c-2f3f7d9a1b20'],
    null,
  );
  const ids = valuesOf<string | null>(endToEndId, ['E-1', 'E-2'], null);
  const accounts = valuesOf<string | null>(account, ['DE75512108001245126199', 'DE12500105170648489890'], null);
  const payers = valuesOf<string | null>(payer, ['Anna Ahorn', 'Bert Birke'], null);
  const texts = valuesOf<readonly string[]>(text, [['Beitrag'], ['Spende']], []);
  return ([0, 1] as const).map((at) => ({
    ...EMPTY,
    ...{ format: formats[at], reference: references[at], isBankWide: references[at] !== null, uetr: uetrs[at] },
    ...{ endToEndId: ids[at], payerAccount: accounts[at], payer: payers[at], texts: texts[at] },
    bookedOn: at === 0 ? '2026-11-20' : `2026-11-${20 + days}`,
  })) as unknown as [IdentifiedLine, IdentifiedLine];
}

const isMessage = (format: string | null) => format === null || format.startsWith('camt') || format.startsWith('mt');

/** The order of questions as it is decided, in its own words. */
function rightVerdict({ reference, uetr, endToEndId, account, payer, text, days, formats }: Case): Verdict {
  const areMessages = formats.every(isMessage);
  const isBankSame = uetr === 'same' || (uetr !== 'other' && reference === 'same');
  const isBankOther =
    (uetr === 'other' && reference !== 'same') || (uetr !== 'same' && reference === 'other' && areMessages);
  const isOtherPayer = account === 'other' || (payer === 'other' && account === 'none');
  if (isOtherPayer || isBankOther) return 'two';
  if (isBankSame) {
    if (days <= 5 && endToEndId !== 'other' && (text !== 'other' || areMessages)) return 'one';
    return 'asked';
  }
  if (endToEndId === 'other' || days > 5) return 'two';
  const isUnclear =
    uetr === 'other' || reference === 'other' || text === 'other' || (payer === 'other' && account !== 'same');
  return days === 0 && !isUnclear ? 'one' : 'asked';
}

test('each combination of what agrees is judged by the order of questions, in either order of the lines', () => {
  const pairs = FORMATS.flatMap((one) => FORMATS.map((other) => [one, other] as const));
  let tried = 0;
  for (const formats of pairs) {
    // Who of the two is silent is tried for some pairs, since the format decides of references alone.
    const states = STATES.slice(0, formats[0] === 'camt.053' && formats[1] === 'table' ? 4 : 2).concat('none');
    for (const [reference, uetr, endToEndId] of triples(states)) {
      for (const [account, payer, text] of triples(states)) {
        for (const days of [0, 1, 6])
          tried += tryCase({ reference, uetr, endToEndId, account, payer, text, days, formats });
      }
    }
  }
  assert.ok(tried > 150_000, `${tried} pairs`);
});

const triples = (states: readonly State[]) =>
  states.flatMap((one) => states.flatMap((other) => states.map((third) => [one, other, third] as const)));

function tryCase(one: Case): 1 {
  const [a, b] = linesOf(one).map(readLine) as [ReturnType<typeof readLine>, ReturnType<typeof readLine>];
  const found = [compareLines(a, b).verdict, compareLines(b, a).verdict];
  const right = rightVerdict(one);
  if (found.some((verdict) => verdict !== right)) assert.fail(`${JSON.stringify(one)}: ${found.join()}, not ${right}`);
  return 1;
}

const known = (id: number, line: Partial<IdentifiedLine>): KnownLine => ({
  ...{ ...EMPTY, ...line },
  ...{ id, sameAsLineId: null, firstBookedOn: null },
});

test('another amount, currency or member is another movement, whatever else agrees', () => {
  const line = { ...EMPTY, reference: 'R', isBankWide: true, format: 'camt.053' };
  for (const other of [{ amount: '20.01' }, { amount: '-20.00' }, { currency: 'CHF' }]) {
    assert.equal(compareLines(readLine(line), readLine({ ...line, ...other })).verdict, 'two');
  }
  const [one, other] = ['a', 'b'].map((id) => ({ ...EMPTY, texts: [`Hours ${id}`], namedMemberId: id }));
  assert.equal(compareLines(readLine(one as IdentifiedLine), readLine(other as IdentifiedLine)).verdict, 'two');
});

test('one name in many writings is one payer, and others are others, where no account tells them apart', () => {
  const verdict = (a: string, b: string) =>
    compareLines(readLine({ ...EMPTY, payer: a }), readLine({ ...EMPTY, payer: b })).verdict;
  for (const [a, b] of [
    ['ANNA BERGER', 'Berger, Anna'],
    ['Jürgen Weiß', 'JUERGEN WEISS'],
    ['Nachbarschaftskueche am Lindenplatz e.V.', 'NACHBARSCHAFTSKUECHE AM LIN'],
    ['T BRANDLHUBER', 'Thea Brandlhuber'],
    ['MR A BERGER', 'Anna Berger'],
  ] as const) {
    assert.deepEqual([verdict(a, b), verdict(b, a)], ['one', 'one'], `${a} and ${b}`);
  }
  for (const [a, b] of [
    ['Anna Ahorn', 'Bert Birke'],
    ['Anna Berger', 'Ben Berger'],
  ] as const) {
    assert.deepEqual([verdict(a, b), verdict(b, a)], ['two', 'two'], `${a} and ${b}`);
  }
});

test('an account is the same in each writing, and a masked one is asked', () => {
  const verdict = (a: string, b: string) =>
    compareLines(readLine({ ...EMPTY, payerAccount: a }), readLine({ ...EMPTY, payerAccount: b })).verdict;
  const iban = 'DE75512108001245126199';
  assert.equal(verdict(iban, 'DE75 5121 0800 1245 1261 99'), 'one');
  assert.equal(verdict(iban, '1245126199'), 'one');
  assert.equal(verdict(iban, 'DE75****6199'), 'asked');
  assert.equal(verdict(iban, 'DE12500105170648489890'), 'two');
  assert.equal(verdict('0000124512', '124512'), 'one');
});

test('lines find their movements in every order of both', () => {
  const anna = { payer: 'Anna Ahorn', payerAccount: 'DE75512108001245126199', endToEndId: 'A' };
  const bert = { payer: 'Bert Birke', payerAccount: 'DE12500105170648489890', endToEndId: 'B' };
  // One that names nothing, one with a name alone, one with everything; twins of one payer.
  const lines: Partial<IdentifiedLine>[] = [
    {},
    { payer: anna.payer },
    bert,
    { ...anna, texts: ['x'] },
    { ...anna, texts: ['x'] },
  ];
  const reports = [anna, bert, anna, { payer: anna.payer }, {}].map((line) => ({ ...EMPTY, ...line }));
  for (const order of permutations(lines.map((_, at) => at))) {
    const all = order.map((at, id) => known(id + 1, lines[at] as Partial<IdentifiedLine>));
    const found = identifyLines(reports, all).map(({ isLine }) => isLine);
    assert.equal(new Set(found).size, 5, `each is one of its own: ${found.join()}`);
    const [, ofBert] = found;
    assert.equal(order[(ofBert ?? 0) - 1], 2, 'Bert is Bert');
    const twins = [found[0], found[2]].map((id) => order[(id ?? 0) - 1]).toSorted();
    assert.ok(twins.every((at) => at !== 2));
  }
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

test('thousands of equal lines are counted and not compared one by one', () => {
  const all = Array.from({ length: 20_000 }, (_, at) => known(at + 1, { payer: 'Anna Ahorn' }));
  const report = Array.from({ length: 20_001 }, () => ({ ...EMPTY, payer: 'Anna Ahorn' }));
  const found = identifyLines(report, all);
  assert.equal(new Set(found.flatMap(({ isLine }) => isLine ?? [])).size, 20_000);
  assert.equal(found.filter(({ isLine }) => isLine === undefined).length, 1);
});
