/** Made by tools/statements.ts from what PostgreSQL says of the statements. Do not edit. */
import type { BankProof } from '../bank-files/types.ts';
import type { BankQuestion } from '../bank-files/types.ts';
import type { InboxReason } from './contract/inbox-words.ts';
import type { HolderAddress } from './domain/inbox/file-queries.ts';
import type { Counts } from './domain/reconcile/report.ts';
import type { EntryProblem } from './domain/reconcile/report.ts';
import type { UnreadablePart } from './domain/reconcile/types.ts';

declare module '../../core/database/query.ts' {
  interface StatementTypes {
    decide_lines: {
      parameters: { readonly rows: readonly { readonly id: number; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly reason: InboxReason; readonly creditId: string | null }[]; decidedBy: string; decidedAt: Date; note: string | null; communityId: number };
      row: { readonly id: number };
    };
    delete_bank_statements: {
      parameters: { communityId: number; fileId: number };
      row: never;
    };
    delete_old_comparison_lines: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    end_lines: {
      parameters: { readonly rows: readonly { readonly comparisonId: number; readonly number: number; readonly state: 'open' | 'asked' | 'explained' | 'settled' | 'carried' }[]; settledBy: number; communityId: number };
      row: never;
    };
    erase_bank_lines: {
      parameters: { erasedAt: Date; communityId: number; memberId: string };
      row: never;
    };
    erase_comparison_lines: {
      parameters: { communityId: number; memberId: string };
      row: never;
    };
    forget_asked_lines: {
      parameters: { communityId: number; fileId: number };
      row: never;
    };
    forget_payers: {
      parameters: { before: Date; limit: number };
      row: { readonly deleted: number };
    };
    insert_bank_account: {
      parameters: { communityId: number; account: string; namedBy: 'settings' | 'file'; createdAt: Date };
      row: { readonly id: number };
    };
    insert_bank_file: {
      parameters: { communityId: number; sha256: Buffer; name: string | null; accounts: readonly string[]; firstDay: string | null; lastDay: string | null; proofs: string; questions: string; importedBy: string; importedAt: Date };
      row: { readonly id: number };
    };
    insert_bank_lines: {
      parameters: { readonly rows: readonly { readonly accountId: number; readonly statementKind: 'final' | 'interim' | 'details'; readonly format: string; readonly reference: string | null; readonly isBankWide: boolean; readonly entryReference: string | null; readonly uetr: string | null; readonly endToEndId: string | null; readonly relatedReference: string | null; readonly bookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly originalAmount: string | null; readonly originalCurrency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly texts: readonly string[] | string; readonly bookingTexts: readonly string[] | string; readonly namedMemberId: string | null; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly kind: 'payment' | 'return' | 'own' | 'fee'; readonly missingDetails: number | null; readonly isUnreadable: boolean; readonly mayBeLineId: number | null }[]; communityId: number; fileId: number; createdAt: Date };
      row: { readonly id: number };
    };
    insert_bank_statements: {
      parameters: { readonly rows: readonly { readonly number: number; readonly accountId: number; readonly currency: string | null; readonly firstDay: string; readonly lastDay: string; readonly opening: string | null; readonly closing: string | null }[]; communityId: number; fileId: number };
      row: never;
    };
    insert_booked_references: {
      parameters: { readonly rows: readonly { readonly kind: 'credit' | 'credit_reversal'; readonly reference: string; readonly partnerId: number | null; readonly lineId: number }[]; communityId: number };
      row: never;
    };
    insert_comparison: {
      parameters: { communityId: number; partnerId: number; fileSha256: Buffer; fileName: string | null; comparedBy: string; comparedAt: Date; firstDay: string | null; lastDay: string | null; allMatched: boolean; counts: string };
      row: { readonly id: number };
    };
    insert_comparison_lines: {
      parameters: { readonly rows: readonly { readonly number: number; readonly kind: 'amount_differs' | 'member_differs' | 'on_statement_not_credited' | 'credited_not_on_statement' | 'reversed_without_return' | 'returned_without_reversal' | 'returned_without_credit' | 'unusable_reference' | 'case_differs' | 'proof_fails' | 'not_understood' | 'waiting_for_statement' | 'corrected' | 'returned_uncredited' | 'no_payment_reference'; readonly state: 'open' | 'asked' | 'explained' | 'settled' | 'carried' | null; readonly difference: Buffer | null; readonly place: string | null; readonly entryReference: string | null; readonly endToEndId: string | null; readonly amount: string | null; readonly entryAmount: string | null; readonly currency: string | null; readonly bookedOn: string | null; readonly worthHours: string | null; readonly payerText: string | null; readonly problem: EntryProblem | null; readonly unreadable: UnreadablePart | null; readonly isReversal: boolean; readonly creditId: string | null; readonly memberId: string | null; readonly namedMemberId: string | null; readonly note: string | null; readonly changedBy: string | null; readonly changedAt: Date | null }[]; communityId: number; comparisonId: number; partnerId: number; createdAt: Date };
      row: never;
    };
    insert_explanations: {
      parameters: { readonly rows: readonly { readonly transferId: string; readonly entryReference: string | null; readonly entryDay: string | null; readonly endToEndId: string | null }[]; communityId: number; partnerId: number; comparisonId: number };
      row: never;
    };
    insert_line_files: {
      parameters: { readonly rows: readonly { readonly number: number; readonly lineId: number; readonly place: string }[]; communityId: number; fileId: number };
      row: never;
    };
    insert_treasury: {
      parameters: { communityId: number; clientId: string; createdAt: Date };
      row: { readonly id: number };
    };
    join_line: {
      parameters: { id: number; lineId: number; communityId: number; decidedBy: string; decidedAt: Date };
      row: never;
    };
    keep_payer_choice: {
      parameters: { communityId: number; payerAccount: string; memberId: string; chosenBy: string; chosenAt: Date };
      row: never;
    };
    lock_current_lines: {
      parameters: { communityId: number; partnerId: number; fileSha256: Buffer };
      row: { readonly comparisonId: number; readonly number: number; readonly difference: Buffer | null; readonly state: 'open' | 'asked' | 'explained'; readonly note: string | null; readonly changedBy: string | null; readonly changedAt: Date | null };
    };
    lock_inbox: {
      parameters: { communityId: number };
      row: { readonly fourEyes: boolean };
    };
    lock_reconciliation_settings: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly matchBy: 'entry_reference' | 'end_to_end_id' };
    };
    lock_settlements: {
      parameters: { communityId: number };
      row: { readonly id: number };
    };
    mark_returned: {
      parameters: { readonly rows: readonly { readonly id: number; readonly creditId: string | null }[]; communityId: number };
      row: never;
    };
    name_member: {
      parameters: { memberId: string; communityId: number; id: number };
      row: never;
    };
    number_bank_account: {
      parameters: { account: string; communityId: number; id: number };
      row: never;
    };
    reopen_account: {
      parameters: { communityId: number; accountId: number };
      row: never;
    };
    select_active_members: {
      parameters: { communityId: number; ids: readonly string[] };
      row: { readonly id: string };
    };
    select_asked_file: {
      parameters: { communityId: number; sha256: Buffer };
      row: { readonly id: number };
    };
    select_bank_accounts: {
      parameters: { communityId: number };
      row: { readonly id: number; readonly account: string; readonly holder: string | null; readonly holderAddress: HolderAddress | null; readonly partnerId: number | null; readonly namedBy: 'settings' | 'file'; readonly answers: Readonly<Record<string, string>> };
    };
    select_bank_file_page: {
      parameters: { communityId: number; beforeId: number; limit: number };
      row: { readonly fileId: number; readonly sha256: Buffer; readonly name: string | null; readonly accounts: readonly string[]; readonly firstDay: string | null; readonly lastDay: string | null; readonly proofs: readonly BankProof[]; readonly questions: readonly BankQuestion[]; readonly importedBy: string; readonly importedAt: Date };
    };
    select_bank_files: {
      parameters: { communityId: number; ids: readonly number[] };
      row: { readonly fileId: number; readonly sha256: Buffer; readonly name: string | null; readonly accounts: readonly string[]; readonly firstDay: string | null; readonly lastDay: string | null; readonly proofs: readonly BankProof[]; readonly questions: readonly BankQuestion[]; readonly importedBy: string; readonly importedAt: Date };
    };
    select_chosen_members: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string; readonly name: string; readonly paymentReference: string; readonly language: 'en' | 'de' | 'es' | 'fr' | 'it'; readonly isErased: boolean };
    };
    select_comparison: {
      parameters: { communityId: number; partnerId: number; id: number };
      row: { readonly id: number; readonly fileName: string | null; readonly fileSha256: string; readonly comparedAt: Date; readonly comparedBy: string | null; readonly firstDay: string | null; readonly lastDay: string | null; readonly allMatched: boolean; readonly counts: Counts; readonly lines: unknown; readonly openNotCompared: number };
    };
    select_comparison_line: {
      parameters: { communityId: number; partnerId: number; comparisonId: number; number: number };
      row: { readonly comparisonId: number; readonly number: number; readonly kind: 'amount_differs' | 'member_differs' | 'on_statement_not_credited' | 'credited_not_on_statement' | 'reversed_without_return' | 'returned_without_reversal' | 'returned_without_credit' | 'unusable_reference' | 'case_differs' | 'proof_fails' | 'not_understood' | 'waiting_for_statement' | 'corrected' | 'returned_uncredited' | 'no_payment_reference'; readonly state: 'open' | 'asked' | 'explained' | 'settled' | 'carried' | null; readonly place: string | null; readonly entryReference: string | null; readonly endToEndId: string | null; readonly amount: string | null; readonly entryAmount: string | null; readonly currency: string | null; readonly bookedOn: string | null; readonly worthHours: number | null; readonly payerText: string | null; readonly problem: EntryProblem | null; readonly unreadable: UnreadablePart | null; readonly isReversal: boolean; readonly creditId: string | null; readonly namedMember: unknown; readonly note: string | null; readonly changedBy: string | null; readonly changedAt: Date | null; readonly revision: number; readonly settledBy: number | null };
    };
    select_comparison_page: {
      parameters: { communityId: number; partnerId: number; beforeId: number; limit: number };
      row: { readonly id: number; readonly fileName: string | null; readonly fileSha256: string; readonly comparedAt: Date; readonly comparedBy: string | null; readonly firstDay: string | null; readonly lastDay: string | null; readonly allMatched: boolean; readonly counts: Counts; readonly lines: unknown; readonly openNotCompared: number };
    };
    select_corrections: {
      parameters: { communityId: number; partnerId: number; creditIds: readonly string[] };
      row: { readonly id: string; readonly correctsReference: string | null; readonly correctedByReference: string | null };
    };
    select_credit_facts: {
      parameters: { references: readonly string[]; communityId: number; memberIds: readonly string[]; firstDay: string; ids: readonly string[] };
      row: { readonly id: string; readonly partnerId: number; readonly isInternal: boolean; readonly memberId: string; readonly seconds: number; readonly reference: string | null; readonly endToEndId: string | null; readonly bookedOn: string; readonly isReversed: boolean };
    };
    select_credits_paid_under: {
      parameters: { communityId: number; partnerId: number; endToEndIds: readonly string[] };
      row: { readonly id: string; readonly reference: string | null; readonly amountSeconds: number; readonly bookedOn: string; readonly memberId: string; readonly memberName: string; readonly memberNumber: string | null; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversedOn: string | null; readonly correctsId: string | null; readonly correctsReference: string | null; readonly correctedById: string | null; readonly correctedByReference: string | null; readonly payment: unknown; readonly explained: unknown; readonly reversalExplained: unknown; readonly endToEndId: string };
    };
    select_credits_reversed_under: {
      parameters: { communityId: number; partnerId: number; references: readonly string[] };
      row: { readonly id: string; readonly reference: string | null; readonly amountSeconds: number; readonly bookedOn: string; readonly memberId: string; readonly memberName: string; readonly memberNumber: string | null; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversedOn: string | null; readonly correctsId: string | null; readonly correctsReference: string | null; readonly correctedById: string | null; readonly correctedByReference: string | null; readonly payment: unknown; readonly explained: unknown; readonly reversalExplained: unknown };
    };
    select_credits_with_folded_references: {
      parameters: { communityId: number; partnerId: number; foldedReferences: readonly string[] };
      row: { readonly id: string; readonly reference: string; readonly amountSeconds: number; readonly bookedOn: string; readonly memberId: string; readonly memberName: string; readonly memberNumber: string | null; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversedOn: string | null; readonly correctsId: string | null; readonly correctsReference: string | null; readonly correctedById: string | null; readonly correctedByReference: string | null; readonly payment: unknown; readonly explained: unknown; readonly reversalExplained: unknown };
    };
    select_credits_with_ids: {
      parameters: { communityId: number; partnerId: number; ids: readonly string[] };
      row: { readonly id: string; readonly reference: string | null; readonly amountSeconds: number; readonly bookedOn: string; readonly memberId: string; readonly memberName: string; readonly memberNumber: string | null; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversedOn: string | null; readonly correctsId: string | null; readonly correctsReference: string | null; readonly correctedById: string | null; readonly correctedByReference: string | null; readonly payment: unknown; readonly explained: unknown; readonly reversalExplained: unknown };
    };
    select_credits_with_line: {
      parameters: { communityId: number; ids: readonly string[] };
      row: { readonly creditId: string };
    };
    select_credits_with_payment_ids: {
      parameters: { communityId: number; partnerId: number; endToEndIds: readonly string[] };
      row: { readonly id: string; readonly reference: string | null; readonly amountSeconds: number; readonly bookedOn: string; readonly memberId: string; readonly memberName: string; readonly memberNumber: string | null; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversedOn: string | null; readonly correctsId: string | null; readonly correctsReference: string | null; readonly correctedById: string | null; readonly correctedByReference: string | null; readonly payment: unknown; readonly explained: unknown; readonly reversalExplained: unknown; readonly endToEndId: string };
    };
    select_credits_with_references: {
      parameters: { communityId: number; partnerId: number; references: readonly string[] };
      row: { readonly id: string; readonly reference: string; readonly amountSeconds: number; readonly bookedOn: string; readonly memberId: string; readonly memberName: string; readonly memberNumber: string | null; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversedOn: string | null; readonly correctsId: string | null; readonly correctsReference: string | null; readonly correctedById: string | null; readonly correctedByReference: string | null; readonly payment: unknown; readonly explained: unknown; readonly reversalExplained: unknown };
    };
    select_day_sums: {
      parameters: { communityId: number; accountId: number; from: string; to: string };
      row: { readonly day: string; readonly currency: string | null; readonly sum: string };
    };
    select_dayless_lines: {
      parameters: { communityId: number; accountId: number; end: string; start: string; limit: number };
      row: { readonly id: number; readonly account: string; readonly bookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly reference: string | null; readonly endToEndId: string | null; readonly texts: readonly string[]; readonly bookingTexts: readonly string[]; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly reason: InboxReason; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly proposedMemberId: string | null; readonly proposedMemberName: string | null; readonly proposedMemberNumber: string | null; readonly proposedSeconds: number | null; readonly namedMemberId: string | null; readonly creditId: string | null; readonly returnsLineId: number | null; readonly note: string | null; readonly decidedBy: string | null; readonly decidedAt: Date | null; readonly importedBy: string; readonly createdAt: Date; readonly decidedByName: string | null; readonly importedByName: string | null; readonly creditMemberId: string | null; readonly creditMemberName: string | null; readonly creditMemberNumber: string | null; readonly sameAsLineId: number | null; readonly mayBeLineId: number | null; readonly mayBeBookedOn: string | null; readonly mayBePayer: string | null; readonly mayBeTexts: readonly string[] | null; readonly mayBeState: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open' | null };
    };
    select_detail_counts: {
      parameters: { communityId: number; references: readonly string[] };
      row: { readonly reference: string; readonly count: number; readonly sum: string };
    };
    select_doubtful_files: {
      parameters: { communityId: number; limit: number };
      row: { readonly fileId: number; readonly sha256: Buffer; readonly name: string | null; readonly accounts: readonly string[]; readonly firstDay: string | null; readonly lastDay: string | null; readonly proofs: readonly BankProof[]; readonly questions: readonly BankQuestion[]; readonly importedBy: string; readonly importedAt: Date };
    };
    select_file_days: {
      parameters: { accountId: number; communityId: number; account: string; to: string; from: string; limit: number };
      row: { readonly fileId: number; readonly name: string | null; readonly importedAt: Date; readonly firstDay: string; readonly lastDay: string; readonly lacksBalances: boolean };
    };
    select_found_line_page: {
      parameters: { communityId: number; beforeId: number; state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open' | null; patterns: readonly string[]; amounts: readonly string[]; days: readonly string[]; limit: number };
      row: { readonly id: number; readonly account: string; readonly bookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly reference: string | null; readonly endToEndId: string | null; readonly texts: readonly string[]; readonly bookingTexts: readonly string[]; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly reason: InboxReason; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly proposedMemberId: string | null; readonly proposedMemberName: string | null; readonly proposedMemberNumber: string | null; readonly proposedSeconds: number | null; readonly namedMemberId: string | null; readonly creditId: string | null; readonly returnsLineId: number | null; readonly note: string | null; readonly decidedBy: string | null; readonly decidedAt: Date | null; readonly importedBy: string; readonly createdAt: Date; readonly decidedByName: string | null; readonly importedByName: string | null; readonly creditMemberId: string | null; readonly creditMemberName: string | null; readonly creditMemberNumber: string | null; readonly sameAsLineId: number | null; readonly mayBeLineId: number | null; readonly mayBeBookedOn: string | null; readonly mayBePayer: string | null; readonly mayBeTexts: readonly string[] | null; readonly mayBeState: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open' | null };
    };
    select_inbox_line_page: {
      parameters: { communityId: number; beforeId: number; limit: number; state?: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open' | undefined; cameBefore?: Date | undefined };
      row: { readonly id: number; readonly account: string; readonly bookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly reference: string | null; readonly endToEndId: string | null; readonly texts: readonly string[]; readonly bookingTexts: readonly string[]; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly reason: InboxReason; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly proposedMemberId: string | null; readonly proposedMemberName: string | null; readonly proposedMemberNumber: string | null; readonly proposedSeconds: number | null; readonly namedMemberId: string | null; readonly creditId: string | null; readonly returnsLineId: number | null; readonly note: string | null; readonly decidedBy: string | null; readonly decidedAt: Date | null; readonly importedBy: string; readonly createdAt: Date; readonly decidedByName: string | null; readonly importedByName: string | null; readonly creditMemberId: string | null; readonly creditMemberName: string | null; readonly creditMemberNumber: string | null; readonly sameAsLineId: number | null; readonly mayBeLineId: number | null; readonly mayBeBookedOn: string | null; readonly mayBePayer: string | null; readonly mayBeTexts: readonly string[] | null; readonly mayBeState: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open' | null };
    };
    select_inbox_settings: {
      parameters: { communityId: number };
      row: { readonly fourEyes: boolean; readonly lineOpenDays: number };
    };
    select_known_lines: {
      parameters: { communityId: number; accountId: number; firstDay: string; lastDay: string; references: readonly string[]; uetrs: readonly string[] };
      row: { readonly id: number; readonly sameAsLineId: number | null; readonly format: string | null; readonly statementKind: 'final' | 'interim' | 'details'; readonly reference: string | null; readonly isBankWide: boolean; readonly entryReference: string | null; readonly uetr: string | null; readonly endToEndId: string | null; readonly relatedReference: string | null; readonly bookedOn: string | null; readonly firstBookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly originalAmount: string | null; readonly originalCurrency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly texts: readonly string[]; readonly bookingTexts: readonly string[]; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly namedMemberId: string | null; readonly memberId: string | null; readonly kind: 'payment' | 'return' | 'own' | 'fee'; readonly missingDetails: number | null; readonly isUnreadable: boolean; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly reason: InboxReason; readonly mayBeLineId: number | null; readonly isDecided: boolean; readonly areTextsDeleted: boolean };
    };
    select_known_lines_by_id: {
      parameters: { communityId: number; ids: readonly number[] };
      row: { readonly id: number; readonly sameAsLineId: number | null; readonly format: string | null; readonly statementKind: 'final' | 'interim' | 'details'; readonly reference: string | null; readonly isBankWide: boolean; readonly entryReference: string | null; readonly uetr: string | null; readonly endToEndId: string | null; readonly relatedReference: string | null; readonly bookedOn: string | null; readonly firstBookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly originalAmount: string | null; readonly originalCurrency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly texts: readonly string[]; readonly bookingTexts: readonly string[]; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly namedMemberId: string | null; readonly memberId: string | null; readonly kind: 'payment' | 'return' | 'own' | 'fee'; readonly missingDetails: number | null; readonly isUnreadable: boolean; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly reason: InboxReason; readonly mayBeLineId: number | null; readonly isDecided: boolean; readonly areTextsDeleted: boolean; readonly accountId: number };
    };
    select_line_page: {
      parameters: { communityId: number; partnerId: number; afterComparisonId: number; afterNumber: number; limit: number; comparisonId?: number | undefined; state?: 'open' | 'asked' | 'explained' | 'settled' | 'carried' | undefined };
      row: { readonly comparisonId: number; readonly number: number; readonly kind: 'amount_differs' | 'member_differs' | 'on_statement_not_credited' | 'credited_not_on_statement' | 'reversed_without_return' | 'returned_without_reversal' | 'returned_without_credit' | 'unusable_reference' | 'case_differs' | 'proof_fails' | 'not_understood' | 'waiting_for_statement' | 'corrected' | 'returned_uncredited' | 'no_payment_reference'; readonly state: 'open' | 'asked' | 'explained' | 'settled' | 'carried'; readonly place: string | null; readonly entryReference: string | null; readonly endToEndId: string | null; readonly amount: string | null; readonly entryAmount: string | null; readonly currency: string | null; readonly bookedOn: string | null; readonly worthHours: number | null; readonly payerText: string | null; readonly problem: EntryProblem | null; readonly unreadable: UnreadablePart | null; readonly isReversal: boolean; readonly creditId: string | null; readonly namedMember: unknown; readonly note: string | null; readonly changedBy: string | null; readonly changedAt: Date | null; readonly revision: number; readonly settledBy: number | null };
    };
    select_line_state: {
      parameters: { communityId: number; partnerId: number; comparisonId: number; number: number };
      row: { readonly kind: 'amount_differs' | 'member_differs' | 'on_statement_not_credited' | 'credited_not_on_statement' | 'reversed_without_return' | 'returned_without_reversal' | 'returned_without_credit' | 'unusable_reference' | 'case_differs' | 'proof_fails' | 'not_understood' | 'waiting_for_statement' | 'corrected' | 'returned_uncredited' | 'no_payment_reference'; readonly problem: EntryProblem | null; readonly state: 'open' | 'asked' | 'explained' | 'settled' | 'carried' | null; readonly note: string | null };
    };
    select_line_to_decide: {
      parameters: { creditId: string | null; communityId: number; id: number };
      row: { readonly id: number; readonly accountPartnerId: number | null; readonly reference: string | null; readonly isBankWide: boolean; readonly endToEndId: string | null; readonly bookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly payerAccount: string | null; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly memberId: string | null; readonly seconds: number; readonly creditId: string | null; readonly creditPartnerId: number | null; readonly creditSeconds: number | null; readonly returnsLineId: number | null; readonly importedBy: string; readonly isReferenceUsed: boolean };
    };
    select_lines_by_id: {
      parameters: { communityId: number; ids: readonly number[] };
      row: { readonly id: number; readonly account: string; readonly bookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly reference: string | null; readonly endToEndId: string | null; readonly texts: readonly string[]; readonly bookingTexts: readonly string[]; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly reason: InboxReason; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly proposedMemberId: string | null; readonly proposedMemberName: string | null; readonly proposedMemberNumber: string | null; readonly proposedSeconds: number | null; readonly namedMemberId: string | null; readonly creditId: string | null; readonly returnsLineId: number | null; readonly note: string | null; readonly decidedBy: string | null; readonly decidedAt: Date | null; readonly importedBy: string; readonly createdAt: Date; readonly decidedByName: string | null; readonly importedByName: string | null; readonly creditMemberId: string | null; readonly creditMemberName: string | null; readonly creditMemberNumber: string | null; readonly sameAsLineId: number | null; readonly mayBeLineId: number | null; readonly mayBeBookedOn: string | null; readonly mayBePayer: string | null; readonly mayBeTexts: readonly string[] | null; readonly mayBeState: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open' | null };
    };
    select_lines_of_file: {
      parameters: { communityId: number; fileId: number };
      row: { readonly number: number; readonly lineId: number };
    };
    select_member_names: {
      parameters: { communityId: number; memberIds: readonly string[] };
      row: { readonly id: string; readonly name: string; readonly paymentReference: string };
    };
    select_member_status: {
      parameters: { communityId: number; memberId: string };
      row: { readonly status: 'active' | 'pending' | 'suspended' | 'left' };
    };
    select_members_by_payment_reference: {
      parameters: { communityId: number; paymentReferences: readonly string[] };
      row: { readonly id: string; readonly externalId: string | null; readonly name: string; readonly paymentReference: string; readonly formerPaymentReference: string | null };
    };
    select_members_of_words: {
      parameters: { communityId: number; words: readonly string[] };
      row: { readonly id: string; readonly name: string; readonly number: string | null; readonly reference: string };
    };
    select_month_credits: {
      parameters: { ids: readonly string[]; communityId: number };
      row: { readonly id: string; readonly partnerId: number; readonly partnerName: string; readonly isInternal: boolean; readonly memberName: string | null; readonly memberNumber: string | null; readonly seconds: number; readonly bookedOn: string; readonly currency: string | null; readonly correctsId: string | null; readonly correctedById: string | null; readonly isReversed: boolean };
    };
    select_month_lines: {
      parameters: { communityId: number; accountId: number; start: string; end: string; limit: number };
      row: { readonly id: number; readonly account: string; readonly bookedOn: string; readonly amount: string; readonly currency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly reference: string | null; readonly endToEndId: string | null; readonly texts: readonly string[]; readonly bookingTexts: readonly string[]; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly reason: InboxReason; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly proposedMemberId: string | null; readonly proposedMemberName: string | null; readonly proposedMemberNumber: string | null; readonly proposedSeconds: number | null; readonly namedMemberId: string | null; readonly creditId: string | null; readonly returnsLineId: number | null; readonly note: string | null; readonly decidedBy: string | null; readonly decidedAt: Date | null; readonly importedBy: string; readonly createdAt: Date; readonly decidedByName: string | null; readonly importedByName: string | null; readonly creditMemberId: string | null; readonly creditMemberName: string | null; readonly creditMemberNumber: string | null; readonly sameAsLineId: number | null; readonly mayBeLineId: number | null; readonly mayBeBookedOn: string | null; readonly mayBePayer: string | null; readonly mayBeTexts: readonly string[] | null; readonly mayBeState: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open' | null };
    };
    select_month_money: {
      parameters: { ids: readonly number[]; returnedIds: readonly number[]; communityId: number };
      row: { readonly id: number; readonly amount: string; readonly currency: string | null; readonly originalAmount: string | null; readonly originalCurrency: string | null; readonly bookedOn: string | null; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly creditId: string | null; readonly returnsLineId: number | null; readonly inBatch: boolean };
    };
    select_open_facts: {
      parameters: { communityId: number; limit: number };
      row: { readonly id: number; readonly format: string | null; readonly accountId: number; readonly isOurs: boolean; readonly accountPartnerId: number | null; readonly reference: string | null; readonly isBankWide: boolean; readonly entryReference: string | null; readonly endToEndId: string | null; readonly relatedReference: string | null; readonly bookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly originalAmount: string | null; readonly originalCurrency: string | null; readonly payerAccount: string | null; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly namedMemberId: string | null; readonly kind: 'payment' | 'return' | 'own' | 'fee'; readonly missingDetails: number | null; readonly isUnreadable: boolean; readonly isAsked: boolean; readonly state: 'open'; readonly creditId: string | null; readonly returnsLineId: number | null; readonly reason: InboxReason; readonly proposedMemberId: string | null; readonly proposedSeconds: number | null; readonly proposedCreditId: string | null; readonly mayBeLineId: number | null; readonly shownDetails: unknown };
    };
    select_open_items: {
      parameters: { communityId: number; partnerId: number; afterId: string; limit: number };
      row: { readonly itemId: string; readonly kind: 'opening' | 'opening_reversal' | 'credit' | 'credit_reversal' | 'exchange' | 'exchange_reversal' | 'gift' | 'gift_reversal'; readonly id: string; readonly reference: string | null; readonly amountSeconds: number; readonly bookedOn: string; readonly memberId: string; readonly memberName: string; readonly memberNumber: string | null; readonly reversalId: string | null; readonly reversalReference: string | null; readonly reversedOn: string | null; readonly correctsId: string | null; readonly correctsReference: string | null; readonly correctedById: string | null; readonly correctedByReference: string | null; readonly payment: unknown; readonly explained: unknown; readonly reversalExplained: unknown };
    };
    select_payer_choices: {
      parameters: { communityId: number; payerAccounts: readonly string[] };
      row: { readonly payerAccount: string; readonly memberId: string };
    };
    select_paying_members: {
      parameters: { communityId: number; afterId: string; joinedFrom: string | null; limit: number };
      row: { readonly id: string; readonly name: string; readonly paymentReference: string; readonly language: 'en' | 'de' | 'es' | 'fr' | 'it' };
    };
    select_proposals: {
      parameters: { communityId: number; ids: readonly number[] | null; limit: number };
      row: { readonly id: number; readonly accountPartnerId: number | null; readonly reference: string | null; readonly isBankWide: boolean; readonly endToEndId: string | null; readonly bookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly payerAccount: string | null; readonly state: 'open'; readonly memberId: string | null; readonly seconds: number; readonly creditId: string | null; readonly creditPartnerId: number | null; readonly creditSeconds: number | null; readonly returnsLineId: number | null; readonly importedBy: string; readonly isReferenceUsed: boolean };
    };
    select_questions_of: {
      parameters: { ids: readonly number[]; communityId: number };
      row: { readonly id: number; readonly mayBeLineId: number };
    };
    select_reconciliation_settings: {
      parameters: { communityId: number; partnerId: number };
      row: { readonly matchBy: 'entry_reference' | 'end_to_end_id' };
    };
    select_settled_facts: {
      parameters: { communityId: number; references: readonly string[]; memberIds: readonly string[]; firstDay: string; payerAccounts: readonly string[] };
      row: { readonly isReturned: boolean; readonly id: number; readonly format: string | null; readonly accountId: number; readonly isOurs: boolean; readonly accountPartnerId: number | null; readonly reference: string | null; readonly isBankWide: boolean; readonly entryReference: string | null; readonly endToEndId: string | null; readonly relatedReference: string | null; readonly bookedOn: string | null; readonly amount: string; readonly currency: string | null; readonly originalAmount: string | null; readonly originalCurrency: string | null; readonly payerAccount: string | null; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly namedMemberId: string | null; readonly kind: 'payment' | 'return' | 'own' | 'fee'; readonly missingDetails: number | null; readonly isUnreadable: boolean; readonly isAsked: boolean; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly creditId: string | null; readonly returnsLineId: number | null; readonly reason: InboxReason; readonly proposedMemberId: string | null; readonly proposedSeconds: number | null; readonly proposedCreditId: string | null; readonly mayBeLineId: number | null; readonly shownDetails: unknown };
    };
    select_statement_balances: {
      parameters: { communityId: number; accountId: number; from: string; to: string; limit: number };
      row: { readonly currency: string | null; readonly firstDay: string; readonly lastDay: string; readonly opening: string | null; readonly closing: string | null };
    };
    select_statement_page: {
      parameters: { communityId: number; partnerId: number; beforeDay: string; limit: number };
      row: { readonly day: string; readonly openingSeconds: number; readonly creditsCount: number; readonly creditsSeconds: number; readonly reversalsCount: number; readonly reversalsSeconds: number; readonly hash: string | null; readonly previousHash: string | null };
    };
    select_taken_credits: {
      parameters: { communityId: number; ids: readonly string[] };
      row: { readonly creditId: string };
    };
    select_treasury: {
      parameters: { communityId: number };
      row: { readonly id: number };
    };
    select_twice_booked: {
      parameters: { ids: readonly string[]; communityId: number };
      row: { readonly creditId: string; readonly lineId: number };
    };
    select_unpaid_credits: {
      parameters: { communityId: number; start: string; end: string; partnerId: number | null; limit: number };
      row: { readonly id: string; readonly partnerId: number; readonly partnerName: string; readonly isInternal: boolean; readonly memberName: string | null; readonly memberNumber: string | null; readonly seconds: number; readonly bookedOn: string; readonly currency: string | null; readonly correctsId: string | null; readonly correctedById: string | null; readonly isReversed: boolean };
    };
    select_waiting: {
      parameters: { communityId: number };
      row: { readonly open: number; readonly doubtful: number };
    };
    tell_lines_apart: {
      parameters: { communityId: number; ids: readonly number[] };
      row: never;
    };
    update_bank_account: {
      parameters: { holder: string | null; holderAddress: string | null; partnerId: number | null; namedBy: 'settings' | 'file'; answers: string; communityId: number; id: number };
      row: never;
    };
    update_comparison_line: {
      parameters: { state: 'open' | 'asked' | 'explained' | 'settled' | 'carried'; note: string | null; changedBy: string; changedAt: Date; communityId: number; partnerId: number; comparisonId: number; number: number; revision: number };
      row: { readonly revision: number };
    };
    update_explanations: {
      parameters: { readonly rows: readonly { readonly id: number; readonly state: 'credited' | 'booked' | 'returned' | 'not_ours' | 'open'; readonly reason: InboxReason; readonly proposedMemberId: string | null; readonly proposedSeconds: number | null; readonly proposedCreditId: string | null; readonly creditId: string | null; readonly returnsLineId: number | null }[]; communityId: number };
      row: never;
    };
    update_inbox_settings: {
      parameters: { fourEyes: boolean | null; lineOpenDays: number | null; communityId: number };
      row: never;
    };
    update_learnt_lines: {
      parameters: { readonly rows: readonly { readonly id: number; readonly reference: string | null; readonly isBankWide: boolean; readonly entryReference: string | null; readonly uetr: string | null; readonly endToEndId: string | null; readonly relatedReference: string | null; readonly bookedOn: string | null; readonly firstBookedOn: string | null; readonly currency: string | null; readonly originalAmount: string | null; readonly originalCurrency: string | null; readonly payer: string | null; readonly payerAccount: string | null; readonly texts: readonly string[] | string; readonly bookingTexts: readonly string[] | string; readonly names: 'none' | 'member' | 'several' | 'unreadable' | 'unknown' | 'chosen'; readonly namedMemberId: string | null; readonly kind: 'payment' | 'return' | 'own' | 'fee'; readonly missingDetails: number | null }[]; communityId: number };
      row: never;
    };
    update_reconciliation_settings: {
      parameters: { matchBy: 'entry_reference' | 'end_to_end_id'; updatedAt: Date; communityId: number; partnerId: number };
      row: never;
    };
  }
}
