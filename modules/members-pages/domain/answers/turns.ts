/** What the two sides of an answer write once its owner has replied: a few words, a day, or how to be reached. */
import { type Contact, encodeId, type FieldError } from '@timebank/contract';
import { refusal } from '../../../../core/base/refusal.ts';
import { ago, DAY_MS, dayOf } from '../../../../core/base/time.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import { readWords } from './answer.ts';
import { tellOfAnswerIn } from './mails.ts';
import { lockTakingPart, type MemberOwnAct, SentBefore } from './publish.ts';
import {
  type AnswerTurnRow,
  insertAnswerTurn,
  lockAgreedAnswer,
  selectAnswer,
  selectAnswerTurns,
  updateAnswerTurned,
} from './queries.ts';

/** With words, of each side: enough to arrange one help, and no chat for the office to look after. */
const MESSAGES_MAX = 2;
/** With or without words, of each side: a day may be moved. */
const TURNS_MAX = 10;
const DAYS_AHEAD_MAX = 366;

export interface AnswerTurn {
  readonly answerId: string;
  /** Empty: without words. */
  readonly message: string;
  /** What the other side may see from now on; what it saw before stays. */
  readonly released: readonly Contact[];
  /** `YYYY-MM-DD`; empty: nothing is said of a day. */
  readonly day: string;
  /** Whether the agreed day is called off. */
  readonly isOff: boolean;
  /** The UUID of the page: the same one twice is one turn. */
  readonly form: string;
}

/** How many messages a side may still write. */
export const messagesLeft = (turns: readonly AnswerTurnRow[], memberId: string): number =>
  MESSAGES_MAX - turns.filter(({ fromMember, message }) => fromMember === memberId && message !== null).length;

/**
 * Writes to the other side, who gets a mail; with a day, both get its entry for a calendar.
 * @throws SentBefore; Refusal not_found, validation_failed naming message or day, rate_limited, state_conflict where the
 * answer is not agreed on, or there is no day to call off
 */
export async function writeTurn(deps: ChangeDeps, act: MemberOwnAct, given: AnswerTurn): Promise<void> {
  const { communityId, memberId, deputyId = null } = act;
  const { answerId, form, isOff } = given;
  const message = given.message.trim() === '' ? null : readWords(given.message).message;
  const named = isOff || given.day === '' ? null : given.day;
  if (named !== null) checkDay(named, deps.clock.now());
  await change(deps, act, async (within) => {
    const { transaction, at, audit, wake } = within;
    const [known] = await selectAnswer(transaction, { communityId, answerId });
    const other = known?.fromMember === memberId ? known.toMember : known?.fromMember;
    if (known === undefined || other === undefined) throw refusal('not_found', 'There is no such answer.');
    await lockTakingPart(within, communityId, [memberId, other]);
    const [answer] = await lockAgreedAnswer(transaction, { communityId, answerId, memberId });
    if (!answer) throw refusal('state_conflict', 'The answer is not agreed on.');
    const turns = await selectAnswerTurns(transaction, { communityId, answerIds: [answerId] });
    const before = turns.find((turn) => turn.fromMember === memberId && turn.form === form);
    const day = isOff ? answer.day : named;
    const said = { message, day: named === answer.day && !answer.dayOff && !isOff ? null : day, dayOff: isOff };
    if (before) {
      const isSameDay = named === null ? isOff || before.day === null : named === (before.day ?? answer.day);
      if (before.message === message && before.dayOff === isOff && isSameDay) return;
      throw new SentBefore(answerId);
    }
    const isOwner = answer.toMember === memberId;
    const shown = isOwner ? answer.ownerReleased : answer.released;
    const more = given.released.filter((one) => !shown.includes(one));
    if (isOff && (answer.day === null || answer.dayOff)) throw refusal('state_conflict', 'No day is agreed on.');
    if (message === null && said.day === null && more.length === 0) throw fault('message', 'too_short', 'is missing');
    if (message !== null && messagesLeft(turns, memberId) <= 0)
      throw fault('message', 'too_long', `was written ${MESSAGES_MAX} times, and no more is`);
    if (turns.filter(({ fromMember }) => fromMember === memberId).length >= TURNS_MAX)
      throw refusal('rate_limited', 'This was changed too often.');
    const number = turns.length + 1;
    const parties = { fromMember: memberId, fromDeputy: deputyId };
    await insertAnswerTurn(transaction, { communityId, answerId, number, ...parties, ...said, form, at });
    const released = [...shown, ...more];
    await updateAnswerTurned(transaction, {
      ...{ communityId, answerId, changesDay: said.day !== null },
      ...{ released: isOwner ? answer.released : released, ownerReleased: isOwner ? released : answer.ownerReleased },
      ...{ day: said.day ?? answer.day, dayOff: said.day === null ? answer.dayOff : isOff },
    });
    await tellOfAnswerIn(within, 'written', { communityId, answerId, memberId: other, turn: number });
    if (said.day !== null) await tellOfAnswerIn(within, 'day', { communityId, answerId, memberId, turn: number });
    audit('answer.written', encodeId('ans', answerId));
    wake();
  });
}

/** @throws Refusal validation_failed: no day of the calendar, one that is over, or one too far away */
function checkDay(day: string, now: Date): void {
  const at = new Date(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(at.getTime()) || dayOf(at) !== day)
    throw fault('day', 'invalid_format', 'must be a day, such as 2026-12-05');
  // Where it is still yesterday, today is not over.
  if (day < dayOf(ago(now, DAY_MS))) throw fault('day', 'out_of_range', 'is over');
  if (day > dayOf(ago(now, -DAYS_AHEAD_MAX * DAY_MS))) throw fault('day', 'out_of_range', 'is more than a year ahead');
}

function fault(field: 'message' | 'day', code: FieldError['code'], why: string) {
  const message = `${field} ${why}.`;
  return refusal('validation_failed', message, [{ field, code, message }]);
}
