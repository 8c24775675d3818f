/** The details of a credit: the payment in the bank's terms, the credit it replaces, and the one that replaces it. */
import type { Payment } from '@timebank/contract';
import type { Static, TObject } from 'typebox';
import type { CORRECTIONS } from '../../../desk/contract/corrections.ts';
import type { Format, Texts } from '../../i18n/text.ts';

type Details = Static<TObject<typeof CORRECTIONS>> & { readonly payment: Payment | null };

/** One line for each part that there is. */
export function creditDetails(
  { payment, corrects_reference, corrected_by_reference }: Details,
  { statements }: Texts,
  format: Format,
): string[] {
  const { amount, currency, value_date, end_to_end_id } = payment ?? {};
  // The amount as it was sent, exactly: only its decimal mark is the reader's.
  const paid = [amount?.replace('.', format.decimal), currency].filter((part) => part !== undefined).join(' ');
  return [
    ...(paid ? [statements.paid(paid)] : []),
    ...(value_date ? [statements.valueDate(format.day(value_date))] : []),
    ...(end_to_end_id ? [statements.endToEndId(end_to_end_id)] : []),
    ...(corrects_reference ? [statements.corrects(corrects_reference)] : []),
    ...(corrected_by_reference ? [statements.correctedBy(corrected_by_reference)] : []),
  ];
}
