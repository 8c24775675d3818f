/** The office reads what members answer to each other's listings. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { answerListing } from '../../../domain/answers/answer.ts';
import { publishListing } from '../../../domain/answers/publish.ts';
import { signedIn } from '../../../test-support/console.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a coordinator reads the answers of the own community with their words, in a state, and an auditor none', async () => {
  const { client, communityId, slug } = await signedIn(service, { role: 'coordinator' });
  const [anna, ben] = [await service.createMember({ communityId }), await service.createMember({ communityId })];
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
      [ben.id, anna.id, 'Second', ['phone'], 'A shelf, Second', 'open'],
      [ben.id, anna.id, 'First', ['phone'], 'A shelf, First', 'open'],
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
