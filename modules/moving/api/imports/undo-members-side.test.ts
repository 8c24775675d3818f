/** What members do on their own pages after they were imported keeps the import. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { type TestMember, testService } from '../../../../test-support/harness.ts';
import { browserOfMember } from '../../../../test-support/member-browser.ts';
import { type ActingMember, recordWith } from '../../../../test-support/members-beside.ts';
import { appointDeputy } from '../../../members-pages/domain/deputies/deputies.ts';
import { openMemberPages } from '../../../members-pages/domain/member-access/switch.ts';

const service = await testService();

interface Scene {
  readonly communityId: number;
  readonly slug: string;
  /** Imported. */
  readonly anna: ActingMember;
  readonly ben: ActingMember;
  /** Not imported. */
  readonly zoe: TestMember;
}

const record = ({ communityId }: Scene, by: ActingMember, other: ActingMember) =>
  recordWith({ deps: service.deps, communityId }, by, other, { seconds: 3600, day: '2026-11-18', confirms: false });

const HAPPENINGS: readonly (readonly [what: string, happen: (scene: Scene) => Promise<unknown>, names: string])[] = [
  ['an hour that a member has recorded', (scene) => record(scene, scene.anna, scene.zoe), 'Anna'],
  ['an hour that was recorded with a member', (scene) => record(scene, scene.zoe, scene.anna), 'Anna'],
  [
    'a member who has signed in',
    async ({ communityId, slug, ben }) => {
      await openMemberPages(service.deps, { communityId, actor: 'test' }, true);
      await browserOfMember(service, { id: communityId, slug }, ben.uuid);
    },
    'Ben',
  ],
  [
    'a member who acts for another',
    ({ communityId, anna, ben }) => {
      const act = { communityId, memberId: anna.uuid, actor: 'test' };
      return appointDeputy(service.deps, act, { deputyMemberId: ben.uuid }, { agreedOn: null, how: 'paper' });
    },
    'Anna, Ben',
  ],
];

for (const [what, happen, names] of HAPPENINGS) {
  test(`an import of members is not undone after ${what}`, async () => {
    const { client, communityId, slug } = await signedIn(service);
    const file = 'external_id;name;status\nM-1;Anna;active\nM-2;Ben;active\nM-3;Cleo;active';
    const imported = await client.call('runImport', { params: { slug }, query: { kind: 'members' }, file });
    assert.equal(imported.status, 200, imported.text);
    const called = async (name: string): Promise<ActingMember> => {
      const [row] = await service.ownerQuery<ActingMember>(
        `select m.id as uuid, a.id::int as "accountId" from members m join accounts a on a.member_id = m.id
         where m.community_id = $1 and m.name = $2`,
        [communityId, name],
      );
      assert.ok(row);
      return row;
    };
    const zoe = await service.createMember({ communityId, name: 'Zoe' });
    await happen({ communityId, slug, anna: await called('Anna'), ben: await called('Ben'), zoe });
    const undone = await client.call('undoImport', { params: { slug, importId: imported.body.data.import_id } });
    assert.deepEqual([undone.status, undone.body.error], [409, 'import_not_undoable']);
    assert.match(undone.body.error_description, new RegExp(`to ${names.split(', ').length} of its members: ${names}`));
    const left = await service.ownerQuery('select from members where community_id = $1 and undone_at is not null', [
      communityId,
    ]);
    assert.equal(left.length, 0);
  });
}
