/** Field 86 of MT940 and MT942: what a bank says about an entry, in one of the three forms that are in use. */
import { readGermanForm } from './mt-german.ts';
import { readLabels } from './mt-labels.ts';
import { readSlashCodes } from './mt-slash.ts';
import { CUT, type MtInformation } from './mt-text.ts';

/** @param lines of the field; the bank may have cut them at any column */
export function readInformation(lines: readonly string[]): MtInformation {
  return readGermanForm(joinLines(lines)) ?? readSlashCodes(joinLines(lines)) ?? readLabels(lines);
}

/** Shorter lines end where their writer ended them; longer ones were cut at the column where the field ends. */
const CUT_FROM = 50;

/** One line; the place of each cut is kept as a mark. */
function joinLines(lines: readonly string[]): string {
  const [first = '', ...more] = lines.map((line) => line.replaceAll(CUT, ''));
  let joined = first;
  let before = first.length + 4;
  for (const line of more) {
    joined += (before >= CUT_FROM ? CUT : `${CUT} `) + line;
    before = line.length;
  }
  return joined;
}
