/** All that is stored about a member: the right of data protection, for the office and for the member. */
import { encodeId } from '@timebank/contract';
import type { MemberExport, MemberRead } from '@timebank/contract/console';
import { selectReceivedAnswers, selectSentAnswers } from '../../../domain/answers/queries.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../domain/change/change.ts';
import { selectMemberCalls } from '../../../domain/contacts/queries.ts';
import { selectMemberMails } from '../../../domain/mail/console-queries.ts';
import { kindOfMail } from '../../../domain/mail/kinds.ts';
import { selectOwnChoices } from '../../../domain/member-self/queries.ts';
import { readBookletContact } from '../../../domain/members/booklet.ts';
import {
  type MemberReadRow,
  selectMemberBankLines,
  selectMemberLines,
  selectMemberReads,
  selectOwnListings,
} from '../../../domain/members/console-queries.ts';
import { newestLines } from '../exchanges/lines.ts';
import { readProposalsOf } from '../exchanges/proposals.ts';
import { readDeputies } from './deputies.ts';
import { readMemberFile } from './file.ts';
import { readMember } from './present.ts';
import { presentCall } from './present-call.ts';

/** Greater than every id. */
export const LAST_AUDIT_ID = '9223372036854775807';
/** Entries of each part of an export. */
const EXPORT_MAX = 10_000;

/**
 * Reads all of it, and notes that it was read.
 * @param memberId UUID
 */
export async function exportMemberData(
  deps: ChangeDeps,
  act: CommunityAct,
  community: MemberExport['community'],
  memberId: string,
): Promise<MemberExport> {
  const { communityId } = act;
  const { heavy } = deps.database;
  const member = await readMember(heavy, communityId, memberId);
  const listings = await selectOwnListings(heavy, { communityId, memberId, limit: EXPORT_MAX });
  const transfers = await newestLines(heavy, communityId, member.account_id, EXPORT_MAX);
  const reads = await selectMemberReads(heavy, {
    communityId,
    subject: member.id,
    beforeId: LAST_AUDIT_ID,
    limit: EXPORT_MAX,
  });
  const lines = await selectMemberLines(heavy, { communityId, memberId, limit: EXPORT_MAX });
  const bankLines = await selectMemberBankLines(heavy, { communityId, memberId, limit: EXPORT_MAX });
  const mails = await selectMemberMails(heavy, { communityId, memberId, limit: EXPORT_MAX });
  const asked = { communityId, memberId, limit: EXPORT_MAX };
  const answers = [...(await selectSentAnswers(heavy, asked)), ...(await selectReceivedAnswers(heavy, asked))];
  answers.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const proposals = await readProposalsOf(heavy, communityId, member.account_id, EXPORT_MAX);
  const exportedAt = await change(deps, act, async ({ at, audit }) => {
    audit('member.exported', member.id);
    return at;
  });
  const [choices] = await selectOwnChoices(heavy, { communityId, memberId });
  return {
    exported_at: exportedAt.toISOString(),
    community,
    member,
    file: await readMemberFile(heavy, communityId, memberId),
    booklet_contact: await readBookletContact(heavy, communityId, memberId),
    letter_only: choices?.letterOnly ?? false,
    leave_asked_at: choices?.leaveAskedAt?.toISOString() ?? null,
    card: choices?.card ?? null,
    seen_by_members: choices?.seenByMembers ?? true,
    join_asked_at: choices?.joinAskedAt?.toISOString() ?? null,
    digest_asked_at: choices?.digestAskedAt?.toISOString() ?? null,
    calls: (await selectMemberCalls(heavy, { communityId, memberId, limit: EXPORT_MAX })).map(presentCall),
    listings: listings.map(({ id, createdAt, updatedAt, ...listing }) => ({
      id: encodeId('lst', id),
      ...listing,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    })),
    answers: answers.map(({ listingTitle, fromMember, message, released, reply, ownerReleased, state, createdAt }) => ({
      ...{ listing: listingTitle, sent: fromMember === memberId, message, released: [...released], reply, state },
      ...{ owner_released: [...ownerReleased], created_at: createdAt.toISOString() },
    })),
    deputies: await readDeputies(heavy, communityId, memberId, EXPORT_MAX),
    proposals,
    transfers,
    reads: reads.map(presentRead),
    statement_lines: lines.map(({ comparedAt, bookedOn, endToEndId, payerText, ...line }) => ({
      ...line,
      compared_at: comparedAt.toISOString(),
      booked_on: bookedOn,
      end_to_end_id: endToEndId,
      payer_text: payerText,
    })),
    bank_lines: bankLines.map(({ importedAt, bookedOn, endToEndId, payerAccount, texts, ...line }) => ({
      ...line,
      imported_at: importedAt.toISOString(),
      booked_on: bookedOn,
      end_to_end_id: endToEndId,
      payer_account: payerAccount,
      text: texts.join(' '),
    })),
    mails: mails.map(({ reasonKey, createdAt, finishedAt, ...mail }) => ({
      ...mail,
      kind: kindOfMail(reasonKey),
      created_at: createdAt.toISOString(),
      finished_at: finishedAt?.toISOString() ?? null,
    })),
    truncated: [listings, answers, proposals, transfers, reads, lines, bankLines, mails].some(
      ({ length }) => length >= EXPORT_MAX,
    ),
  };
}

export function presentRead({ at, partnerId, partnerName, requestId, ...row }: MemberReadRow): MemberRead {
  return { ...row, at: at.toISOString(), partner_id: partnerId, partner_name: partnerName, request_id: requestId };
}
