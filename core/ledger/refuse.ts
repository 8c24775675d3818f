/** The refusals of the ledger: the code, the sentence and the fields at fault. */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import type { AmountField, BookedCredit, CreditPosting, RefusedTransfer } from './types.ts';

/** Replaces a malformed id: nothing has it, so that a known reference is still answered first, and then 404. */
export const NO_SUCH_ID = '00000000-0000-0000-0000-000000000000';

export function refused(
  code: RefusedTransfer['code'],
  description: string,
  field?: string,
  fieldCode?: string,
): RefusedTransfer {
  if (field === undefined || fieldCode === undefined) return { result: 'refused', code, description };
  return { result: 'refused', code, description, fields: [{ field, code: fieldCode, message: description }] };
}

/** @param resetsAt when all of it is available again; null: time alone does not free it */
export function limitExceeded(
  cap: string,
  limitSeconds: number,
  leftSeconds: number,
  resetsAt: string | null,
  description: string,
  field: AmountField = 'hours',
): RefusedTransfer {
  const fault = {
    ...{ field, code: cap, message: description },
    ...{ limit_hours: hoursFromSeconds(limitSeconds), limit_seconds: limitSeconds },
    ...{ remaining_hours: hoursFromSeconds(leftSeconds), remaining_seconds: leftSeconds },
    resets_at: resetsAt,
  };
  return { result: 'refused', code: 'limit_exceeded', description, fields: [fault] };
}

export const differs = (field: string, message: string) => ({ field, code: 'differs', message });

const LOOK_UP = 'See GET /wallet/credits?reference=... or credit_id. Nothing was changed.';

/** Both values of each field that differs. The credit is the partner's own, so that nothing new is disclosed. */
export function conflict(
  differing: readonly string[],
  { transfer }: BookedCredit,
  request: CreditPosting,
): RefusedTransfer {
  const values = differing.map((field) =>
    field === 'user_id'
      ? { field, there: encodeId('usr', transfer.memberId ?? ''), sent: memberText(request.memberId) }
      : { field, ...amounts(transfer.amountSeconds, request) },
  );
  const differences = values.map(({ there, sent }) => `${there}, not ${sent}`).join(', and with ');
  const description = `The reference is already used with ${differences}. ${LOOK_UP}`;
  const fields = values.map(({ field, there, sent }) => differs(field, `${field} is ${there} there, not ${sent}.`));
  return { result: 'refused', code: 'reference_conflict', description, fields, creditId: transfer.id };
}

/** In the unit that was sent: hours of four decimals can be the same for amounts that are not. */
function amounts(there: number, { amountSeconds: sent, amountField }: CreditPosting): { there: string; sent: string } {
  if (amountField === 'seconds') return { there: `${there} second${there === 1 ? '' : 's'}`, sent: String(sent) };
  return { there: hoursText(there), sent: String(hoursFromSeconds(sent)) };
}

export function usedElsewhere({ transfer }: BookedCredit): RefusedTransfer {
  const message = 'The reference is that of the reversal of another credit, the one of credit_id.';
  const fields = [differs('id', message)];
  const description = `${message} Nothing was changed.`;
  return { result: 'refused', code: 'reference_conflict', description, fields, creditId: transfer.id };
}

/** What the office has booked from the bank's file is no credit of the partner's: it has no id to name. */
export function bookedByInbox(what: 'credit' | 'return'): RefusedTransfer {
  const description = `The community has booked this ${what} itself, from its bank's file. Nothing was changed; a person must decide.`;
  return { result: 'refused', code: 'reference_conflict', description, creditId: null };
}

export function hoursText(seconds: number): string {
  const hours = hoursFromSeconds(seconds);
  return `${hours} hour${hours === 1 ? '' : 's'}`;
}

function memberText(memberId: string): string {
  return memberId === NO_SUCH_ID ? 'the one sent' : encodeId('usr', memberId);
}
