/** The question that a file's dates leave open. */
import type { DateOrder } from '../import/types.ts';
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
