/** The refusal where a member is named by an id. */
import { refusal } from '../base/refusal.ts';

/** The same for every member that is not there; only the form of the id says more, without a look-up. */
export function userNotFound(id: string, description = 'No member with this id is visible to you.') {
  const isPaymentReference = /^RF\d{2}[0-9A-Z]{1,21}$/i.test(id.replaceAll(' ', ''));
  const lookUp = 'Look the member up first: GET /users/lookup?payment_reference=...';
  const text = isPaymentReference ? `This is a payment reference, not a user_id. ${lookUp}` : description;
  return refusal('user_not_found', text);
}
