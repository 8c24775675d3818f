/** Codes read back by ZXing, which has no code in common with what draws them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const run = promisify(execFile);
/** Of what home printers and screens do well. */
const DOTS_PER_INCH = 150;

/** The texts of all QR codes in a PNG. */
export async function readCodes(png: Buffer): Promise<string[]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const found = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'], tryHarder: true });
  return found.map(({ text }) => text);
}

/** The pages of a PDF as Poppler draws them, and its words with one space between them. */
export async function readPdf(pdf: Buffer): Promise<{ readonly pages: readonly Buffer[]; readonly text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'timebank-pdf-'));
  try {
    const file = join(folder, 'slip.pdf');
    await writeFile(file, pdf);
    await run('pdftoppm', ['-png', '-r', String(DOTS_PER_INCH), file, join(folder, 'page')]);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).toSorted();
    const pages = await Promise.all(names.map((name) => readFile(join(folder, name))));
    const { stdout } = await run('pdftotext', ['-layout', file, '-']);
    return { pages, text: stdout.replaceAll(/\s+/g, ' ') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
