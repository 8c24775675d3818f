/** What members decide about themselves, on their own pages. */
import { encodeId, type MemberMailKind } from '@timebank/contract';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import { endHold } from '../../../../core/people/holds/hold.ts';
import { changeListingStatus } from '../../../../core/people/listings/change.ts';
import { selectQuarter } from '../../../../core/people/members/detail-queries.ts';
import type { MemberAct } from '../../../../core/people/members/status.ts';
import { changeMember } from '../../../../core/people/members/update.ts';
import { selectOwnListings } from '../../../members/domain/members/console-queries.ts';
import { setOwnValues } from '../../../members/domain/members/file.ts';
import { clearLeaveAsked, selectOwnChoices, updateLeaveAsked, updateOwnChoices } from './queries.ts';

/** Kinds of mail that members choose on their page; those about their listings and of the office have ways of their own. */
export const CHOSEN_MAILS = ['hours', 'digest', 'alerts'] as const satisfies readonly MemberMailKind[];
const LISTINGS_MAX = 1000;

export interface OwnChoices {
  /** Of the field that the community marks as the quarter; empty: none, undefined stays. */
  readonly quarter?: string | undefined;
  /** Null: as the browser asks. */
  readonly language: string | null;
  readonly mails: readonly MemberMailKind[];
  readonly letterOnly: boolean;
}

/** @throws Refusal validation_failed: `values` of a quarter that is none, and nothing was changed */
export async function changeOwnChoices(
  deps: ChangeDeps,
  act: MemberAct,
  { quarter, language, mails, letterOnly }: OwnChoices,
): Promise<void> {
  const { communityId, memberId } = act;
  const [known] = await selectQuarter(deps.database.reads, { communityId, memberId });
  if (quarter !== undefined && quarter !== (known?.own ?? ''))
    await setOwnValues(deps, act, [{ number: 'quarter', value: quarter }]);
  await changeMember(deps, act, { language });
  const mailKinds = CHOSEN_MAILS.filter((kind) => mails.includes(kind));
  await change(deps, act, async ({ transaction, at, audit }) => {
    const [before] = await selectOwnChoices(transaction, { communityId, memberId });
    if (!before) return;
    const had = CHOSEN_MAILS.filter((kind) => before.mailKinds.includes(kind));
    const isSame = had.join() === mailKinds.join() && before.letterOnly === letterOnly;
    if (isSame && before.digestAskedAt) return;
    await updateOwnChoices(transaction, { communityId, memberId, mailKinds, among: CHOSEN_MAILS, letterOnly, at });
    audit('member.choices_changed', encodeId('usr', memberId));
  });
}

/** The kinds of mail that the first page asks about, once. */
export const NEWS_MAILS = ['digest', 'alerts'] as const satisfies readonly MemberMailKind[];

/** Notes which mails of news the member wants. A second answer, of a page that was left open, changes nothing. */
export async function answerNewsQuestion(
  deps: ChangeDeps,
  act: MemberAct,
  mailKinds: readonly (typeof NEWS_MAILS)[number][],
): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    const [before] = await selectOwnChoices(transaction, { communityId, memberId });
    if (!before || before.digestAskedAt) return;
    const { letterOnly } = before;
    await updateOwnChoices(transaction, { communityId, memberId, mailKinds, among: NEWS_MAILS, letterOnly, at });
    audit('member.choices_changed', encodeId('usr', memberId));
  });
}

/** Takes the wish to leave back. Listings that were closed stay so: the member publishes them again. */
export async function stayMember(deps: ChangeDeps, act: MemberAct): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async ({ transaction, audit }) => {
    const [before] = await selectOwnChoices(transaction, { communityId, memberId });
    if (!before?.leaveAskedAt) return;
    await clearLeaveAsked(transaction, { communityId, memberId });
    audit('member.leave_taken_back', encodeId('usr', memberId));
  });
}

/** Tells the office that the member wants to leave, and closes the member's listings; a hold ends. Once more, it stays. */
export async function askToLeave(deps: ChangeDeps, act: MemberAct): Promise<void> {
  const { communityId, memberId } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    const [before] = await selectOwnChoices(transaction, { communityId, memberId });
    if (!before || before.leaveAskedAt) return;
    await updateLeaveAsked(transaction, { communityId, memberId, at });
    audit('member.leave_asked', encodeId('usr', memberId));
  });
  const listings = await selectOwnListings(deps.database.heavy, { communityId, memberId, limit: LISTINGS_MAX });
  for (const { id: listingId, status, backAs } of listings) {
    if (status !== 'closed' || backAs !== null) await changeListingStatus(deps, { ...act, listingId }, 'closed');
  }
  await endHold(deps, act, { isBack: false });
}
