/**
 * Books what the inbox proposes, through the only writer of transfers. While it books, it holds the settlement accounts of
 * all partners: none of them can send one of these transfers at the same time, and what they sent before is seen.
 */
import { isReference } from '@timebank/contract';
import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { postInTransaction } from '../../../../core/ledger/post-batch.ts';
import type { CreditPosting, CreditReversalPosting, Outcome } from '../../../../core/ledger/types.ts';
import { insertSettlementAccount, lockCommunityMark } from '../../../../core/partners/queries.ts';
import { newClientId } from '../../../../core/partners/secrets.ts';
import {
  insertBookedReferences,
  insertTreasury,
  markReturned,
  type ProposalRow,
  selectProposals,
  selectTreasury,
} from './booking-queries.ts';
import { selectBankAccounts } from './file-queries.ts';
import { bookedReference } from './keep-learnt.ts';
import { absolute } from './money.ts';
import { decideLines, lockInbox, lockSettlements } from './queries.ts';
import { refreshIn } from './refresh.ts';

/** A line whose booking the ledger refused, such as beyond a limit. */
export interface RefusedLine {
  readonly id: number;
  readonly code: string;
  readonly message: string;
}

export interface Approval {
  readonly bookedIds: readonly number[];
  readonly refused: readonly RefusedLine[];
  /** Lines that the approver imported: another person must approve them. */
  readonly ownIds: readonly number[];
}

const LINES_AT_ONCE = 500;
/** Text of the bank that fits a credit's payment. */
const PAYMENT_AMOUNT = /^\d{1,15}(\.\d{1,2})?$/;
const END_TO_END_ID_MAX = 35;

/**
 * Approves lines, at most 500 in one transaction.
 * @param ids null: all that have a proposal
 * @throws refusal state_conflict naming a line that has no proposal (any more); not_permitted where four eyes are asked for
 * and the approver imported a named line
 */
export async function approveLines(
  deps: ChangeDeps,
  act: CommunityAct,
  ids: readonly number[] | null,
): Promise<Approval> {
  for (let refused: readonly RefusedLine[] = []; ; ) {
    try {
      return await approveOthers(deps, act, ids, refused);
    } catch (error) {
      if (!(error instanceof TreasuryUnused)) throw error;
      refused = [...refused, ...error.refused];
    }
  }
}

/** The Treasury was made for credits that the ledger has all refused: what is refused leaves no trace. */
class TreasuryUnused extends Error {
  readonly refused: readonly RefusedLine[];

  constructor(refused: readonly RefusedLine[]) {
    super('The ledger has refused all new credits.');
    this.refused = refused;
  }
}

/** @param before lines that the ledger has refused just now: they are left as they are */
async function approveOthers(
  deps: ChangeDeps,
  act: CommunityAct,
  ids: readonly number[] | null,
  before: readonly RefusedLine[],
): Promise<Approval> {
  const { communityId } = act;
  return await change(deps, act, async (within) => {
    const { transaction, audit } = within;
    const [settings] = await lockInbox(transaction, { communityId });
    await lockSettlements(transaction, { communityId });
    await refreshIn(transaction, communityId);
    const proposals = await selectProposals(transaction, { communityId, ids, limit: LINES_AT_ONCE });
    const missing = ids?.find((id) => !proposals.some((one) => one.id === id));
    if (missing !== undefined)
      throw consoleConflict('no_proposal', `Line ${missing} has no proposal that can be approved.`);
    const own = settings?.fourEyes ? proposals.filter(({ importedBy }) => importedBy === act.actor) : [];
    if (ids !== null && own[0]) {
      throw consoleRefusal(
        'not_permitted',
        `Line ${own[0].id} comes from a file that you imported: another person approves it.`,
      );
    }
    const others = proposals.filter((one) => !own.includes(one) && !before.some(({ id }) => id === one.id));
    const { bookedIds, ...booked } = await bookIn(within, act, others);
    if (bookedIds.length > 0) await refreshIn(transaction, communityId);
    const refused = [...before, ...booked.refused];
    audit('inbox.approved', undefined, { booked: bookedIds, refused: refused.map(({ id }) => id) });
    return { bookedIds, refused, ownIds: own.map(({ id }) => id) };
  });
}

