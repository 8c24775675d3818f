/** An hour recorded by two, over HTTP as browsers without script send it: one outcome, and at most one transfer. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { decodeId } from '@timebank/contract';
import { changeMemberStatus } from '../../../core/people/members/status.ts';
import {
  startTestService,
  type TestCommunity,
  type TestMember,
  type TestService,
} from '../../../test-support/harness.ts';
import { communityWithPages, createMemberBrowser, type MemberBrowser } from '../../../test-support/member-browser.ts';
import { answerOn, pathIn, recordOn, sendSlip, slipFor, stateOn } from '../../../test-support/member-hours.ts';
import { erasePersonalData } from '../../members/domain/members/erase.ts';
import { verifyLedger } from '../../operate/domain/ledger/invariants.ts';
import { writeLetters } from '../domain/member-access/letters.ts';
import { settleProposal } from '../domain/proposals/act.ts';
import { proposalJobs } from '../domain/proposals/wait-job.ts';

let service: TestService;
let second: TestService;
let community: TestCommunity;
before(async () => {
  service = await startTestService();
  second = await startTestService({ database: service.testDatabase });
  community = await openCommunity();
});
after(async () => {
  const { holds, invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.ok(holds, JSON.stringify(invariants.filter(({ holds: one }) => !one)));
  await second?.stop();
  await service?.stop();
});

async function openCommunity(): Promise<TestCommunity> {
  const made = await communityWithPages(service, { name: 'Riverside' });
  return made;
}

interface Person {
  readonly member: TestMember;
  readonly window: MemberBrowser;
  /** The same person, signed in at the other node. */
  readonly elsewhere: MemberBrowser;
}

const actOf = (of: TestCommunity) => ({ communityId: of.id, actor: 'command' });

async function person(name: string, of = community): Promise<Person> {
  const member = await service.createMember({ communityId: of.id, name });
  const window = createMemberBrowser(service.origin, of.slug);
  const elsewhere = createMemberBrowser(second.origin, of.slug);
  for (const one of [window, elsewhere]) {
    const [letter] = await writeLetters(service.deps, actOf(of), [member.uuid]);
    assert.equal((await one.enter(letter?.code ?? '')).status, 303);
  }
  return { member, window, elsewhere };
}

const DAY = '2026-11-18';

const slip = (other: Person, more?: Readonly<Record<string, string>>) => slipFor(other.member.id, more);
const recorded = (by: Person, other: Person, more?: Readonly<Record<string, string>>) =>
  recordOn(by.window, other.member.id, more);

async function balanceOf({ window }: Person): Promise<number> {
  return Number(/id="balance" value="(-?\d+)"/.exec((await window.get('')).text)?.[1]);
}

async function transfers(): Promise<number> {
  const [row] = await service.ownerQuery<{ count: number }>(
    `select count(*)::int as count from transfers where external_id like 'prp_%'`,
  );
  return row?.count ?? 0;
}

test('what one records counts once the other has said yes: one transfer, named by the proposal', async () => {
  const [ruth, helga] = [await person('Ruth Weber'), await person('Helga Brandt')];
  const path = await recorded(ruth, helga, { note: 'windows' });
  assert.deepEqual([await balanceOf(ruth), await balanceOf(helga)], [0, 0]);
  const waiting = (await helga.window.get('')).text;
  assert.match(waiting, /Ruth W\.: “I helped you for 1 h on 18 November 2026\.”/);
  const before = await transfers();
  assert.equal((await answerOn(helga.window, path, 'confirm')).status, 303);
  assert.equal(stateOn((await ruth.window.get(path)).text), 'confirmed');
  assert.deepEqual([await balanceOf(ruth), await balanceOf(helga)], [3600, -3600]);
  assert.equal(await transfers(), before + 1);
  const [row] = await service.ownerQuery<{ external_id: string; recorded_by: string; note: string }>(
    'select external_id, recorded_by, note from transfers where external_id = $1',
    [path.replace('/record/', '')],
  );
  assert.deepEqual([row?.recorded_by, row?.note], [`member:${helga.member.id}`, 'windows']);
  assert.equal(
    (await answerOn(helga.window, path, 'confirm')).status,
    303,
    'a repeated yes shows the first one’s result',
  );
  assert.equal(await transfers(), before + 1);
});

test('a form that is sent twice, and both recording the same help, are one proposal', async () => {
  const [ida, jon] = [await person('Ida Kern'), await person('Jon Lenz')];
  const twice = slip(jon);
  const first = await sendSlip(ida.window, twice);
  const again = await sendSlip(ida.window, twice);
  assert.equal(again.location, first.location);
  const theirs = await sendSlip(jon.window, slip(ida, { side: 'was_helped' }));
  assert.equal(theirs.location, first.location, 'the other is led to the first one’s');
  const asked = await sendSlip(ida.window, slip(jon));
  assert.deepEqual([asked.status, /name="again"/.test(asked.text)], [422, true]);
  const more = await sendSlip(ida.window, slip(jon, { again: 'yes' }));
  assert.equal(more.status, 303);
  assert.notEqual(more.location, first.location);
});

