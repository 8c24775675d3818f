/** A community whose members' pages have something of everything: hours in each state, listings, answers, deputies. */

import { randomUUID } from 'node:crypto';
import { encodeId } from '@timebank/contract';
import { startMailer } from '../../modules/mail/domain/mailer.ts';
import { addOwnField, changeOwnField, setOwnValues } from '../../modules/members/domain/members/file.ts';
import { answerListing, replyToAnswer } from '../../modules/members-pages/domain/answers/answer.ts';
import { publishListing } from '../../modules/members-pages/domain/answers/publish.ts';
import { appointDeputy, endDeputy } from '../../modules/members-pages/domain/deputies/deputies.ts';
import { askForLink } from '../../modules/members-pages/domain/member-access/by-mail.ts';
import { writeLetters } from '../../modules/members-pages/domain/member-access/letters.ts';
import { renewCard } from '../../modules/members-pages/domain/member-self/card.ts';
import type { TestMember } from '../../test-support/harness.ts';
import { type TestMailServer, textOfMail } from '../../test-support/mail-server.ts';
import { openPages } from '../../test-support/member-browser.ts';
import { answerAs, proposeAs, settleAsOffice } from '../../test-support/proposals.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import type { Console } from './console.ts';

/** Sixty letters without a place to break them. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenkasse';
const HOUR = 3600;
const DAY_MS = 86_400_000;

type LifeMember = 'helga' | 'ruth' | 'karl' | 'anna' | 'murat' | 'nele';

/** What the names of a life are: as most are, or as long as names get. */
export type Names = 'usual' | 'long';

const NAMES: Readonly<Record<Names, Readonly<Record<LifeMember | 'community', string>>>> = {
  usual: {
    ...{ helga: 'Helga Brandt', ruth: 'Ruth Weber', karl: 'Karl Weber', anna: 'Anna Brandt' },
    ...{ murat: 'Karl Yilmaz', nele: 'Nele Neumann', community: 'Riverside' },
  },
  long: {
    ...{ helga: `Helga ${LONG_WORD}`, ruth: LONG_WORD, karl: `Karl ${LONG_WORD}`, anna: `Anna ${LONG_WORD}` },
    ...{ murat: `Karl ${LONG_WORD.toUpperCase()}`, nele: `Nele ${LONG_WORD}`, community: `Riverside ${LONG_WORD}` },
  },
};

/** Where a browser goes. */
export interface MemberLife {
  readonly home: string;
  /** The address of a new letter. Helga has everything, Anna acts for her, and Nele has nothing. */
  letter(who: 'helga' | 'anna' | 'nele'): Promise<string>;
  /** The address that was mailed to the mailbox of Ruth and Karl. */
  readonly link: string;
  /** As the page names her. */
  readonly helga: string;
  readonly proposals: Readonly<Record<ProposalName, string>>;
  readonly listings: Readonly<Record<'own' | 'others' | 'answered', string>>;
  readonly answers: Readonly<Record<'sent' | 'agreed' | 'received', string>>;
}

type ProposalName = 'waits' | 'sent' | 'contested' | 'confirmed' | 'withdrawn' | 'ended' | 'byDeputy';

/** What takes mails in for the pages that ask for an address. */
export const mailSettings = ({ url }: TestMailServer) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Riverside <office@tb.example>',
});

export async function startMemberLife(console_: Console, mails: TestMailServer, names: Names): Promise<MemberLife> {
  const { service, origin } = console_;
  const called = NAMES[names];
  const community = await service.createCommunity({ name: called.community });
  const communityId = community.id;
  await openPages(service, communityId, { may_join: true });
  await service.createPartner({ communityId, name: names === 'long' ? LONG_WORD : 'Town Hall' });
  const mailbox = `weber-${communityId}@example.org`;
  const add = (who: LifeMember, email?: string) =>
    service.createMember({ communityId, name: called[who], ...(email && { email, phone: '0561 98 76 54' }) });
  const people: Readonly<Record<LifeMember, TestMember>> = {
    helga: await add('helga', `helga-${names === 'long' ? 'address'.repeat(8) : ''}${communityId}@example.org`),
    ruth: await add('ruth', mailbox),
    karl: await add('karl', mailbox),
    anna: await add('anna'),
    murat: await add('murat'),
    nele: await add('nele'),
  };
  const on: Life = { console_, communityId, people, long: names === 'long' };
  await booked(on);
  await deputies(on);
  await quarters(on);
  await renewCard(service.deps, actOf(on, 'helga'));
  const home = `${origin}/at/${community.slug}`;
  return {
    home,
    async letter(who) {
      const [letter] = await writeLetters(service.deps, { communityId, actor: 'test' }, [people[who].uuid]);
      return `${home}/enter?code=${letter?.code}`;
    },
    link: await mailedLink(on, mails, mailbox),
    helga: called.helga,
    proposals: await proposals(on),
    ...(await listings(on)),
  };
}

interface Life {
  readonly console_: Console;
  readonly communityId: number;
  readonly people: Readonly<Record<LifeMember, TestMember>>;
  readonly long: boolean;
}

const actOf = ({ communityId, people }: Life, who: LifeMember) => ({
  communityId,
  memberId: people[who].uuid,
  actor: 'test',
});
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Where people live, in words of the community. */
async function quarters(on: Life): Promise<void> {
  const { deps } = on.console_.service;
  const act = actOf(on, 'helga');
  const choices = ['Altstadt', on.long ? LONG_WORD : 'Nordstadt'];
  await addOwnField(deps, act, { name: 'Stadtteil', kind: 'choice', choices });
  await changeOwnField(deps, act, 1, { isQuarter: true });
  await setOwnValues(deps, act, [{ number: 1, value: choices[1] ?? null }]);
}