type ApprovalOutcome = Pick<Approval, 'bookedIds' | 'refused'>;

/**
 * Books proposals under the locks of the inbox and of all settlement accounts.
 * @throws TreasuryUnused where the community's own partner was made here, and the ledger refuses all of its credits
 */
export async function bookIn(
  within: Change,
  act: CommunityAct,
  proposals: readonly ProposalRow[],
): Promise<ApprovalOutcome> {
  if (proposals.length === 0) return { bookedIds: [], refused: [] };
  const { transaction, at } = within;
  const { communityId, actor } = act;
  // Reversals are the partner's whose credit goes back: only new credits need a partner of the community's own.
  const isNew = proposals.some(
    ({ creditPartnerId, creditSeconds }) => creditPartnerId === null || creditSeconds === null,
  );
  const treasury = isNew ? await treasuryIn(within, communityId) : null;
  const treasuryId = treasury?.id ?? null;
  const taken = new Set<string>();
  const postings = proposals.map((one) => postingsFor(one, { communityId, actor, treasuryId, taken }));
  const outcomes = await postInTransaction(transaction, { now: () => at }, postings.flat());
  const refused: RefusedLine[] = [];
  const booked: BookedLine[] = [];
  let next = 0;
  for (const [index, line] of proposals.entries()) {
    const own = outcomes.slice(next, next + (postings[index]?.length ?? 0));
    next += own.length;
    const fault = own.find((outcome) => outcome.result === 'refused');
    if (fault?.result === 'refused') {
      // A reversal whose second half is refused must not stay alone.
      if (own.some(({ result }) => result === 'posted')) throw consoleConflict('no_proposal', fault.description);
      refused.push({ id: line.id, code: fault.code, message: fault.description });
    } else {
      const { creditId } = line;
      booked.push({ line, newCreditId: own.map(creditOf).findLast((id) => id !== creditId) ?? null });
    }
  }
  if (treasury?.isNew) {
    if (booked.every(({ line }) => line.creditId !== null)) throw new TreasuryUnused(refused);
    within.audit('inbox.treasury_created', `partner:${treasury.id}`);
  }
  await keepBookedIn(within, act, booked);
  within.wake();
  return { bookedIds: booked.map(({ line }) => line.id), refused };
}

interface BookedLine {
  readonly line: ProposalRow;
  /** The credit that is new; null: only a reversal. */
  readonly newCreditId: string | null;
}

/** The credit that an outcome is about: the new one, or the one that is reversed. */
function creditOf(outcome: Outcome): string | undefined {
  if (outcome.result === 'refused') return undefined;
  if (outcome.result === 'replayed') return outcome.credit.transfer.id;
  return outcome.transfer.reversesId ?? outcome.transfer.id;
}

interface PostingContext {
  readonly communityId: number;
  readonly actor: string;
  /** Null: nothing new is credited. */
  readonly treasuryId: number | null;
  /** References of this batch: a bank may give two movements one. */
  readonly taken: Set<string>;
}

/** A new credit; a reversal; or, where a part goes back, a reversal and a credit of the rest in its place. */
function postingsFor(line: ProposalRow, context: PostingContext): (CreditPosting | CreditReversalPosting)[] {
  const { communityId, actor, treasuryId } = context;
  const by = { communityId, recordedBy: actor };
  const { creditId, creditPartnerId, creditSeconds, memberId } = line;
  if (creditId === null || creditPartnerId === null || creditSeconds === null) {
    if (treasuryId === null) throw new Error('a new credit without a partner');
    return [
      {
        ...{ ...by, kind: 'credit', partnerId: treasuryId, memberId, amountSeconds: line.seconds, note: null },
        ...{ reference: referenceFor(line, context, 'credit'), payment: paymentOf(line), isOfInbox: true },
      },
    ];
  }
  const rest = creditSeconds + line.seconds;
  const own = `${lineReference(line)}-${creditId.slice(-12)}`;
  const reversal: CreditReversalPosting = {
    ...{ ...by, kind: 'credit_reversal', partnerId: creditPartnerId, creditId, isOfInbox: true },
    ...(isCorrection(line)
      ? { reference: own, reason: 'The hours were booked to another member.' }
      : { reference: referenceFor(line, context, 'credit_reversal'), reason: 'The bank returned the payment.' }),
  };
  if (rest === 0) return [reversal];
  return [
    reversal,
    {
      ...{ ...by, kind: 'credit', partnerId: creditPartnerId, memberId, amountSeconds: rest, note: null },
      ...{ reference: own, correctsId: creditId, isOfInbox: true },
    },
  ];
}