test('of twenty confirmations and withdrawals at once on two nodes, one outcome stays, with at most one transfer', async () => {
  const [kim, lea] = [await person('Kim Moser'), await person('Lea Nolte')];
  const path = await recorded(kim, lea);
  const before = await transfers();
  for (const window of [kim.window, kim.elsewhere, lea.window, lea.elsewhere]) await window.get('');
  const send = (window: MemberBrowser, what: string) =>
    window.send(path, { csrf: window.csrf(), do: what, seen: '1' }).then(({ status }) => status);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0
        ? send(at % 4 === 0 ? lea.window : lea.elsewhere, 'confirm')
        : send(at % 4 === 1 ? kim.window : kim.elsewhere, 'withdraw'),
    ),
  );
  const state = stateOn((await kim.window.get(path)).text);
  assert.ok(state === 'confirmed' || state === 'withdrawn', state);
  assert.equal(await transfers(), before + (state === 'confirmed' ? 1 : 0));
  const [confirmations, withdrawals] = [0, 1].map((side) => statuses.filter((_, at) => at % 2 === side));
  const [won, lost] = state === 'confirmed' ? [confirmations, withdrawals] : [withdrawals, confirmations];
  assert.deepEqual([...new Set(won)], [303]);
  assert.deepEqual([...new Set(lost)], [409]);
});

test('only the one who is waited for confirms: not the one who recorded it, not a third, not another community', async () => {
  const [mia, noah, omar] = [await person('Mia Olsen'), await person('Noah Peters'), await person('Omar Quint')];
  const path = await recorded(mia, noah);
  assert.equal((await answerOn(mia.window, path, 'confirm')).status, 403);
  assert.equal((await answerOn(omar.window, path, 'confirm')).status, 404);
  assert.equal((await omar.window.get(path)).status, 404);
  const elsewhere = await openCommunity();
  const stranger = await person('Pia Stranger', elsewhere);
  assert.equal((await stranger.window.get(path)).status, 404);
  assert.equal((await answerOn(stranger.window, path, 'confirm')).status, 404);
  assert.equal(stateOn((await mia.window.get(path)).text), 'waiting');
});

test('a correction swaps the sides, and what counts is its time; a second one goes to the office', async () => {
  const [pia, quin] = [await person('Pia Roth'), await person('Quin Sauer')];
  const path = await recorded(pia, quin);
  assert.equal((await answerOn(quin.window, path, 'correct', { right_time: '0:30', right_day: '' })).status, 303);
  assert.equal((await answerOn(pia.window, path, 'confirm')).status, 409, 'of the version before');
  assert.equal((await answerOn(pia.window, path, 'confirm', { seen: '2' })).status, 303);
  assert.equal(await balanceOf(pia), 1800);
  const other = await recorded(pia, quin, { day: '2026-11-17' });
  await answerOn(quin.window, other, 'correct', { right_time: '2:00' });
  await answerOn(pia.window, other, 'correct', { right_time: '3:00', seen: '2' });
  const page = await quin.window.get(other);
  assert.equal(stateOn(page.text), 'office');
  assert.equal(await balanceOf(pia), 1800);
});

