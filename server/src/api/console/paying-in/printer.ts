/** Sheets as a PDF, with letters that every reader has: the font is part of the file. */
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SlipSheet } from '@timebank/contract/console';
import type { Measure } from './sheet.ts';

/** Arimo has the shapes and widths of Liberation Sans, one of the fonts that the QR-bill allows. */
const FONTS = () => ({
  regular: import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
});
const POINTS_PER_MM = 72 / 25.4;

/** Measures letters, and makes one PDF. */
export interface Printer {
  readonly measure: Measure;
  /** @param title of the document, for the reader's window */
  readonly print: (sheets: readonly SlipSheet[], title: string) => Promise<Buffer>;
}

/** The library is loaded with the first slip: most processes print none. */
export async function openPrinter(): Promise<Printer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ autoFirstPage: false, margin: 0 });
  for (const [name, address] of Object.entries(FONTS())) {
    document.registerFont(name, await readFile(fileURLToPath(address)));
  }
  const font = (size: number, bold: boolean) => document.font(bold ? 'bold' : 'regular', size);
  return {
    measure: (text, size, bold) => font(size, bold).widthOfString(text) / POINTS_PER_MM,
    async print(sheets, title) {
      document.info.Title = title;
      const chunks: Buffer[] = [];
      const ended = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject));
      document.on('data', (chunk: Buffer) => chunks.push(chunk));
      for (const sheet of sheets) {
        draw(document, sheet);
        // Other requests are answered between two pages.
        await setImmediate();
      }
      document.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

function draw(document: PDFKit.PDFDocument, { width, height, shapes, lines, texts }: SlipSheet): void {
  const mm = POINTS_PER_MM;
  document.addPage({ size: [width * mm, height * mm], margin: 0 });
  for (const { path, x, y, scale, colour } of shapes) {
    document
      .save()
      .translate(x * mm, y * mm)
      .scale(scale * mm)
      .path(path)
      .fill(colour)
      .restore();
  }
  document.fillColor('black').strokeColor('black');
  for (const { x1, y1, x2, y2, width } of lines) {
    document
      .lineWidth(width)
      .moveTo(x1 * mm, y1 * mm)
      .lineTo(x2 * mm, y2 * mm)
      .stroke();
  }
  for (const { text, x, y, size, bold } of texts) {
    document
      .font(bold ? 'bold' : 'regular', size)
      .text(text, x * mm, y * mm, { lineBreak: false, baseline: 'alphabetic' });
  }
}
