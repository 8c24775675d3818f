/** Partners' calls and their errors in an administrator's words. Loaded with the screens that need them. */
import type { ErrorCode, PartnerOperationId } from '@timebank/contract';
import { useLanguage } from '../text.ts';
import { callWordsDe } from './call-words-de.ts';
import { callWordsEn } from './call-words-en.ts';

/** What a call was about, ready to be read. */
export interface CallSubject {
  /** The member's name, or "a member". */
  readonly member: string;
  readonly hours: string;
  readonly items: number;
}

export interface CallWords {
  readonly hours: (value: number, written: string) => string;
  readonly someone: string;
  /** Where the amount is not known. */
  readonly someHours: string;
  readonly reference: (reference: string) => string;
  readonly refused: (why: string) => string;
  readonly failed: (why: string) => string;
  /** Of many credits, some were refused. */
  readonly partly: (what: string, why: string) => string;
  readonly otherCall: string;
  readonly otherError: string;
  readonly code: string;
  readonly todo: string;
  readonly member: string;
  readonly memberHint: string;
  readonly referenceField: string;
  readonly referenceHint: string;
  readonly anyError: string;
  readonly subject: string;
  readonly reason: string;
  readonly status: string;
  /** What the call is for. */
  readonly names: Readonly<Record<PartnerOperationId, string>>;
  /** What the partner did by it. */
  readonly done: Readonly<Record<PartnerOperationId, (subject: CallSubject) => string>>;
  /** Why the partner was refused, and what is to be done about it. */
  readonly errors: Readonly<Record<ErrorCode, { readonly why: string; readonly todo: string }>>;
}

export const CALL_WORDS = { en: callWordsEn, de: callWordsDe } as const;

export function useCallWords(): CallWords {
  return CALL_WORDS[useLanguage().code];
}
