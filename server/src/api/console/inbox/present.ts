/** Lines and files of the inbox, as both doors show them. */
import { encodeId } from '@timebank/contract';
import type { InboxFile, InboxLine } from '@timebank/contract/console';
import type { BankFileFault } from '../../../domain/bank-files/types.ts';
import type { BankFileView } from '../../../domain/inbox/file-queries.ts';
import type { ListedLineRow } from '../../../domain/inbox/queries.ts';
import { type Refusal, refusal } from '../../../platform/base/refusal.ts';

export function presentInboxLine(row: ListedLineRow): InboxLine {
  const { proposedMemberId, proposedMemberName, proposedSeconds, creditId } = row;
  return {
    id: row.id,
    account: row.account || null,
    booked_on: row.bookedOn,
    amount: row.amount,
    currency: row.currency,
    payer: row.payer,
    payer_account: row.payerAccount,
    reference: row.reference,
    end_to_end_id: row.endToEndId,
    text: row.texts.join(' '),
    state: row.state,
    reason: row.reason,
    proposal:
      proposedMemberId === null || proposedSeconds === null
        ? null
        : {
            user_id: encodeId('usr', proposedMemberId),
            name: proposedMemberName ?? '',
            seconds: proposedSeconds,
          },
    credit_id: creditId && encodeId('crd', creditId),
    credit_member:
      row.creditMemberId === null
        ? null
        : { user_id: encodeId('usr', row.creditMemberId), name: row.creditMemberName ?? '' },
    returns: row.returnsLineId,
    note: row.note,
    decided_by: row.decidedBy,
    decided_by_name: row.decidedByName,
    decided_at: row.decidedAt?.toISOString() ?? null,
    imported_by: row.importedBy,
    imported_by_name: row.importedByName,
  };
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
    questions: row.questions.map((question) => ({ ...question, options: question.options && [...question.options] })),
    imported_by: row.importedBy,
    imported_at: row.importedAt.toISOString(),
  };
}

/** A file that cannot be read, at its field: the code, and the values of its sentence in the console's languages. */
export function fileRefusal({ code, message, params }: BankFileFault): Refusal {
  return refusal('validation_failed', message, [{ field: 'file', code, message, values: { ...params } }]);
}
