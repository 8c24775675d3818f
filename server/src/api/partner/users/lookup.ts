/** GET /users/lookup */
import { encodeId, type lookupUser } from '@timebank/contract';
import { selectUserByPaymentReference } from '../../../domain/members/partner-queries.ts';
import { readPaymentReference } from '../../../domain/members/payment-reference.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import type { Handler } from '../access/call.ts';

const RULES = {
  invalid_payment_reference:
    'payment_reference must be RF, two check digits and up to 21 letters or digits (ISO 11649).',
  wrong_check_digits: 'payment_reference has wrong check digits: it is mistyped.',
} as const;

export const lookupUserHandler: Handler<typeof lookupUser> = async ({ query, caller }, { database }) => {
  const text = query.payment_reference;
  if (text === undefined) throw atFault('required', 'payment_reference is required.');
  const read = readPaymentReference(text);
  if ('fault' in read) throw atFault(read.fault, RULES[read.fault]);
  const { communityId, partnerId } = caller;
  const [row] = await selectUserByPaymentReference(database.reads, {
    communityId,
    partnerId,
    paymentReference: read.reference,
  });
  if (!row) throw refusal('user_not_found', 'No member with this payment reference is visible to you.');
  return { data: { user_id: encodeId('usr', row.id), payment_reference: row.paymentReference } };
};

function atFault(code: string, message: string) {
  return refusal('invalid_request', message, [{ field: 'payment_reference', code, message }]);
}
