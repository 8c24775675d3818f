/** What each language has of letters. */
import type { LetterKind } from '@timebank/contract/words';

/** The parts of a letter beside its text. */
export interface OnLetters {
  readonly hours: string;
  readonly openUntil: (day: string) => string;
}

export type Letters = Readonly<Record<LetterKind, { readonly title: string; readonly body: string }>>;
