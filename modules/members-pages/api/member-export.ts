/** All that is stored about a member: the right of data protection, for the office and for the member. */
import { encodeId } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../console/desk/call.ts';
import { memberIdOf } from '../../../console/desk/named-member.ts';
import { shownAs } from '../../../core/base/fields/fields.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../core/change/change.ts';
import type { Queryable } from '../../../core/database/query.ts';
import { presentValues } from '../../../core/people/api/listings/listings.ts';
import { selectHold } from '../../../core/people/holds/queries.ts';
import { selectMemberMails } from '../../mail/domain/console-queries.ts';
import { kindOfMail } from '../../mail/domain/kinds.ts';
import { newestLines } from '../../members/api/exchanges/lines.ts';
import { readMemberFile } from '../../members/api/members/file.ts';
import { LAST_AUDIT_ID, presentCall, presentRead, readMember } from '../../members/api/members/present.ts';

import { type exportMember, MemberExport } from '../../members/contract/member-export.ts';
import { selectMemberCalls } from '../../members/domain/contact-queries.ts';
import { readBookletContact } from '../../members/domain/members/booklet.ts';
import {
  type OwnListingRow,
  selectKeptSessions,
  selectMemberBankLines,
  selectMemberLines,
  selectMemberReads,
  selectOwnListings,
  selectPayerAccounts,
} from '../../members/domain/members/console-queries.ts';
import {
  type AnswerTurnRow,
  selectAnswerTurns,
  selectReceivedAnswers,
  selectSentAnswers,
} from '../domain/answers/queries.ts';
import { selectOwnChoices } from '../domain/member-self/queries.ts';
import { readDeputies } from './deputies.ts';
import { readProposalsOf } from './proposals.ts';

const parts = MemberExport.properties;
/** Entries of each part of an export. */
const EXPORT_MAX = 10_000;

export const exportMemberHandler: CommunityHandler<typeof exportMember> = async (call, deps) => {
  const { slug, name } = call.membership;
  const memberId = memberIdOf(call.params.memberId);
  return { data: await exportMemberData(deps, actOf(call), { slug, name }, memberId) };
};

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
  const asked = { communityId, memberId, limit: EXPORT_MAX };
  const reads = await selectMemberReads(heavy, { ...asked, subject: member.id, beforeId: LAST_AUDIT_ID });
  const lines = await selectMemberLines(heavy, { communityId, memberId, limit: EXPORT_MAX });
  const bankLines = await selectMemberBankLines(heavy, { communityId, memberId, limit: EXPORT_MAX });
  const mails = await selectMemberMails(heavy, { communityId, memberId, limit: EXPORT_MAX });
  const answers = [...(await selectSentAnswers(heavy, asked)), ...(await selectReceivedAnswers(heavy, asked))];
  answers.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const answerIds = answers.map(({ id }) => id);
  const turns = await selectAnswerTurns(heavy, { communityId, answerIds });
  const proposals = await readProposalsOf(heavy, communityId, member.account_id, EXPORT_MAX);
  const exportedAt = await change(deps, act, async ({ at, audit }) => {
    audit('member.exported', member.id);
    return at;
  });
  const [choices] = await selectOwnChoices(heavy, { communityId, memberId });
  if (!choices) throw refusal('user_not_found', 'There is no such member.');
  return {
    exported_at: exportedAt.toISOString(),
    community,
    member,
    file: await readMemberFile(heavy, communityId, memberId),
    booklet_contact: await readBookletContact(heavy, communityId, memberId),
    ...shownAs(MemberExport, choices),
    hold: await readHold(heavy, communityId, memberId),
    calls: (await selectMemberCalls(heavy, { communityId, memberId, limit: EXPORT_MAX })).map(presentCall),
    listings: listings.map(presentListing),
    answers: answers.map(
      ({ id, listingTitle, fromMember, message, released, reply, ownerReleased, state, createdAt }) => ({
        ...{ listing: listingTitle, sent: fromMember === memberId, message, released: [...released], reply, state },
        ...{ owner_released: [...ownerReleased], created_at: createdAt.toISOString() },
        turns: turns.filter(({ answerId }) => answerId === id).map((turn) => presentTurn(turn, memberId)),
      }),
    ),
    deputies: await readDeputies(heavy, communityId, memberId, EXPORT_MAX),
    proposals,
    transfers,
    reads: reads.map(presentRead),
    statement_lines: lines.map((line) => shownAs(parts.statement_lines.items, line)),
    bank_lines: bankLines.map((line) => ({ ...shownAs(parts.bank_lines.items, line), text: line.texts.join(' ') })),
    ...(await readOfBanksAndBrowsers(heavy, communityId, memberId)),
    mails: mails.map((mail) => ({ ...shownAs(parts.mails.items, mail), kind: kindOfMail(mail.reasonKey) })),
    truncated: [listings, answers, proposals, transfers, reads, lines, bankLines, mails].some(
      ({ length }) => length >= EXPORT_MAX,
    ),
  };
}

async function readHold(on: Queryable, communityId: number, memberId: string): Promise<MemberExport['hold']> {
  const [hold] = await selectHold(on, { communityId, memberId });
  if (!hold) return null;
  const { beganAt, until, endedAt, shown } = hold;
  return { began_at: beganAt.toISOString(), until, ended_at: endedAt?.toISOString() ?? null, shown };
}

const presentListing = (row: OwnListingRow): MemberExport['listings'][number] => ({
  ...shownAs(parts.listings.items, row),
  ...presentValues(row),
  id: encodeId('lst', row.id),
});

async function readOfBanksAndBrowsers(
  on: Queryable,
  communityId: number,
  memberId: string,
): Promise<Pick<MemberExport, 'payer_accounts' | 'devices'>> {
  const asked = { communityId, memberId, limit: EXPORT_MAX };
  const accounts = await selectPayerAccounts(on, asked);
  const devices = await selectKeptSessions(on, asked);
  return {
    payer_accounts: accounts.map((row) => shownAs(parts.payer_accounts.items, row)),
    devices: devices.map((row) => shownAs(parts.devices.items, row)),
  };
}

const presentTurn = ({ fromMember, message, day, dayOff, createdAt }: AnswerTurnRow, memberId: string) => ({
  ...{ sent: fromMember === memberId, message, day, called_off: dayOff, created_at: createdAt.toISOString() },
});
