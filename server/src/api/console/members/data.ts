/** A member's history, the reads of the e-mail address, and the two rights of data protection: export and erasure. */
import { encodeId } from '@timebank/contract';
import {
  type eraseMember,
  type exportMember,
  listMemberReads,
  listMemberTransfers,
  type MemberExport,
  type MemberRead,
} from '@timebank/contract/console';
import { selectReceivedAnswers, selectSentAnswers } from '../../../domain/answers/queries.ts';
import { change } from '../../../domain/change/change.ts';
import { selectMemberCalls } from '../../../domain/contacts/queries.ts';
import { selectMemberMails } from '../../../domain/mail/console-queries.ts';
import { kindOfMail } from '../../../domain/mail/kinds.ts';
import { readBookletContact } from '../../../domain/members/booklet.ts';
import {
  type MemberReadRow,
  selectMemberBankLines,
  selectMemberLines,
  selectMemberReads,
  selectOwnListings,
} from '../../../domain/members/console-queries.ts';
import { erasePersonalData } from '../../../domain/members/erase.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import { actOf, type CommunityHandler, type ConsoleHandler } from '../access/call.ts';
import { linesReply, newestLines } from '../exchanges/lines.ts';
import { readMemberFile } from './file.ts';
import { memberIdOf, readMember } from './present.ts';
import { presentCall } from './present-call.ts';

/** Greater than every id. */
const LAST_AUDIT_ID = '9223372036854775807';
/** Entries of each part of an export. */
const EXPORT_MAX = 10_000;

export const listMemberTransfersHandler: ConsoleHandler<typeof listMemberTransfers> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listMemberTransfers);
  const member = await readMember(deps.database.reads, communityId, memberIdOf(call.params.memberId));
  return await linesReply(deps.database.heavy, page, communityId, member.account_id);
};

export const listMemberReadsHandler: ConsoleHandler<typeof listMemberReads> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listMemberReads);
  const memberId = memberIdOf(call.params.memberId);
  const { id: subject } = await readMember(deps.database.reads, communityId, memberId);
  const after = page.after ?? LAST_AUDIT_ID;
  const rows = await selectMemberReads(deps.database.heavy, {
    communityId,
    subject,
    beforeId: after,
    limit: page.limit,
  });
  return pageOf(page, rows, ({ id }) => id, presentRead);
};

export const exportMemberHandler: ConsoleHandler<typeof exportMember> = async (call, deps) => {
  const { communityId, slug, name } = call.membership;
  const { heavy } = deps.database;
  const memberId = memberIdOf(call.params.memberId);
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
  const exportedAt = await change(deps, actOf(call), async ({ at, audit }) => {
    audit('member.exported', member.id);
    return at;
  });
  const data: MemberExport = {
    exported_at: exportedAt.toISOString(),
    community: { slug, name },
    member,
    file: await readMemberFile(heavy, communityId, memberId),
    booklet_contact: await readBookletContact(heavy, communityId, memberId),
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
    truncated: [listings, answers, transfers, reads, lines, bankLines, mails].some(
      ({ length }) => length >= EXPORT_MAX,
    ),
  };
  return { data };
};

export const eraseMemberHandler: CommunityHandler<typeof eraseMember> = async (call, deps) => {
  const memberId = memberIdOf(call.params.memberId);
  await erasePersonalData(deps, { ...actOf(call), memberId }, call.body.name);
  return { data: await readMember(deps.database.reads, call.membership.communityId, memberId) };
};

function presentRead({ at, partnerId, partnerName, requestId, ...row }: MemberReadRow): MemberRead {
  return { ...row, at: at.toISOString(), partner_id: partnerId, partner_name: partnerName, request_id: requestId };
}
