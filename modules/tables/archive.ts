/** The files in a zip archive, within bounds of number, size and ratio. */
import yauzl from 'yauzl';
import { PackedFileFault } from './record-types.ts';

const ENTRIES_MAX = 500;
const BYTES_MAX = 64 * 1024 * 1024;
/** Statements are XML or text with much repetition: real ones shrink to a thirtieth. */
const RATIO_MAX = 200;
const RATIO_FREE_BYTES = 1024 * 1024;

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export const isZip = (bytes: Buffer): boolean =>
  bytes.length >= 4 && bytes.readUInt16LE(0) === 0x4b50 && [0x0403, 0x0605].includes(bytes.readUInt16LE(2));

/** Names of the entries, for telling a workbook from an archive. @throws PackedFileFault */
export async function namesInZip(bytes: Buffer): Promise<string[]> {
  const names: string[] = [];
  await walk(bytes, async (_, { fileName }) => void names.push(fileName));
  return names;
}

/**
 * Unpacks the files, without folders and what operating systems add.
 * @throws PackedFileFault
 */
export async function unpack(bytes: Buffer): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  let total = 0;
  await walk(bytes, async (zip, entry) => {
    const { fileName: name, uncompressedSize: size, compressedSize } = entry;
    if (/\/$|(?:^|\/)(?:__MACOSX\/|(?<!_rels\/)\.[^/]*$|Thumbs\.db$|desktop\.ini$)/.test(name)) return;
    if (entry.isEncrypted()) throw encrypted();
    total += size;
    if (total > BYTES_MAX || (size > RATIO_FREE_BYTES && size > compressedSize * RATIO_MAX)) throw outOfBounds();
    files.push({ name, bytes: await contentOf(zip, entry, size) });
  });
  return files;
}

export function encrypted(): PackedFileFault {
  return new PackedFileFault(
    'archive_encrypted',
    'The archive has a password; unpack it, and choose the files that are in it.',
  );
}

function outOfBounds(): PackedFileFault {
  const max = BYTES_MAX / 1024 / 1024;
  const message = `The archive may unpack to at most ${max} MiB and ${ENTRIES_MAX} files; unpack it and choose its files.`;
  return new PackedFileFault('archive_bounds', message, { max });
}

function damaged(): PackedFileFault {
  return new PackedFileFault('truncated', 'The archive is damaged or incomplete; download it again.');
}

type OnEntry = (zip: yauzl.ZipFile, entry: yauzl.Entry) => Promise<void>;

/** Goes through the entries one by one; whatever the library finds wrong is a damaged archive. */
async function walk(bytes: Buffer, onEntry: OnEntry): Promise<void> {
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  } catch {
    throw damaged();
  }
  if (zip.entryCount > ENTRIES_MAX) throw outOfBounds();
  try {
    for await (const entry of zip.eachEntry()) await onEntry(zip, entry);
  } catch (error) {
    throw error instanceof PackedFileFault ? error : damaged();
  }
}

async function contentOf(zip: yauzl.ZipFile, entry: yauzl.Entry, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let found = 0;
  for await (const part of await zip.openReadStreamPromise(entry)) {
    found += (part as Buffer).length;
    if (found > size) throw damaged();
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
