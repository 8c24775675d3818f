/** A workbook (.xlsx, .ods) as its sheets. */
import { encrypted, unpack } from './archive.ts';
import { worksheetsIn } from './excel.ts';
import { openDocumentSheets } from './open-document.ts';
import type { Worksheet } from './record-types.ts';

/** Whether an archive with these files is a workbook. */
export const isWorkbook = (names: readonly string[]): boolean =>
  names.some((name) => /^(?:\[Content_Types\]\.xml|xl\/workbook\.xml|content\.xml)$/i.test(name));

/** The sheets that a person sees and that have rows. @throws PackedFileFault */
export async function sheetsOf(file: Buffer): Promise<Worksheet[]> {
  const files = await unpack(file);
  const parts = new Map(
    files.map(({ name, bytes }) => [name.replace(/^\//, '').toLowerCase(), bytes.toString('utf8')]),
  );
  if (parts.get('meta-inf/manifest.xml')?.includes('encryption-data')) throw encrypted();
  const open = parts.get('content.xml');
  const sheets = open === undefined ? worksheetsIn(parts) : openDocumentSheets(open);
  return sheets.filter(({ records }) => records.length > 0);
}
