/**
 * What a community in use has beside its partners: members who sign in, publish, answer, record hours and let others act
 * for them; mails that wait; and an inbox whose lines are proposed, booked, open and returned.
 */
import { randomUUID } from 'node:crypto';
import { encodeId } from '@timebank/contract';
import { changeRates } from '../../core/partners/rates/rates.ts';
import { approveLines } from '../../modules/bank/domain/inbox/approve.ts';
import { decideLine } from '../../modules/bank/domain/inbox/decide-line.ts';
import { importIntoInbox } from '../../modules/bank/domain/inbox/import-file.ts';
import { refreshInbox } from '../../modules/bank/domain/inbox/read-inbox.ts';
import { readBankFile } from '../../modules/bank-files/read-file.ts';
import { recordCall } from '../../modules/members/domain/record-contact.ts';
import { appointDeputy } from '../../modules/members-pages/domain/deputies/deputies.ts';
import { askForLink } from '../../modules/members-pages/domain/member-access/by-mail.ts';
import { writeLetters } from '../../modules/members-pages/domain/member-access/letters.ts';
import { openMemberPages } from '../../modules/members-pages/domain/member-access/switch.ts';
import { bankStatement } from '../bank-statement.ts';
import type { TestService } from '../harness.ts';
import { browserOfMember } from '../member-browser.ts';
import { type ActingMember, answerEachOther, publishAs, recordWith } from '../members-beside.ts';
import { answerAs, proposeAs } from '../proposals.ts';

/** What members and the treasurer kept of a release. */
export interface HeldByMembers {
  readonly slug: string;
  /** `name=value` of the session of the one who was asked whether an hour is right. */
  readonly cookie: string;
  /** The page of the hour that waits for that answer, below the community's. */
  readonly waiting_page: string;
  /** Opens the pages once, until two months after the release. */
  readonly letter_code: string;
  /** Lines of the inbox: `open proposed`. */
  readonly inbox: readonly string[];
}

interface Neighbour extends ActingMember {
  readonly reference: string;
}

/** @param community whose members have the numbers R1, R2, … */
export async function fillMembersSide(
  service: TestService,
  community: { readonly id: number; readonly slug: string },
): Promise<HeldByMembers> {
  const { deps } = service;
  const { id: communityId, slug } = community;
  const act = { communityId, actor: 'administrator:1' };
  const people = await service.ownerQuery<Neighbour>(
    `select m.id as uuid, a.id::int as "accountId", m.payment_reference as reference from members m
     join accounts a on a.community_id = m.community_id and a.member_id = m.id
     where m.community_id = $1 and m.external_id like 'R%' and m.status = 'active'
     order by length(m.external_id), m.external_id`,
    [communityId],
  );
  const [anna, ben, cleo, dan] = people as [Neighbour, Neighbour, Neighbour, Neighbour];
  await openMemberPages(deps, act, true);
  const on = { deps, communityId };
  const browser = await browserOfMember(service, community, ben.uuid);
  const [letter] = await writeLetters(deps, act, [cleo.uuid]);
  const request = { cookieHash: Buffer.alloc(32, 1), deviceHash: null, next: '' };
  await askForLink(deps, communityId, { ...request, email: 'r4@example.org' });

  const wanted = await publishAs(on, anna, 'request');
  await publishAs(on, ben, 'service');
  await answerEachOther(on, ben, anna, wanted);
  const day = '2026-11-23';
  await recordWith(on, anna, ben, { seconds: 5400, day, confirms: true });
  const slip = { side: 'helped' as const, seconds: 3600, day, again: true };
  const contested = await proposeAs(deps, communityId, { ...slip, by: cleo, other: ben, form: randomUUID() });
  await answerAs(deps, communityId, ben.uuid, contested.id, { act: 'contest', seen: 1, seconds: 3600 });
  const waiting = await proposeAs(deps, communityId, { ...slip, by: anna, other: ben, form: randomUUID() });

  const agreed = { agreedOn: day, how: 'in_person' as const };
  await appointDeputy(deps, { ...act, memberId: cleo.uuid }, { deputyMemberId: anna.uuid }, agreed);
  const outside = { name: 'Nora Niece', email: 'nora@example.org' };
  await appointDeputy(deps, { ...act, memberId: dan.uuid }, outside, agreed);
  await recordCall(deps, { ...act, memberId: dan.uuid }, { calledOn: day, note: 'Rang twice', againMonths: 3 });

  return {
    slug,
    cookie: browser.cookie() ?? '',
    waiting_page: `/record/${encodeId('prp', waiting.id)}`,
    letter_code: letter?.code ?? '',
    inbox: await fillInbox(service, communityId, people),
  };
}

async function fillInbox(service: TestService, communityId: number, people: readonly Neighbour[]): Promise<string[]> {
  const { deps } = service;
  const [anna, ben] = people.map(({ reference }) => reference);
  const by = { communityId, actor: 'administrator:2' };
  const importFile = async (id: string, entries: Parameters<typeof bankStatement>[0], opening: number) => {
    const bytes = Buffer.from(bankStatement(entries, { id, opening }));
    const file = { name: `statement-${id}.xml`, bytes, answers: {}, read: readBankFile };
    return (await importIntoInbox(deps, { communityId, actor: 'administrator:1' }, file)).lineIds;
  };
  await changeRates(deps, { ...by, partnerId: null }, { hoursPerUnit: { EUR: '1/20' }, from: null });
  const paid = { reference: 'ZV-1', amount: 40, text: `Hours ${anna}`, endToEndId: 'A-1' };
  const [, , granted = 0] = await importFile(
    '1',
    [
      paid,
      { reference: 'ZV-2', amount: 20, text: 'Hours, without a reference' },
      { reference: 'ZV-3', amount: 20, text: 'A grant of the town' },
      { reference: 'ZV-4', amount: 20, text: `Hours ${ben}` },
    ],
    1000,
  );
  await refreshInbox(deps.database, communityId);
  const { bookedIds } = await approveLines(deps, by, null);
  if (bookedIds.length !== 2) throw new Error(`${bookedIds.length} lines were booked, not two`);
  await decideLine(deps, by, granted, { note: 'No hours for it' });
  await importFile(
    '2',
    [
      { ...paid, reference: 'ZV-5', amount: -40, returned: true },
      { reference: 'ZV-6', amount: 60, text: `Hours ${ben}` },
    ],
    1100,
  );
  await refreshInbox(deps.database, communityId);
  return await inboxOf(service, communityId);
}

/** State and reason of each line, in their order. */
export async function inboxOf(service: TestService, communityId: number): Promise<string[]> {
  const lines = await service.ownerQuery<{ line: string }>(
    `select state || ' ' || reason as line from bank_lines where community_id = $1 order by id`,
    [communityId],
  );
  return lines.map(({ line }) => line);
}
