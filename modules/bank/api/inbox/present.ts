/** Lines and files of the inbox, as both doors show them. */
import { encodeId } from '@timebank/contract';
import type { ConsoleFieldError } from '../../../../console/desk/contract/errors.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { type Refusal, refusal } from '../../../../core/base/refusal.ts';
import type { BankFileFault, BankQuestion } from '../../../bank-files/types.ts';
import { type InboxFile, InboxLine } from '../../contract/inbox.ts';
import type { MemberBy } from '../../contract/inbox-words.ts';
import type { BankFileView } from '../../domain/inbox/file-queries.ts';
import type { ShownLineRow } from '../../domain/inbox/likely-members.ts';
import type { ListedLineRow } from '../../domain/inbox/queries.ts';

export function presentInboxLine(row: ShownLineRow): InboxLine {
  const { proposedMemberId, proposedMemberName, proposedSeconds, creditId } = row;
  return {
    ...shownAs(InboxLine, row),
    account: row.account || null,
    text: [...row.texts, ...row.bookingTexts].join(' '),
    proposal:
      proposedMemberId === null || proposedSeconds === null
        ? null
        : {
            user_id: encodeId('usr', proposedMemberId),
            name: proposedMemberName ?? '',
            number: row.proposedMemberNumber,
            seconds: proposedSeconds,
          },
    likely_member: row.likely && {
      user_id: encodeId('usr', row.likely.id),
      name: row.likely.name,
      number: row.likely.number,
    },
    member_by: memberBy(row),
    may_be:
      row.mayBeLineId === null || row.mayBeState === null
        ? null
        : {
            ...{ id: row.mayBeLineId, booked_on: row.mayBeBookedOn, payer: row.mayBePayer },
            ...{ text: (row.mayBeTexts ?? []).join(' '), state: row.mayBeState },
          },
    same_as: row.sameAsLineId,
    credit_id: creditId && encodeId('crd', creditId),
    credit_member:
      row.creditMemberId === null
        ? null
        : {
            user_id: encodeId('usr', row.creditMemberId),
            name: row.creditMemberName ?? '',
            number: row.creditMemberNumber,
          },
    returns: row.returnsLineId,
  };
}

/** Whose word the member is: what a person chose stays a person's once it is booked. */
export function memberBy(row: ListedLineRow): MemberBy | null {
  const { state, reason, names, namedMemberId, proposedSeconds, creditMemberId } = row;
  if (state === 'open') {
    if (proposedSeconds === null || proposedSeconds < 0) return null;
    return reason === 'proposed_by_choice' ? 'account' : names === 'chosen' ? 'person' : 'payer';
  }
  if (reason !== 'booked_here') return null;
  if (names === 'chosen') return 'person';
  if (names !== 'member') return 'account';
  return namedMemberId === creditMemberId ? 'payer' : 'person';
}

export function presentInboxFile(row: BankFileView): InboxFile {
  const { firstDay, lastDay, accounts } = row;
  return {
    id: row.fileId,
    hash: row.sha256.toString('hex'),
    name: row.name,
    account: accounts[0] || null,
    accounts: accounts.filter((account) => account !== ''),
    period: firstDay === null || lastDay === null ? null : { from: firstDay, to: lastDay },
    proofs: row.proofs.map((proof) => ({ ...proof })),
    questions: presentQuestions(row.questions),
    imported_by: row.importedBy,
    imported_at: row.importedAt.toISOString(),
  };
}

export const presentQuestions = (questions: readonly BankQuestion[]): InboxFile['questions'] =>
  questions.map((question) => ({ ...question, options: question.options && [...question.options] }));

/** A file that cannot be read, at its field: the code, and the values of its sentence in the console's languages. */
export function fileRefusal({ code, message, params }: BankFileFault): Refusal {
  const fault: ConsoleFieldError = { field: 'file', code, message, values: { ...params } };
  return refusal('validation_failed', message, [fault]);
}
