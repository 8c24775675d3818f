/** The office reads what members answer to each other's listings. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';
import { createMemberBrowser } from '../../../test-support/member-browser.ts';
import { answerListing, replyToAnswer } from '../domain/answers/answer.ts';
import { publishListing } from '../domain/answers/publish.ts';
import { writeLetters } from '../domain/member-access/letters.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

const service = await testService();

test('a coordinator reads that members have answered, without the words that mail brings, and an auditor nothing', async () => {
  const { client, communityId, slug } = await signedIn(service, { role: 'coordinator' });
  const [anna, ben] = [
    await service.createMember({ communityId, email: 'anna@example.org' }),
    await service.createMember({ communityId, email: 'ben@example.net' }),
  ];
  const by = ({ uuid: memberId }: { readonly uuid: string }) => ({ communityId, memberId, actor: 'test' });
  for (const message of ['First', 'Second']) {
    const wanted = { type: 'request', title: `A shelf, ${message}` } as const;
    const listingId = await publishListing(service.deps, by(anna), randomUUID(), wanted);
    await answerListing(service.deps, by(ben), { listingId, message, released: ['phone'], form: randomUUID() });
  }
  const listed = await client.call('listAnswers', { params: { slug } });
  assert.deepEqual(
    listed.body.data.map(({ from, to, message, released, listing, state }: Record<string, Record<string, unknown>>) => [
      ...[from?.id, to?.id, message, released, listing?.title, state],
    ]),
    [
      [ben.id, anna.id, null, ['phone'], 'A shelf, Second', 'open'],
      [ben.id, anna.id, null, ['phone'], 'A shelf, First', 'open'],
    ],
  );
  const before = listed.body.data[0].id as string;
  const later = await client.call('listAnswers', { params: { slug }, query: { state: 'open', before } });
  assert.equal(later.body.data.length, 1);
  const declined = await client.call('listAnswers', { params: { slug }, query: { state: 'declined' } });
  assert.deepEqual(declined.body, { data: [], meta: { more: false } });
  const owner = await signedIn(service, { communityId, slug, role: 'owner' });
  for (const [member, sent] of [
    [anna, false],
    [ben, true],
  ] as const) {
    const file = await owner.client.call('exportMember', { params: { slug, memberId: member.id } });
    assert.deepEqual(
      file.body.data.answers.map(({ message, sent }: Record<string, unknown>) => [message, sent]),
      [
        ['Second', sent],
        ['First', sent],
      ],
      'the export of each of the two has them',
    );
  }
  const auditor = await signedIn(service, { communityId, slug, role: 'auditor' });
  assert.equal((await auditor.client.call('listAnswers', { params: { slug } })).status, 403);
  const elsewhere = await signedIn(service);
  assert.deepEqual((await elsewhere.client.call('listAnswers', { params: { slug: elsewhere.slug } })).body.data, []);
});

test('what no mail tells an owner is to be handed on, with the telephone, until the owner has replied', async () => {
  const { client, communityId, slug } = await signedIn(service, { role: 'coordinator' });
  const by = ({ uuid: memberId }: { readonly uuid: string }) => ({ communityId, memberId, actor: 'test' });
  const sender = await service.createMember({ communityId, email: 'ben@example.org' });
  const owners = {
    none: await service.createMember({ communityId, email: null, phone: '0561 1111' }),
    bad: await service.createMember({ communityId, email: 'bad@example.org' }),
    letter: await service.createMember({ communityId, email: 'shared@example.org' }),
    good: await service.createMember({ communityId, email: 'good@example.org' }),
  };
  await service.ownerQuery(`update members set email_state = 'bad' where id = $1`, [owners.bad.uuid]);
  await service.ownerQuery('update members set letter_only = true where id = $1', [owners.letter.uuid]);
  const answers: Record<string, string> = {};
  for (const [name, owner] of Object.entries(owners)) {
    const listingId = await publishListing(service.deps, by(owner), randomUUID(), { type: 'request', title: name });
    const given = { listingId, message: `To ${name}`, released: [], form: randomUUID() };
    answers[name] = await answerListing(service.deps, by(sender), given);
  }
  const read = async (query: object) =>
    (await client.call('listAnswers', { params: { slug }, query })).body.data as readonly {
      readonly message: string;
      readonly mail: string | null;
      readonly from: { readonly by_mail: boolean };
      readonly to: { readonly phone: string | null; readonly by_mail: boolean };
    }[];
  const handOn = async () => (await read({ hand_on: 'yes' })).map(({ message }) => message);
  const waiting = async () =>
    (await client.call('getOverview', { params: { slug } })).body.data.attention.map(
      ({ kind, count }: { readonly kind: string; readonly count: number }) => `${kind} ${count}`,
    );
  assert.deepEqual(await handOn(), ['To letter', 'To bad', 'To none']);
  assert.deepEqual(await waiting(), ['answers_to_hand_on 3']);
  const all = await read({});
  assert.deepEqual(
    all.map(({ message }) => message),
    [null, 'To letter', 'To bad', 'To none'],
    'the office reads what it hands on, and no other words',
  );
  assert.deepEqual(
    all.map(({ from, to }) => [from.by_mail, to.by_mail]),
    [true, false, false, false].map((isGood) => [true, isGood]),
  );
  assert.deepEqual([all[3]?.to.phone, all[3]?.mail], ['0561 1111', 'due']);
  await service.ownerQuery(
    `update mails set state = 'printed', next_attempt_at = null, finished_at = now() where member_id = $1`,
    [owners.none.uuid],
  );
  assert.equal((await read({}))[3]?.mail, 'printed');
  const reply = { answerId: answers.none ?? '', state: 'declined', reply: '', released: [] } as const;
  await replyToAnswer(service.deps, by(owners.none), reply);
  assert.deepEqual(await handOn(), ['To letter', 'To bad']);
  assert.deepEqual(await waiting(), ['answers_to_hand_on 2']);
});

test('the file of a member says how the member gets into the pages, and when that was last', async () => {
  const { client, communityId, slug } = await signedIn(service);
  const member = await service.createMember({ communityId });
  const read = async () => {
    const { letter_only, pages_used_at } = (
      await client.call('getMemberFile', { params: { slug, memberId: member.id } })
    ).body.data;
    return { letter_only, pages_used_at };
  };
  assert.deepEqual(await read(), { letter_only: false, pages_used_at: null });
  await service.ownerQuery('update members set letter_only = true where id = $1', [member.uuid]);
  await openMemberPages(service.deps, { communityId, actor: 'test' }, true);
  const [letter] = await writeLetters(service.deps, { communityId, actor: 'test' }, [member.uuid]);
  await createMemberBrowser(service.origin, slug).enter(letter?.code ?? '');
  assert.deepEqual(await read(), { letter_only: true, pages_used_at: service.clock.now().toISOString() });
});