test('what is contested is for the office: each says once what is wrong, and it is settled once', async () => {
  const [rosa, sven] = [await person('Rosa Thiel'), await person('Sven Ulm')];
  const path = await recorded(rosa, sven);
  assert.equal((await answerOn(sven.window, path, 'contest', { words: '' })).status, 422);
  assert.equal((await answerOn(sven.window, path, 'contest', { words: 'That was another day.' })).status, 303);
  assert.equal((await answerOn(sven.window, path, 'contest', { words: 'Once more.' })).status, 409);
  assert.equal((await answerOn(rosa.window, path, 'contest', { words: 'It was that day.' })).status, 303);
  const text = (await sven.window.get(path)).text;
  assert.match(text, /That was another day\./);
  assert.match(text, /It was that day\./);
  const { id } = await proposalOf(path);
  const settle = () =>
    settleProposal(service.deps, { communityId: community.id, actor: 'administrator:1' }, id, {
      ...{ do: 'confirm', how: 'telephone', reason: null, seen: 1, time: '1:30', day: '' },
    });
  const settled = await Promise.allSettled([settle(), settle()]);
  assert.deepEqual(settled.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal(await balanceOf(rosa), 5400);
});

test('a day that is more than a year ago by now is not settled as it is, but with another day', async () => {
  const [ida, jan] = [await person('Ida Jost'), await person('Jan Kern')];
  const path = await recorded(ida, jan);
  await answerOn(jan.window, path, 'contest', { words: 'That was another day.' });
  const { id } = await proposalOf(path);
  await service.ownerQuery(`update proposals set service_date = '2025-01-15' where id = $1`, [id]);
  const settle = (day: string) =>
    settleProposal(service.deps, actOf(community), id, {
      ...{ do: 'confirm', how: 'telephone', reason: null, seen: 1, time: '', day },
    });
  await assert.rejects(settle(''), {
    code: 'validation_failed',
    message: /right_day 2025-01-15 is more than 366 days ago/,
  });
  assert.equal(await balanceOf(ida), 0);
  await settle(DAY);
  assert.equal(await balanceOf(ida), 3600);
});

async function proposalOf(path: string): Promise<{ readonly id: string; readonly reminded: boolean }> {
  const number = path.replace('/record/', '');
  const id = decodeId('prp', number);
  assert.ok(id);
  const [row] = await service.ownerQuery<{ id: string; reminded: boolean }>(
    'select id, reminded_at is not null as reminded from proposals where id = $1',
    [id],
  );
  assert.ok(row);
  return row;
}

test('beyond a limit the office has it, nothing is booked, and no figure of the other is said', async () => {
  const limited = await openCommunity();
  await service.ownerQuery('update communities set lower_balance_seconds = -7200 where id = $1', [limited.id]);
  const [tom, uwe] = [await person('Tom Vogt', limited), await person('Uwe Wolf', limited)];
  const sent = await sendSlip(tom.window, slip(uwe, { time: '3:00' }));
  const path = pathIn(sent);
  const confirmed = await answerOn(uwe.window, path, 'confirm');
  assert.equal(confirmed.status, 303);
  for (const { window } of [tom, uwe]) {
    const { text } = await window.get(path);
    assert.equal(stateOn(text), 'office');
    assert.match(text, /This cannot be booked now\. The office knows\./);
  }
  assert.deepEqual([await balanceOf(tom), await balanceOf(uwe)], [0, 0]);
  const own = await sendSlip(tom.window, slip(uwe, { side: 'was_helped', time: '3:00' }));
  assert.equal(own.status, 422, 'the own limit is said at once');
  assert.match(own.text, /So many hours are not left on your account/);
});

test('who does not answer is reminded once after seven days, and after fourteen the office has it', async () => {
  const [vera, will] = [await person('Vera Wirth'), await person('Will Xaver')];
  const path = await recorded(vera, will);
  const { id } = await proposalOf(path);
  const [job] = proposalJobs(service.deps.hooks);
  const run = () => job?.run(service.deps, new AbortController().signal);
  const waited = (days: number) =>
    service.ownerQuery(`update proposals set waits_since = $2::timestamptz - make_interval(days => $3) where id = $1`, [
      id,
      service.clock.now(),
      days,
    ]);
  await waited(6);
  await run();
  assert.equal((await proposalOf(path)).reminded, false);
  await waited(8);
  await run();
  await run();
  assert.equal((await proposalOf(path)).reminded, true);
  const mails = await service.ownerQuery(`select from mails where reason_key like 'proposal.reminder:' || $1 || '%'`, [
    path.replace('/record/', ''),
  ]);
  assert.equal(mails.length, 1);
  await waited(15);
  await run();
  assert.equal(stateOn((await vera.window.get(path)).text), 'office');
});

test('who leaves or is erased ends what is open; a suspended member confirms nothing', async () => {
  const [xena, yara, zoe] = [await person('Xena Young'), await person('Yara Zander'), await person('Zoe Abt')];
  const [first, other] = [await recorded(xena, yara, { note: 'private words' }), await recorded(xena, zoe)];
  const act = (member: TestMember) => ({ communityId: community.id, actor: 'command', memberId: member.uuid });
  await changeMemberStatus(service.deps, act(zoe.member), 'suspended');
  assert.equal((await zoe.window.get(other)).status, 303);
  await changeMemberStatus(service.deps, act(zoe.member), 'left');
  assert.equal(stateOn((await xena.window.get(other)).text), 'ended');
  await erasePersonalData(service.deps, act(yara.member), 'Yara Zander');
  const page = await xena.window.get(first);
  assert.equal(stateOn(page.text), 'ended');
  assert.doesNotMatch(page.text, /private words/);
});

test('a fault is named at its field, the entries stay, and nothing is recorded', async () => {
  const [amy, ben] = [await person('Amy Berg'), await person('Ben Cohn')];
  await person('Ben Cordes');
  const cases: readonly [Record<string, string>, RegExp][] = [
    [{ who: '' }, /href="#who">Say with whom\./],
    [{ who: 'Xq' }, /at least three letters/],
    [{ who: 'Nemo Nowhere' }, /We find no member of this name/],
    [{ who: 'ben' }, /Several people have this name/],
    [{ who: amy.member.id }, /You cannot record help to yourself/],
    [{ side: '' }, /Say whether you helped/],
    [{ time: '' }, /Say how long it took/],
    [{ time: '', time_other: 'long' }, /We do not understand this time/],
    [{ time: '', time_other: '25:00' }, /More than 24 hours/],
    [{ day: '2027-01-01' }, /has not come yet/],
    [{ day: '2024-01-01' }, /more than a year ago/],
    [{ day: 'yesterday' }, /We do not understand this day/],
    [{ note: 'x'.repeat(501) }, /The note is too long/],
  ];
  for (const [change, expected] of cases) {
    const { status, text } = await sendSlip(amy.window, slip(ben, { note: 'kept words', ...change }));
    assert.deepEqual([status, expected.test(text)], [422, true], JSON.stringify(change));
    assert.match(text, /<title>Error: /);
    if (change.note === undefined) assert.match(text, /value="kept words"/);
  }
  const rows = await service.ownerQuery('select from proposals where created_by = $1', [amy.member.uuid]);
  assert.equal(rows.length, 0);
});

test('people of one name differ by member number and newest listing, those of before by the number', async () => {
  const [kim, first, other] = [await person('Kim Lang'), await person('Karl Dorn'), await person('Karl Dahl')];
  await service.ownerQuery(`update members set external_id = 'K-17' where id = $1`, [first.member.uuid]);
  await service.ownerQuery(`update members set external_id = 'K-18' where id = $1`, [other.member.uuid]);
  const offer = { title: 'Piano <lessons>', form: randomUUID() };
  assert.equal((await other.window.post('/offer', '/offer', offer)).status, 303);
  const { status, text } = await sendSlip(kim.window, slip(first, { who: 'Karl' }));
  assert.equal(status, 422);
  const label = ({ member }: Person) =>
    new RegExp(`value="${member.id}"[^>]*><span>(.*?)</span></label>`).exec(text)?.[1]?.replace(/<\/?small>/g, '');
  assert.deepEqual([label(first), label(other)], ['Karl D. No. K-17', 'Karl D. No. K-18 · Piano &lt;lessons&gt;']);
  for (const one of [first, other])
    assert.equal((await answerOn(one.window, await recorded(kim, one), 'confirm')).status, 303);
  const page = (await kim.window.get('/record')).text;
  assert.match(page, /Karl D\. \(No\. K-17\)<\/a>/);
  assert.match(page, /Karl D\. \(No\. K-18\)<\/a>/);
});

test('everything at fault is named at once, in a record and in a correction', async () => {
  const [zoe, hal] = [await person('Zoe Zander'), await person('Hal Hansen')];
  const wrong = slip(hal, {
    side: '',
    who: '',
    time: '',
    time_other: 'long',
    day: '2099-01-01',
    note: 'x'.repeat(501),
  });
  const record = await sendSlip(zoe.window, wrong);
  const faultsIn = (text: string) => [...text.matchAll(/id="([\w-]+)-fault"/g)].map(([, field]) => field).sort();
  assert.deepEqual([record.status, faultsIn(record.text)], [422, ['day', 'note', 'side', 'time', 'who']]);
  const path = await recorded(zoe, hal);
  for (const [time, day] of [
    ['long', '2099-01-01'],
    ['30:00', '2024-01-01'],
  ]) {
    const correction = await answerOn(hal.window, path, 'correct', { right_time: time ?? '', right_day: day ?? '' });
    assert.deepEqual([correction.status, faultsIn(correction.text)], [422, ['right_day', 'right_time']], time);
  }
  assert.equal(stateOn((await hal.window.get(path)).text), 'waiting');
});

test('a forged form changes nothing', async () => {
  const [cem, dana] = [await person('Cem Demir'), await person('Dana Ende')];
  const path = await recorded(cem, dana);
  await dana.window.get(path);
  const fields = { csrf: dana.window.csrf(), do: 'confirm', seen: '1' };
  assert.equal((await dana.window.send(path, { ...fields, csrf: 'x' })).status, 403);
  assert.equal((await dana.window.send(path, { ...fields, csrf: cem.window.csrf() })).status, 403);
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  assert.equal((await dana.window.send(path, fields, foreign)).status, 403);
  assert.equal(stateOn((await cem.window.get(path)).text), 'waiting');
});
