/** The questions that several formats leave open. */
import type { DateOrder } from '../tables/record-types.ts';
import type { BankQuestion } from './types.ts';

/** @param written one date that can be read in both ways */
export function dateQuestion(written: string, suggested: DateOrder): BankQuestion {
  return {
    key: 'dates',
    question: `Does ${written} begin with the day or with the month?`,
    options: ['dmy', 'mdy'],
    suggested,
  };
}

/** A file without any currency. */
export const CURRENCY_QUESTION: BankQuestion = {
  key: 'currency',
  question: 'Which currency are the amounts in?',
  options: null,
  suggested: null,
};
