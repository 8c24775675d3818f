/** A workbook (.xlsx, .ods) as its sheets. */
import { unpack } from './archive.ts';
import { worksheetsIn } from './excel.ts';
import { openDocumentSheets } from './open-document.ts';
import type { Worksheet } from './types.ts';

/** Whether an archive with these files is a workbook. */
export const isWorkbook = (names: readonly string[]): boolean =>
  names.some((name) => /^(?:\[Content_Types\]\.xml|xl\/workbook\.xml|content\.xml)$/i.test(name));

/** The sheets that have rows. @throws PackedFileFault */
export async function sheetsOf(file: Buffer): Promise<Worksheet[]> {
  const files = await unpack(file);
  const parts = new Map(files.map(({ name, bytes }) => [name.replace(/^\//, ''), bytes.toString('utf8')]));
  const open = parts.get('content.xml');
  return open === undefined ? worksheetsIn(parts) : openDocumentSheets(open);
}
