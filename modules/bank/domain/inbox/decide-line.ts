/** A person's word on a line: what it is, whose payment it is, or which credit it takes back. */
import { decodeId } from '@timebank/contract';
import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { isUuid } from '../../../../core/base/ids.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { bookIn } from './approve.ts';
import { type ProposalRow, selectLineToDecide } from './booking-queries.ts';
import { keepLearntIn } from './keep-learnt.ts';
import { joinLine, selectKnownLinesById, tellLinesApart } from './known-queries.ts';
import { learn } from './learn.ts';
import { isNegative } from './money.ts';
import { decideLines, keepPayerChoice, lockInbox, lockSettlements, nameMember, selectMemberStatus } from './queries.ts';
import { refreshIn } from './refresh.ts';

/** Fields by the names of the contract; what is absent is not decided. */
export interface LineDecision {
  readonly note?: string | null | undefined;
  readonly memberId?: string | undefined;
  readonly remember?: boolean | undefined;
  readonly reverseCreditId?: string | undefined;
  /** Whether it is the line that it may be, or another payment. */
  readonly same?: boolean | undefined;
}

/** A public id, or the UUID by which the lines of an account name a credit. */
const readCreditId = (text: string) => decodeId('crd', text) ?? (isUuid(text) ? text : undefined);

type LineToDecide = Awaited<ReturnType<typeof selectLineToDecide>>[number];

/**
 * @throws refusal inbox_line_not_found; state_conflict where the line is no longer open; validation_failed naming the
 * field; not_permitted where four eyes are asked for
 */
export async function decideLine(
  deps: ChangeDeps,
  act: CommunityAct,
  id: number,
  decision: LineDecision,
): Promise<void> {
  const { communityId } = act;
  const creditId = decision.reverseCreditId === undefined ? null : readCreditId(decision.reverseCreditId);
  if (creditId === undefined) throw unknownCredit();
  await change(deps, act, async (within) => {
    const { transaction } = within;
    const [settings] = await lockInbox(transaction, { communityId });
    await lockSettlements(transaction, { communityId });
    await refreshIn(transaction, communityId);
    const [line] = await selectLineToDecide(transaction, { communityId, id, creditId });
    if (!line) throw consoleRefusal('inbox_line_not_found', 'This community has no such line in its inbox.');
    const books = creditId !== null || (decision.memberId !== undefined && line.state === 'booked');
    if (books && settings?.fourEyes && line.importedBy === act.actor) {
      throw consoleRefusal(
        'not_permitted',
        `Line ${id} comes from a file that you imported: another person decides it.`,
      );
    }
    if (decision.same !== undefined) await answerIn(within, act, id, decision.same);
    else if (decision.memberId !== undefined) await chooseMemberIn(within, act, line, decision);
    else if (creditId !== null) await reverseIn(within, act, line);
    else await explainIn(within, act, line, decision.note ?? null);
    await refreshIn(transaction, communityId);
  });
}

/** What the line's report tells is kept with the line that it is, for reports that come later, too. */
async function answerIn(
  within: Change,
  { communityId, actor }: CommunityAct,
  id: number,
  isSame: boolean,
): Promise<void> {
  const { transaction, at: decidedAt, audit } = within;
  const read = async (lineId: number) => (await selectKnownLinesById(transaction, { communityId, ids: [lineId] }))[0];
  const line = await read(id);
  if (!line || line.mayBeLineId === null) throw consoleConflict('line_not_asked', `Line ${id} is not asked about.`);
  if (!isSame) {
    await tellLinesApart(transaction, { communityId, ids: [id] });
    audit('inbox.told_apart', `bank_line:${id}`, { line: line.mayBeLineId });
    return;
  }
  const known = await read(line.mayBeLineId);
  if (!known) throw new Error('a line that may be no line');
  const lineId = known.id;
  const learnt = learn(known, { ...line, namedMemberId: line.memberId });
  const place = { communityId, accountId: known.accountId };
  await joinLine(transaction, { communityId, id, lineId, decidedBy: actor, decidedAt });
  await keepLearntIn(within, place, new Map([[lineId, known]]), learnt ? [learnt] : []);
  audit('inbox.joined', `bank_line:${id}`, { line: lineId });
}

async function explainIn(
  { transaction, at, audit }: Change,
  { communityId, actor }: CommunityAct,
  { id, state }: LineToDecide,
  note: string | null,
): Promise<void> {
  if (state !== 'open') throw notOpen(id);
  if (note === null || note.trim() === '') {
    throw invalidField('note', 'required', 'Say what the movement is: note is required.');
  }
  const rows = [{ id, state: 'not_ours' as const, reason: 'explained' as const, creditId: null }];
  await decideLines(transaction, { rows, communityId, decidedBy: actor, decidedAt: at, note: note.trim() });
  audit('inbox.explained', `bank_line:${id}`);
}

async function chooseMemberIn(
  within: Change,
  act: CommunityAct,
  line: LineToDecide,
  { memberId: given = '', remember }: LineDecision,
): Promise<void> {
  const { transaction, at, audit } = within;
  const { communityId, actor } = act;
  const memberId = decodeId('usr', given);
  const [member] = memberId === undefined ? [] : await selectMemberStatus(transaction, { communityId, memberId });
  if (memberId === undefined || member?.status !== 'active') {
    throw invalidField('member_id', 'unknown_member', 'member_id names no active member of this community.');
  }
  if (line.state === 'booked') await correctIn(within, act, line, memberId);
  else if (line.state !== 'open' || isNegative(line.amount)) throw notOpen(line.id);
  else await nameMember(transaction, { communityId, id: line.id, memberId });
  if (remember && line.payerAccount !== null) {
    const { payerAccount } = line;
    await keepPayerChoice(transaction, { communityId, payerAccount, memberId, chosenBy: actor, chosenAt: at });
  }
  audit('inbox.member_chosen', `bank_line:${line.id}`, { remember: remember === true });
}

/** Hours that went to the wrong member: reversed, and credited to the right one in place of the first credit. */
async function correctIn(within: Change, act: CommunityAct, line: LineToDecide, memberId: string): Promise<void> {
  if (line.creditId === null || line.creditSeconds === null) throw notOpen(line.id);
  if (line.memberId === memberId)
    throw invalidField('member_id', 'same_member', 'The hours are booked to this member.');
  const moved: ProposalRow = { ...line, memberId, seconds: 0 };
  const { refused } = await bookIn(within, act, [moved]);
  if (refused[0]) throw consoleConflict('no_proposal', refused[0].message);
  await nameMember(within.transaction, { communityId: act.communityId, id: line.id, memberId });
}

async function reverseIn(within: Change, act: CommunityAct, line: LineToDecide): Promise<void> {
  if (line.state !== 'open' || !isNegative(line.amount)) throw notOpen(line.id);
  if (line.memberId === null || line.creditSeconds === null) throw unknownCredit();
  const reversal: ProposalRow = { ...line, memberId: line.memberId, seconds: -line.creditSeconds };
  const { refused } = await bookIn(within, act, [reversal]);
  within.audit('inbox.approved', undefined, { booked: [line.id], refused: [] });
  if (refused[0]) throw consoleConflict('no_proposal', refused[0].message);
}

const notOpen = (id: number) =>
  consoleConflict('line_not_open', `Line ${id} is not open, or is no payment to a member.`);
const unknownCredit = () =>
  invalidField('reverse_credit_id', 'unknown_credit', 'reverse_credit_id names no credit of this community.');