/** All hours of a credit go to another member. */
const isCorrection = ({ creditId, seconds }: ProposalRow) => creditId !== null && seconds === 0;

/** A reference that no bank gives. */
const lineReference = ({ id }: { readonly id: number }) => `bank-line-${id}`;

function referenceFor(line: ProposalRow, { taken }: PostingContext, kind: 'credit' | 'credit_reversal'): string {
  const { reference, isBankWide } = line;
  const key = `${kind} ${reference}`;
  if (reference === null || !isBankWide || !isReference(reference) || taken.has(key) || line.isReferenceUsed) {
    return lineReference(line);
  }
  taken.add(key);
  return reference;
}

/** The transfer in the bank's terms, as far as a credit can have it. */
function paymentOf({ amount, currency, bookedOn, endToEndId }: ProposalRow) {
  const money = absolute(amount).replace(/(\.\d\d)0+$/, '$1');
  return {
    ...(PAYMENT_AMOUNT.test(money) && /[1-9]/.test(money) ? { amount: money } : {}),
    ...(currency === null ? {} : { currency }),
    ...(bookedOn === null ? {} : { value_date: bookedOn }),
    ...(endToEndId === null || endToEndId.length > END_TO_END_ID_MAX ? {} : { end_to_end_id: endToEndId }),
  };
}

async function treasuryIn(
  { transaction, at }: Change,
  communityId: number,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const [found] = await selectTreasury(transaction, { communityId });
  if (found) return { id: found.id, isNew: false };
  const [community] = await lockCommunityMark(transaction, { communityId });
  if (!community) throw refusal('not_found', 'There is no such community.');
  const [row] = await insertTreasury(transaction, {
    communityId,
    clientId: newClientId(community),
    createdAt: at,
  });
  if (!row) throw new Error('a partner without an id');
  await insertSettlementAccount(transaction, { communityId, partnerId: row.id, createdAt: at });
  return { id: row.id, isNew: true };
}

async function keepBookedIn(
  { transaction, at }: Change,
  { communityId, actor }: CommunityAct,
  booked: readonly BookedLine[],
): Promise<void> {
  const accounts = await selectBankAccounts(transaction, { communityId });
  const references = booked.flatMap(({ line }) => {
    const kind = line.creditId === null ? ('credit' as const) : ('credit_reversal' as const);
    return isCorrection(line) ? [] : bookedReference(accounts, line, kind);
  });
  await insertBookedReferences(transaction, { rows: references, communityId });
  const rows = booked.map(({ line, newCreditId }) =>
    line.creditId === null || isCorrection(line)
      ? { id: line.id, state: 'booked' as const, reason: 'booked_here' as const, creditId: newCreditId }
      : { id: line.id, state: 'returned' as const, reason: 'reversed' as const, creditId: line.creditId },
  );
  await decideLines(transaction, { rows, communityId, decidedBy: actor, decidedAt: at, note: null });
  const returned = booked.filter(({ line }) => line.creditId !== null && !isCorrection(line));
  const rowsReturned = returned.flatMap(({ line: { returnsLineId: id }, newCreditId: creditId }) =>
    id === null ? [] : [{ id, creditId }],
  );
  await markReturned(transaction, { rows: rowsReturned, communityId });
}
