/** The requests to the ledger, and its outcomes. Amounts are whole seconds. */
import type { ErrorCode, FieldError, Payment } from '@timebank/contract';
import type { ForcedRefusal } from '../communities/outcomes.ts';

/** The fields in which a partner may send an amount. */
export type AmountField = 'hours' | 'seconds';

interface AnyRequest {
  readonly communityId: number;
  /** Who asked: `partner:7`, `administrator:3`, `import`. */
  readonly recordedBy: string;
}

/** Hours for a settled bank transfer: from the partner's settlement account to a member's. */
export interface CreditPosting extends AnyRequest {
  readonly kind: 'credit';
  readonly partnerId: number;
  readonly memberId: string;
  readonly amountSeconds: number;
  /** The field in which the amount was sent, for errors; absent: `hours`. */
  readonly amountField?: AmountField | undefined;
  /** The bank's entry reference, unique per partner and kind for ever (I4). */
  readonly reference: string;
  readonly note: string | null;
  /** The transfer in the bank's terms; absent where the partner sent nothing of it. */
  readonly payment?: Payment | undefined;
  /** The reversed credit that this one replaces. */
  readonly correctsId?: string | undefined;
  /** One of many in a request: it waits behind single ones. */
  readonly isOfMany?: boolean | undefined;
  /** The community's own booking, from its bank's file: references of the inbox do not stop it. */
  readonly isOfInbox?: boolean | undefined;
  /** Only in a sandbox: what a credit that could be booked is refused with. */
  readonly forced?: ForcedRefusal | undefined;
}

/** A returned payment: the whole credit back, once. */
export interface CreditReversalPosting extends AnyRequest {
  readonly kind: 'credit_reversal';
  readonly partnerId: number;
  readonly creditId: string;
  readonly reference: string;
  readonly reason: string | null;
  /** The community's own booking, from its bank's file. */
  readonly isOfInbox?: boolean | undefined;
}

/** Help given, or a gift: from the account of who was helped or gives to that of who helped or is given to. */
export interface ExchangePosting extends AnyRequest {
  readonly kind: 'exchange' | 'gift';
  readonly providerAccountId: number;
  readonly receiverAccountId: number;
  readonly amountSeconds: number;
  /** `YYYY-MM-DD` */
  readonly serviceDate: string;
  readonly listingId: string | null;
  /** Absent or null: none. */
  readonly categoryId?: number | null | undefined;
  readonly externalId: string | null;
  readonly note: string | null;
  /** UUID that all transfers of one slip share; absent: it is a slip of its own. */
  readonly slipId?: string | undefined;
  /** False for history that is imported: the community's limits bind what is recorded from now on. */
  readonly limited: boolean;
}

/** A correction: the whole exchange or gift back, once. */
export interface ExchangeReversalPosting extends AnyRequest {
  readonly kind: 'exchange_reversal';
  readonly exchangeId: string;
  readonly reason: string | null;
}

/** The balance a member brings along: from the opening account, or to it when negative. */
export interface OpeningPosting extends AnyRequest {
  readonly kind: 'opening';
  readonly accountId: number;
  readonly openingAccountId: number;
  /** Not zero; negative for a debt. */
  readonly balanceSeconds: number;
  readonly externalId: string | null;
}

/** An opening balance that was a mistake, or whose import is undone: the whole of it back, once. */
export interface OpeningReversalPosting extends AnyRequest {
  readonly kind: 'opening_reversal';
  readonly openingId: string;
  readonly reason?: string;
}

export type TransferRequest =
  | CreditPosting
  | CreditReversalPosting
  | ExchangePosting
  | ExchangeReversalPosting
  | OpeningPosting
  | OpeningReversalPosting;

/**
 * A transfer row. `memberId` is the member of a credit or of the credit reversed; `id` a UUIDv7 of `createdAt` (I3).
 */
export interface Transfer {
  readonly communityId: number;
  readonly id: string;
  readonly kind: TransferRequest['kind'] | 'gift_reversal';
  readonly debitAccountId: number;
  readonly creditAccountId: number;
  readonly amountSeconds: number;
  readonly partnerId: number | null;
  readonly memberId: string | null;
  readonly reference: string | null;
  readonly reversesId: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly payment: Payment | null;
  readonly correctsId: string | null;
  /** UTC day of `createdAt`, `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly serviceDate: string | null;
  readonly listingId: string | null;
  /** Of `categories`: what is read by it is `coalesce(merged_into, id)`. */
  readonly categoryId: number | null;
  /** What all transfers of one slip share, and their reversals; null: a slip of its own. */
  readonly slipId: string | null;
  readonly externalId: string | null;
  readonly recordedBy: string;
  readonly createdAt: Date;
}

/** A credit with its reversal, if it was returned. */
export interface BookedCredit {
  readonly transfer: Transfer;
  readonly reversal: Transfer | null;
}

/** Why a request was refused. Nothing of it remains. */
export interface RefusedTransfer {
  readonly result: 'refused';
  readonly code: ErrorCode;
  readonly description: string;
  readonly fields?: readonly FieldError[];
  /** UUID of the conflicting credit; null: the community's inbox has booked it. */
  readonly creditId?: string | null;
}

/** `credit`: as it is now, where the transfer belongs to one. */
export interface PostedTransfer {
  readonly result: 'posted';
  readonly transfer: Transfer;
  readonly credit: BookedCredit | null;
}

/** `replayed`: the same request was posted before; `credit` is what is there now. */
export type Outcome = PostedTransfer | { readonly result: 'replayed'; readonly credit: BookedCredit } | RefusedTransfer;
