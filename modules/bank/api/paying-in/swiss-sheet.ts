/**
 * The Swiss QR-bill on a sheet of A4: receipt and payment part at its lower edge, with the measures, letters and words of the
 * SIX style guide.
 */
import type { HolderAddress } from '../../domain/inbox/file-queries.ts';
import { drawCode, drawCorners, drawLine, emptySheet, grouped, type Measure, type Sheet, setText } from './sheet.ts';
import { type SlipFacts, setHead } from './slip-head.ts';
import { SLIP_WORDS, type SlipWords } from './words.ts';

const [WIDTH, HEIGHT] = [210, 297];
/** The upper edge of both parts, and where the payment part begins. */
const [TOP, PART_X] = [HEIGHT - 105, 62];

/** Letters: of the title, and of headings and values in both parts. */
const TITLE = { size: 11, leading: 11, bold: true };
const RECEIPT = { heading: { size: 6, leading: 9, bold: true }, value: { size: 8, leading: 9 } };
const PART = { heading: { size: 8, leading: 11, bold: true }, value: { size: 10, leading: 11 } };

export interface SwissFacts extends SlipFacts {
  readonly address: HolderAddress;
  readonly payload: string;
}

export function swissSheet(facts: SwissFacts, measure: Measure): Sheet {
  const words = SLIP_WORDS[facts.language];
  const sheet = emptySheet(WIDTH, HEIGHT);
  const head = setHead(sheet, measure, facts, { x: 20, y: 22, width: 170, scale: 1.3 });
  setText(sheet, measure, words.hint, { x: 20, y: head + 4, width: 170 }, { size: 10, leading: 13 });
  const note = { size: 7, leading: 9 };
  const noteWidth = measure(words.separate, note.size, false);
  setText(sheet, measure, words.separate, { x: (WIDTH - noteWidth) / 2, y: TOP - 4, width: noteWidth + 1 }, note);
  drawLine(sheet, [0, TOP], [WIDTH, TOP], 0.5);
  drawLine(sheet, [PART_X, TOP], [PART_X, HEIGHT], 0.5);
  setReceipt(sheet, measure, facts, words);
  setPaymentPart(sheet, measure, facts, words);
  return sheet;
}

function setReceipt(sheet: Sheet, measure: Measure, facts: SwissFacts, words: SlipWords): void {
  const x = 5;
  setText(sheet, measure, words.receipt, { x, y: TOP + 5, width: 52 }, TITLE);
  setInformation(
    sheet,
    measure,
    facts,
    words,
    { x, y: TOP + 12, width: 52, linesMax: 2, addressLinesMax: 1 },
    RECEIPT,
    [52, 20],
  );
  const y = TOP + 68;
  setAmount(sheet, measure, facts, words, { x, y, amountX: x + 13 }, RECEIPT);
  if (facts.amount === null) drawCorners(sheet, 27, y, 30, 10);
  const width = measure(words.acceptancePoint, 6, true);
  setText(sheet, measure, words.acceptancePoint, { x: 57 - width, y: TOP + 82, width: width + 1 }, RECEIPT.heading);
}

function setPaymentPart(sheet: Sheet, measure: Measure, facts: SwissFacts, words: SlipWords): void {
  const x = PART_X + 5;
  setText(sheet, measure, words.paymentPart, { x, y: TOP + 5, width: 51 }, TITLE);
  const side = 46;
  drawCode(sheet, facts.payload, x, TOP + 17, side);
  drawCross(sheet, x + side / 2, TOP + 17 + side / 2);
  const y = TOP + 68;
  setAmount(sheet, measure, facts, words, { x, y, amountX: x + 15 }, PART);
  if (facts.amount === null) drawCorners(sheet, x + 11, y + 5, 40, 15);
  const place = { x: x + 51, y: TOP + 5, width: 87, linesMax: 2, addressLinesMax: 2 };
  setInformation(sheet, measure, facts, words, place, PART, [65, 25]);
}

type Letters = typeof RECEIPT | typeof PART;
interface Column {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly linesMax: number;
  /** Of the street, and of the town. */
  readonly addressLinesMax: number;
}

/** Account, reference, and a field for the payer. */
function setInformation(
  sheet: Sheet,
  measure: Measure,
  { iban, holder, address, reference }: SwissFacts,
  words: SlipWords,
  column: Column,
  { heading, value }: Letters,
  field: readonly [width: number, height: number],
): void {
  const gap = heading.size * 0.4;
  let { y } = column;
  const set = (text: string, style: typeof value, linesMax = column.linesMax) => {
    y = setText(sheet, measure, text, { ...column, y, linesMax }, style);
  };
  set(words.account, heading);
  set(grouped(iban), value);
  set(holder, value);
  for (const line of addressLines(address)) set(line, value, column.addressLinesMax);
  y += gap;
  set(words.reference, heading);
  set(grouped(reference), value);
  y += gap;
  set(words.payableBy, heading);
  drawCorners(sheet, column.x, y + 0.5, field[0], field[1]);
}

function addressLines({ street, houseNumber, postcode, town, country }: HolderAddress): string[] {
  const road = [street, houseNumber].filter((part) => part !== null).join(' ');
  const abroad = country === 'CH' ? '' : `${country}-`;
  return [road, `${abroad}${postcode} ${town}`].filter((line) => line !== '');
}

function setAmount(
  sheet: Sheet,
  measure: Measure,
  { currency, amount }: SwissFacts,
  words: SlipWords,
  { x, y, amountX }: { readonly x: number; readonly y: number; readonly amountX: number },
  { heading, value }: Letters,
): void {
  const below = setText(sheet, measure, words.currency, { x, y, width: amountX - x }, heading);
  setText(sheet, measure, currency, { x, y: below, width: amountX - x }, value);
  setText(sheet, measure, words.amount, { x: amountX, y, width: 36 }, heading);
  if (amount === null) return;
  const shown = amount.replace(/\B(?=(\d{3})+\.)/g, ' ');
  setText(sheet, measure, shown, { x: amountX, y: below, width: 36 }, value);
}

/** The Swiss cross of 7 mm with its white border, in the units of the original drawing. */
function drawCross(sheet: Sheet, centreX: number, centreY: number): void {
  const units = 19.8;
  const scale = 7 / units;
  const place = { x: centreX - 3.5, y: centreY - 3.5, scale };
  sheet.shapes.push(
    { path: `M0 0h${units}v${units}h-${units}z`, ...place, colour: 'white' },
    { path: 'M1.42 1.42h16.96v16.96h-16.96z', ...place, colour: 'black' },
    { path: 'M8.3 4h3.3v11h-3.3zM4.4 7.9h11v3.3h-11z', ...place, colour: 'white' },
  );
}
