/** What columns hold that PostgreSQL knows as a JSON or a text. A closed list that a check holds needs no line here. */

/** By table and column: the type, and the file that exports it; none for a type that needs no import. */
export const COLUMN_TYPES: Readonly<Record<string, readonly [type: string, file?: string]>> = {
  'administrators.list_columns': ['ChosenColumns', 'console/desk/session-queries.ts'],
  'audit_log.details': ['Readonly<Record<string, unknown>>'],
  'bank_accounts.answers': ['Readonly<Record<string, string>>'],
  'bank_accounts.holder_address': ['HolderAddress', 'modules/bank/domain/inbox/file-queries.ts'],
  'bank_files.proofs': ['readonly BankProof[]', 'modules/bank-files/types.ts'],
  'bank_files.questions': ['readonly BankQuestion[]', 'modules/bank-files/types.ts'],
  'bank_lines.booking_texts': ['readonly string[]'],
  'bank_lines.reason': ['InboxReason', 'modules/bank/contract/inbox-words.ts'],
  'bank_lines.texts': ['readonly string[]'],
  'comparison_lines.problem': ['EntryProblem', 'modules/bank/domain/reconcile/report.ts'],
  'comparison_lines.unreadable': ['UnreadablePart', 'modules/bank/domain/reconcile/types.ts'],
  'credentials.public_key': ['PublicKey', 'core/partners/public-keys.ts'],
  'deliveries.attempts': ['readonly KeptAttempt[]', 'core/events/delivery/delivery-queries.ts'],
  'events.data': ['Readonly<Record<string, unknown>>'],
  'events.type': ['EventType', '@timebank/contract'],
  'member_details.own_values': ['Readonly<Record<string, string>>'],
  'moves.answers': ['Answers', 'modules/moving/domain/move-in/types.ts'],
  'snapshots.totals': ['Totals', 'core/aggregates/totals.ts'],
  'statement_comparisons.counts': ['Counts', 'modules/bank/domain/reconcile/report.ts'],
};
