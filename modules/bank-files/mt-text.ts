/** What field 86 is read to, and texts that know where the bank cut them. */

/** What all forms are read to. Texts are as written; empty lists and undefined where the field has none. */
export interface MtInformation {
  /** What the payer wrote, in pieces as the bank cut it. */
  readonly texts: readonly string[];
  readonly endToEndId?: string | undefined;
  readonly payer?: string | undefined;
  /** On whose behalf the payer pays. */
  readonly ultimate?: string | undefined;
  readonly payerAccount?: string | undefined;
  /** The bank's own words for the kind of movement. */
  readonly words: string;
  /** Three digits of the German banks. */
  readonly germanCode?: string | undefined;
  readonly isReturn?: boolean;
  /** How many payments the entry counts. */
  readonly count?: number | undefined;
  /** The count is in a field made for it, not in free words. */
  readonly isCountStructured?: boolean;
  /** `CHF19,10` */
  readonly original?: string | undefined;
}

/** The mark of a place where the bank cut a text; no bank writes it. */
export const CUT = '\u{e000}';

/** Without the marks of cuts. */
export const uncut = (text: string): string => text.replaceAll(CUT, '');

/** The pieces of a text between cuts. */
export const piecesOf = (text: string): string[] => text.split(CUT).filter((piece) => piece.trim() !== '');
