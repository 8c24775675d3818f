/** GET /users/lookup */
import { encodeId, type lookupUser } from '@timebank/contract';
import { selectUserByPaymentReference } from '../../../domain/members/partner-queries.ts';
import { isPaymentReference } from '../../../domain/members/payment-reference.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import type { Handler } from '../access/call.ts';

export const lookupUserHandler: Handler<typeof lookupUser> = async ({ query, caller }, { database }) => {
  const text = query.payment_reference;
  if (text === undefined) throw atFault('required', 'payment_reference is required.');
  // Folds ASCII letters only: with any other letter it is another reference, never a near match.
  const reference = text.replace(/\s/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());
  if (!/^RF[0-9]{2}[0-9A-Z]{1,21}$/.test(reference)) {
    const rule = 'payment_reference must be RF, two check digits and up to 21 letters or digits (ISO 11649).';
    throw atFault('invalid_payment_reference', rule);
  }
  if (!isPaymentReference(reference)) {
    throw atFault('wrong_check_digits', 'payment_reference has wrong check digits: it is mistyped.');
  }
  const { communityId, partnerId } = caller;
  const [row] = await selectUserByPaymentReference(database.reads, {
    communityId,
    partnerId,
    paymentReference: reference,
  });
  if (!row) throw refusal('user_not_found', 'No member with this payment reference is visible to you.');
  return { data: { user_id: encodeId('usr', row.id), payment_reference: reference } };
};

function atFault(code: string, message: string) {
  return refusal('invalid_request', message, [{ field: 'payment_reference', code, message }]);
}
