/** Texts of a bank's file: bounded, and without characters that a terminal takes for commands. */
import { BankFileFault } from './types.ts';

/** Statements without payments, and words that banks write where there is no reference. */
const PLACEHOLDER = /^(?:not ?provided|nonref|notavailable|keine (?:referenz|angabe)|none|n\/a|null|0+|[-./\s]*)$/i;
export const LINES_MAX = 50_000;
export const TEXT_MAX = 2000;
/** Pieces of one movement's text. */
export const PIECES_MAX = 100;
const NAME_MAX = 140;

/** All of Unicode's control characters but line breaks and tab. */
const CONTROL = /[^\P{Cc}\n\r\t]/u;

/**
 * For every text that is kept: people read them, also on a terminal, where a control character is a command.
 * @throws BankFileFault naming the line and the character
 */
export function refuseControls(text: string, line: number): void {
  const found = CONTROL.exec(text)?.[0];
  if (found === undefined) return;
  const name = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const message = `Line ${line} has the control character ${name}, which no bank's statement has; remove it.`;
  throw new BankFileFault('control_character', message, { line, found: name });
}

/** A reference in a field made for one; null for a placeholder such as NOTPROVIDED or NONREF. */
export function bankReferenceOf(text: string | undefined): string | null {
  const plain = text?.trim() ?? '';
  return PLACEHOLDER.test(plain) ? null : plain;
}

/** A name in at most 140 characters; null where there is none. */
export function partyName(text: string | undefined): string | null {
  const plain = text?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return PLACEHOLDER.test(plain) ? null : [...plain].slice(0, NAME_MAX).join('');
}

/** An account number as `BankLine.payerAccount` has it. */
export const accountOf = (text: string | undefined): string | null =>
  bankReferenceOf(text?.replaceAll(/\s/g, '').slice(0, 50));

export function tooManyLines(): BankFileFault {
  const message = `The file has more than ${LINES_MAX} movements; choose a shorter period in e-banking.`;
  return new BankFileFault('too_many_lines', message, { max: LINES_MAX });
}

const FILE_NAME_MAX = 255;

/** A file's name as it is stored; null: it has none. */
export const keptFileName = (name: string | null): string | null =>
  name?.replaceAll(/\p{C}/gu, '\ufffd').slice(0, FILE_NAME_MAX) || null;
