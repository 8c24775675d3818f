/** A slip of A6 with the EPC code, or without one where apps know none. */
import { drawCode, drawCorners, emptySheet, grouped, type Measure, type Sheet, setText } from './sheet.ts';
import { decimalIn, type SlipFacts, setHead } from './slip-head.ts';
import { SLIP_WORDS } from './words.ts';

const [WIDTH, HEIGHT, MARGIN] = [148, 105, 10];
const SIDE = 44;
const LABEL = { size: 7, leading: 9.5 };
const VALUE = { size: 10, leading: 12 };
const STRONG = { ...VALUE, bold: true };

/** @param facts.payload null: no code */
export function plainSheet(facts: SlipFacts & { readonly payload: string | null }, measure: Measure): Sheet {
  const words = SLIP_WORDS[facts.language];
  const sheet = emptySheet(WIDTH, HEIGHT);
  const width = facts.payload === null ? WIDTH - 2 * MARGIN : WIDTH - 3 * MARGIN - SIDE;
  const head = setHead(sheet, measure, facts, { x: MARGIN, y: 8, width: WIDTH - 2 * MARGIN, scale: 1 });
  const top = Math.max(head + 4, 33);
  let y = top;
  const set = (label: string, value: string, style: typeof VALUE) => {
    y = setText(sheet, measure, label, { x: MARGIN, y, width }, LABEL);
    y = setText(sheet, measure, value, { x: MARGIN, y, width, linesMax: 3 }, style) + 1.5;
  };
  set(words.holder, facts.holder, VALUE);
  set('IBAN', grouped(facts.iban), VALUE);
  set(words.reference, grouped(facts.reference), STRONG);
  const amount = facts.amount === null ? '' : ` ${decimalIn(facts.language, facts.amount)}`;
  set(words.amount, `${facts.currency}${amount}`, VALUE);
  if (facts.amount === null) drawCorners(sheet, MARGIN + 12, y - 7, 40, 8);
  if (facts.payload !== null) {
    const x = WIDTH - MARGIN - SIDE;
    drawCode(sheet, facts.payload, x, top, SIDE);
    setText(sheet, measure, words.scan, { x, y: top + SIDE + 2, width: SIDE }, LABEL);
  }
  const hint = facts.payload === null ? `${words.noCode} ${words.hint}` : words.hint;
  setText(sheet, measure, hint, { x: MARGIN, y: HEIGHT - 13, width: WIDTH - 2 * MARGIN }, LABEL);
  return sheet;
}
