/** Answering another's listing, and replying to an answer. Each side decides what the other sees of how to reach it. */
import { isDeepStrictEqual } from 'node:util';
import { ANSWER_FIELDS, type AnswerState, type Contact, encodeId } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { invalidField, refusal } from '../../../../core/base/refusal.ts';
import { ago, DAY_MS } from '../../../../core/base/time.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import { checkDaily } from '../member-access/daily.ts';
import { tellOfAnswerIn } from './mails.ts';
import { lockTakingPart, type MemberOwnAct, SentBefore } from './publish.ts';
import {
  countAnswersSince,
  insertAnswer,
  lockAnswer,
  selectAnswer,
  selectAnswerOfForm,
  selectListingWithOwner,
  selectStandingAnswer,
  updateAnswerReplied,
} from './queries.ts';

/** Of a member, within a day. */
const ANSWERS_A_DAY = 20;

export interface NewAnswer {
  readonly listingId: string;
  readonly message: string;
  /** What the owner may see. */
  readonly released: readonly Contact[];
  /** The UUID of the page: the same one twice is one answer. */
  readonly form: string;
}

/**
 * Answers a listing; its owner gets a mail.
 * @returns the answer's UUID
 * @throws SentBefore; Refusal listing_not_found, validation_failed, rate_limited, state_conflict for the own listing and for
 * one that the member has answered
 */
export async function answerListing(deps: ChangeDeps, act: MemberOwnAct, given: NewAnswer): Promise<string> {
  const { communityId, memberId, deputyId = null } = act;
  const { listingId, released, form } = given;
  const { message } = readWords(given.message);
  const [owned] = await selectListingWithOwner(deps.database.reads, { communityId, listingId });
  if (!owned) throw refusal('listing_not_found', 'There is no such listing.');
  if (owned.memberId === memberId) throw refusal('state_conflict', 'The listing is the own one.');
  return await change(deps, act, async (within) => {
    const { transaction, at, audit, wake } = within;
    await lockTakingPart(within, communityId, [memberId, owned.memberId]);
    const [repeated] = await selectAnswerOfForm(transaction, { communityId, memberId, form });
    if (repeated) {
      const isSame = isDeepStrictEqual(contentOf(repeated), contentOf({ listingId, message, released }));
      if (!isSame) throw new SentBefore(repeated.id);
      return repeated.id;
    }
    const [listing] = await selectListingWithOwner(transaction, { communityId, listingId });
    if (listing?.status !== 'active') throw refusal('listing_not_found', 'There is no such listing.');
    if ((await selectStandingAnswer(transaction, { communityId, listingId, memberId })).length > 0)
      throw refusal('state_conflict', 'The member has answered this listing.');
    const [sent] = await countAnswersSince(transaction, { communityId, memberId, since: ago(at, DAY_MS) });
    checkDaily(sent?.count, ANSWERS_A_DAY, 'answers');
    const id = uuidv7();
    const parties = { fromMember: memberId, fromDeputy: deputyId, toMember: listing.memberId };
    await insertAnswer(transaction, { communityId, id, listingId, ...parties, message, released, form, at });
    await tellOfAnswerIn(within, 'answered', { communityId, answerId: id, memberId: listing.memberId });
    audit('answer.sent', encodeId('ans', id), { listing_id: encodeId('lst', listingId) });
    wake();
    return id;
  });
}

const contentOf = ({ listingId, message, released }: Omit<NewAnswer, 'form'>) => ({
  listingId,
  message,
  released: [...released].sort(),
});

export interface AnswerReply {
  readonly answerId: string;
  /** `declined` needs no words. */
  readonly state: Extract<AnswerState, 'agreed' | 'declined'>;
  readonly reply: string;
  readonly released: readonly Contact[];
}

/**
 * The owner's one reply; the other side gets a mail.
 * @throws Refusal not_found, validation_failed, state_conflict where it was replied to
 */
export async function replyToAnswer(deps: ChangeDeps, act: MemberOwnAct, given: AnswerReply): Promise<void> {
  const { communityId, memberId } = act;
  const { answerId, state } = given;
  const isWordless = state === 'declined' && given.reply.trim() === '';
  const reply = isWordless ? null : readWords(given.reply).message;
  const [before] = await selectAnswer(deps.database.reads, { communityId, answerId });
  if (before?.toMember !== memberId) throw refusal('not_found', 'There is no such answer.');
  await change(deps, act, async (within) => {
    const { transaction, at, audit, wake } = within;
    await lockTakingPart(within, communityId, [memberId]);
    const [answer] = await lockAnswer(transaction, { communityId, answerId, ownerId: memberId });
    if (answer?.state !== 'open') throw refusal('state_conflict', 'The answer was replied to.');
    const ownerReleased = state === 'agreed' ? given.released : [];
    await updateAnswerReplied(transaction, { communityId, answerId, state, reply, ownerReleased, at });
    await tellOfAnswerIn(within, 'replied', { communityId, answerId, memberId: answer.fromMember });
    audit(state === 'agreed' ? 'answer.agreed' : 'answer.declined', encodeId('ans', answerId));
    wake();
  });
}

/** @throws Refusal validation_failed where there are none, or too many */
export function readWords(typed: string): { readonly message: string } {
  const { message } = readFields({ message: typed }, ANSWER_FIELDS);
  if (message.trim() !== '') return { message };
  throw invalidField('message', 'too_short', 'message must not be empty.');
}
