/** Files with one byte for each letter: which letters they are is one decision for all files, asked where none shows it. */

import { FileFault } from '../../../tables/record-types.ts';
import { CODE_PAGES, guessCodePage } from '../import/code-pages.ts';
import { decodeText, isInCodePage } from '../import/decode.ts';
import { type MoveFile, MoveFileFault, type MoveTools } from './types.ts';

/** The files, those in a code page as UTF-8. @throws MoveFileFault where a file is UTF-8 but for a few bytes */
export function withoutCodePages(files: readonly MoveFile[], tools: MoveTools): MoveFile[] {
  const inPages = files.filter(isInPage);
  if (inPages.length === 0) return [...files];
  const { page, words } = guessCodePage(Buffer.concat(inPages.flatMap(({ bytes }) => [bytes, Buffer.from('\n')])));
  const examples = Object.fromEntries(CODE_PAGES.map((one) => [one, words[one].join(', ')]));
  const question = `Which of these are right: ${Object.values(examples).join(' or ')}?`;
  const chosen =
    page === 'unclear'
      ? tools.ask({ key: 'encoding', question, options: CODE_PAGES, suggested: CODE_PAGES[0], examples })
      : page;
  return files.map((file) =>
    inPages.includes(file) ? { ...file, bytes: Buffer.from(decodeText(file.bytes, chosen).text) } : file,
  );
}

function isInPage({ name, bytes }: MoveFile): boolean {
  try {
    return isInCodePage(bytes);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new MoveFileFault(
      'unreadable',
      { file: name, line: error.line },
      `${name}, line ${error.line}: ${error.message}`,
    );
  }
}
