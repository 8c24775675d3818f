/** What can be wrong with a bank's file as a whole, and the figures by which it proves itself: closed lists. */

/** The kinds of proof that a statement carries. */
export const PROOF_KINDS = [
  'balance',
  'running_balance',
  'count',
  'sum',
  'page',
  'sequence',
  'records',
  'details',
  'details_sum',
  'copy',
] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];
/** Why a file cannot be read: a closed list, each with a text in both languages on the screens. */
export const BANK_FILE_FAULTS = [
  'empty',
  'too_large',
  'too_many_lines',
  'not_a_statement',
  'orders_not_statements',
  'pdf',
  'coda',
  'bai2',
  'web_page',
  'protected_workbook',
  'archive_bounds',
  'archive_encrypted',
  'not_well_formed',
  'doctype',
  'encoding',
  'control_character',
  'no_columns',
  'truncated',
] as const;
export type BankFileFaultCode = (typeof BANK_FILE_FAULTS)[number];
