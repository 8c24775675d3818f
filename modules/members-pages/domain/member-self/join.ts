/** A visitor's wish to take part: a member who waits, as the office enters one, until the office decides. */
import { createHash } from 'node:crypto';
import { encodeId, MEMBER_FIELDS } from '@timebank/contract';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { isUuid } from '../../../../core/base/ids.ts';
import { invalidField, rateLimited, refusal } from '../../../../core/base/refusal.ts';
import { ago, DAY_MS, SECOND_MS } from '../../../../core/base/time.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { sqlState } from '../../../../core/database/connection.ts';
import { changeMemberIn } from '../../../../core/people/members/update.ts';
import { dueMailsIn } from '../../../mail/domain/due.ts';
import { createMembersIn } from '../../../members/domain/members/create.ts';
import { countJoining, selectJoined, selectJoinMailed, updateJoinAsked } from './queries.ts';

/** A visitor's form, as it was written. */
export interface JoinWish {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly words: string;
  readonly language: string;
  /** The UUID of the page, of its time: the same one twice, of one browser, is one wish. */
  readonly form: string;
  readonly browser: Buffer;
}

const RULES = {
  name: MEMBER_FIELDS.name,
  email: MEMBER_FIELDS.email,
  phone: MEMBER_FIELDS.phone,
  words: MEMBER_FIELDS.notes,
} as const;
/** People of one community who wait after having asked: more come only once the office has decided on some. */
const WAITING_MAX = 500;
/** A page is not sent later than this. */
const PAGE_MS = 30 * DAY_MS;

/**
 * What follows is the same for every address, also a member's: the office sees who is there already.
 * @throws Refusal validation_failed naming name, email, phone or words; invalid_request; rate_limited
 */
export async function askToJoin(
  deps: ChangeDeps,
  { communityId, ...where }: Omit<CommunityAct, 'actor'>,
  wish: JoinWish,
): Promise<void> {
  const { name, email, phone, words } = readFields(
    { name: wish.name, email: wish.email, phone: wish.phone, words: wish.words },
    RULES,
  );
  if (email === null && phone === null) {
    throw invalidField('email', 'required', 'email or phone must be given.');
  }
  const id = memberIdOf(communityId, wish, deps.clock.now());
  const act = { ...where, communityId, actor: 'anonymous' };
  try {
    await change(deps, act, async (within) => {
      const { transaction, at, audit } = within;
      const [joined] = await selectJoined(transaction, { communityId, memberId: id });
      if (joined) {
        // Sent again from the same page: what was corrected, as long as nobody has decided on it.
        if (joined.isPending)
          await changeMemberIn(within, { ...act, memberId: id }, { name, email, phone, notes: words });
        return;
      }
      const [waiting] = await countJoining(transaction, { communityId, limit: WAITING_MAX });
      if ((waiting?.count ?? 0) >= WAITING_MAX)
        throw rateLimited('Too many people wait for the office.', DAY_MS / SECOND_MS);
      const fields = { name, email, phone, notes: words, language: wish.language };
      await createMembersIn(within, communityId, [{ id, ...fields, status: 'pending' }]);
      await updateJoinAsked(transaction, { communityId, memberId: id, at });
      const subject = encodeId('usr', id);
      audit('member.join_asked', subject);
      if (email === null) return;
      // A mailbox that others type gets one such mail a day.
      const asked = { communityId, memberId: id, email, since: ago(at, DAY_MS) };
      if ((await selectJoinMailed(transaction, asked)).length > 0) return;
      await dueMailsIn(within, communityId, [{ reasonKey: `join.received:${subject}`, memberId: id }]);
    });
  } catch (error) {
    // Sent twice at once: the other was first.
    const isRepeated = sqlState(error) === '23505';
    if (!isRepeated || (await selectJoined(deps.database.reads, { communityId, memberId: id })).length === 0)
      throw error;
  }
}

/**
 * The member's id: of the form, so that the row of the first is found by the second; of the time of the page, as ids are;
 * and of the browser, so that nobody chooses it.
 */
function memberIdOf(communityId: number, { form, browser }: JoinWish, now: Date): string {
  const openedMs = isUuid(form) && form[14] === '7' ? Number.parseInt(form.slice(0, 8) + form.slice(9, 13), 16) : 0;
  if (openedMs > now.getTime() || openedMs < now.getTime() - PAGE_MS) {
    throw refusal('invalid_request', 'form is not the UUID of a page.');
  }
  const mac = createHash('sha256').update(JSON.stringify(['join', communityId, browser.toString('hex'), form]));
  const digits = mac.digest('hex');
  return `${form.slice(0, 13)}-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6, 18)}`;
}