/** Hours of two years. */
async function booked({ console_: { service }, communityId, people, long }: Life): Promise<void> {
  for (const [provider, receiver, hours, note, days] of [
    ['helga', 'murat', 2, 'Knitting', 400],
    ['murat', 'helga', 1, 'A shelf put up', 90],
    ['helga', 'ruth', 1.5, 'Reading aloud', 30],
  ] as const) {
    await service.deps.postTransfers({
      ...{ kind: 'exchange', communityId, providerAccountId: people[provider].accountId, listingId: null },
      ...{ receiverAccountId: people[receiver].accountId, amountSeconds: hours * HOUR, externalId: null },
      ...{ serviceDate: dayBefore(days), note: long ? `${note} ${LONG_WORD}` : note, limited: false },
      recordedBy: 'test',
    });
  }
}

/** Anna acts for Helga, and Karl did. */
async function deputies(on: Life): Promise<void> {
  const { deps } = on.console_.service;
  const agreed = { agreedOn: null, how: 'paper' } as const;
  await appointDeputy(deps, actOf(on, 'helga'), { deputyMemberId: on.people.anna.uuid }, agreed);
  const before = await appointDeputy(deps, actOf(on, 'helga'), { deputyMemberId: on.people.karl.uuid }, agreed);
  await endDeputy(deps, actOf(on, 'helga'), before);
}

/** One in each state in which Helga sees one, and one of Anna's, whom she may not confirm for Helga. */
async function proposals(on: Life): Promise<MemberLife['proposals']> {
  const { communityId, people } = on;
  const { deps } = on.console_.service;
  const { helga, ruth } = people;
  const made = async (from: LifeMember, to: LifeMember, days: number, seconds = HOUR) => {
    const slip = { by: people[from], other: people[to], side: 'helped' as const, seconds, day: dayBefore(days) };
    return (await proposeAs(deps, communityId, { ...slip, form: randomUUID() })).id;
  };
  const by = (who: TestMember, id: string, act: 'confirm' | 'contest' | 'withdraw') =>
    answerAs(deps, communityId, who.uuid, id, { act, seen: 1, seconds: HOUR });
  const ids: Record<ProposalName, string> = {
    ...{ waits: await made('ruth', 'helga', 1), sent: await made('helga', 'ruth', 2, 1.5 * HOUR) },
    ...{ contested: await made('helga', 'ruth', 3), confirmed: await made('helga', 'ruth', 4) },
    ...{ withdrawn: await made('helga', 'ruth', 5), ended: await made('helga', 'ruth', 6) },
    byDeputy: await made('anna', 'helga', 7),
  };
  await by(ruth, ids.contested, 'contest');
  await by(ruth, ids.confirmed, 'confirm');
  await by(helga, ids.withdrawn, 'withdraw');
  await by(ruth, ids.ended, 'contest');
  await settleAsOffice(deps, communityId, ids.ended, { act: 'end', seen: 1, seconds: null });
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, `/record/${encodeId('prp', id)}`]),
  ) as Record<ProposalName, string>;
}

/** Requests and an offer, and what was answered to them. */
async function listings(on: Life): Promise<Pick<MemberLife, 'listings' | 'answers'>> {
  const { deps } = on.console_.service;
  const more = on.long ? ` ${LONG_WORD}` : '';
  const publish = (who: LifeMember, type: 'request' | 'service', title: string) =>
    publishListing(deps, actOf(on, who), randomUUID(), {
      type,
      title: `${title}${more}`,
      description: `Two weeks in August.${more}`,
      category: '',
      estimatedHours: '1.5',
    });
  const own = await publish('helga', 'request', 'A lamp to be hung');
  const others = await publish('ruth', 'request', 'Someone to water the plants');
  const [second, offer] = [
    await publish('ruth', 'request', 'A chair to mend'),
    await publish('ruth', 'service', 'Cakes'),
  ];
  const answer = (who: LifeMember, listingId: string) =>
    answerListing(deps, actOf(on, who), {
      listingId,
      message: `I can help.${more}`,
      released: ['email', 'phone'],
      form: randomUUID(),
    });
  const [sent, agreed, received] = [
    await answer('helga', second),
    await answer('helga', offer),
    await answer('ruth', own),
  ];
  const reply = { answerId: agreed, state: 'agreed', reply: `On Friday?${more}`, released: ['phone'] } as const;
  await replyToAnswer(deps, actOf(on, 'ruth'), reply);
  const at = (id: string) => `/listing/${encodeId('lst', id)}`;
  const to = (id: string) => `/answer/${encodeId('ans', id)}`;
  return {
    listings: { own: at(own), others: at(others), answered: at(second) },
    answers: { sent: to(sent), agreed: to(agreed), received: to(received) },
  };
}

/** The link in the mail to an address of two people. */
async function mailedLink({ console_, communityId }: Life, mails: TestMailServer, email: string): Promise<string> {
  const { deps } = console_.service;
  const asked = { email, cookieHash: Buffer.alloc(32, communityId), deviceHash: null, next: '' };
  await askForLink(deps, communityId, asked);
  const mailer = startMailer(deps, { origin: console_.origin, pollMs: 20 });
  const link = () =>
    mails.mails
      .filter(({ to }) => to === email)
      .flatMap((mail) => /http\S+enter\?key=\S+/.exec(textOfMail(mail)) ?? []);
  await waitUntil('the mail', () => link().length > 0);
  await mailer.stop();
  return link()[0] ?? '';
}
