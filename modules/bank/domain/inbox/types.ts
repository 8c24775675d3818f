/** The inbox: every movement on the community's bank accounts, until it is explained. Amounts of money are exact text. */

import type { RowFrom } from '../../../../core/database/query.ts';
import type { BankLine, BankStatement } from '../../../bank-files/types.ts';
import type { InboxReason, InboxState } from '../../contract/inbox-words.ts';
import type { selectCreditFacts, selectSettledFacts } from './fact-queries.ts';

/**
 * What the payer's text names: one member, several, a reference that fails, one that is nobody's, or nothing; or a person
 * has chosen the member.
 */
export type Names = 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen';

/** The parts of a bank's line that are stored as they were read; its texts are the payer's alone. */
export interface StoredLine extends Omit<BankLine, 'place' | 'isPending' | 'unreadable' | 'uetr' | 'bookingTexts'> {
  readonly uetr: string | null;
  readonly bookingTexts: readonly string[];
}

/** A line that an import writes. */
export interface NewBankLine extends StoredLine {
  readonly accountId: number;
  readonly statementKind: BankStatement['kind'];
  readonly format: BankStatement['format'];
  readonly namedMemberId: string | null;
  readonly names: Names;
  /** The line that it may be: a person says. */
  readonly mayBeLineId: number | null;
}

/** One movement as it is stored, with what is known of its account and its file. */
export type LineFacts = Omit<RowFrom<typeof selectSettledFacts>, 'isReturned'>;

/** A credit that a partner, or the inbox, has booked. */
export type CreditFact = RowFrom<typeof selectCreditFacts>;

/** What approving a line books. */
export interface Proposal {
  readonly memberId: string;
  /** Negative: hours that are taken back. */
  readonly seconds: number;
  /** The credit that is reversed; null: a new credit. */
  readonly creditId: string | null;
}

export interface LineExplanation {
  readonly state: InboxState;
  readonly reason: InboxReason;
  readonly proposal: Proposal | null;
  readonly creditId: string | null;
  readonly returnsLineId: number | null;
}
