/** A sheet of paper as a list of marks, for the screen and for a PDF alike. Lengths are millimetres, sizes of letters points. */

import { encode } from 'uqr';
import type { SlipSheet } from '../../contract/paying-in.ts';

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
export type Sheet = Mutable<SlipSheet>;

/** Width of a text in millimetres. */
export type Measure = (text: string, size: number, bold: boolean) => number;

const MM_PER_POINT = 25.4 / 72;

export const emptySheet = (width: number, height: number): Sheet => ({
  width,
  height,
  shapes: [],
  lines: [],
  texts: [],
});

/** How a paragraph is set. `leading` is the distance of two lines, in points. */
export interface Style {
  readonly size: number;
  readonly leading: number;
  readonly bold?: boolean;
}

interface TextBox {
  readonly x: number;
  /** The upper edge. */
  readonly y: number;
  readonly width: number;
  /** Further lines are cut off. */
  readonly linesMax?: number;
}

/**
 * Sets a text in lines that fit.
 * @returns the lower edge
 */
export function setText(sheet: Sheet, measure: Measure, text: string, place: TextBox, style: Style): number {
  const { size, leading, bold = false } = style;
  const lines = linesOf(text, place.width, (part) => measure(part, size, bold)).slice(0, place.linesMax);
  const step = leading * MM_PER_POINT;
  lines.forEach((line, index) => {
    sheet.texts.push({ text: line, x: place.x, y: place.y + index * step + size * MM_PER_POINT, size, bold });
  });
  return place.y + lines.length * step;
}

/** Breaks at spaces; a word that is too long for a line is cut. */
function linesOf(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (measure(line) > width) {
      const part = fittingPart(line, width, measure);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
}

function fittingPart(word: string, width: number, measure: (text: string) => number): string {
  const characters = [...word];
  let count = characters.length - 1;
  while (count > 1 && measure(characters.slice(0, count).join('')) > width) count--;
  return characters.slice(0, count).join('');
}

/** @param width of the line, in points */
export function drawLine(sheet: Sheet, from: readonly [number, number], to: readonly [number, number], width = 0.75) {
  sheet.lines.push({ x1: from[0], y1: from[1], x2: to[0], y2: to[1], width });
}

/** Four corners that say where to write by hand. */
export function drawCorners(sheet: Sheet, x: number, y: number, width: number, height: number): void {
  const arm = 3;
  for (const [cornerX, towardsX] of [
    [x, arm],
    [x + width, -arm],
  ] as const) {
    for (const [cornerY, towardsY] of [
      [y, arm],
      [y + height, -arm],
    ] as const) {
      drawLine(sheet, [cornerX, cornerY], [cornerX + towardsX, cornerY]);
      drawLine(sheet, [cornerX, cornerY], [cornerX, cornerY + towardsY]);
    }
  }
}

/** A QR code of a side of so many millimetres, without a quiet zone: error correction M, as both standards ask for. */
export function drawCode(sheet: Sheet, payload: string, x: number, y: number, side: number): void {
  const { data, size } = encode(payload, { ecc: 'M', border: 0 });
  const path = data.map((row, line) => rowPath(row, line)).join('');
  sheet.shapes.push({ path, x, y, scale: side / size, colour: 'black' });
}

/** The dark runs of a row. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`;
  }
  return path;
}

/** An account or a reference in groups of four. */
export const grouped = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ');
