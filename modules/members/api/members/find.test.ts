import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lane, SqlStatement } from '../../../../core/database/query.ts';
import { testChange } from '../../../../test-support/changes.ts';
import { testService } from '../../../../test-support/harness.ts';
import { createMembersIn } from '../../domain/members/create.ts';
import { findMembers } from '../../domain/members/find.ts';

const service = await testService();

/** Everybody whom a search finds, over all pages, and the statements that were asked. */
async function found(communityId: number, typed: string, perPage: number, begunOnly = true) {
  const asked = new Set<string | undefined>();
  const lane: Lane = {
    kind: 'lane',
    run: <Row>(statement: SqlStatement, values: readonly unknown[]) => {
      asked.add(statement.name);
      return service.deps.database.heavy.run<Row>(statement, values);
    },
  };
  const names: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await findMembers(lane, {
      communityId,
      typed,
      status: null,
      limit: perPage,
      begunOnly,
      ...(after ? { after } : {}),
    });
    names.push(...page.map(({ name }) => name));
    after = page.at(-1)?.foundAt;
    if (page.length < perPage) return { names, asked };
  }
}

test('several terms find the same members in the same order, whether one of them is rare or all are common', async () => {
  const { id: communityId } = await service.createCommunity();
  const { id: otherId } = await service.createCommunity();
  const names = Array.from(
    { length: 1200 },
    (_, n) => `${n % 2 ? 'Anna' : 'Annika'} ${n % 3 ? 'Berger' : 'Huber'} ${n}`,
  );
  await testChange(service.deps, communityId, (within) =>
    createMembersIn(
      within,
      communityId,
      names.map((name) => ({ name })),
    ),
  );
  await service.createMember({ communityId: otherId, name: 'Anna Berger 7' });
  const bergers = names.filter((name) => name.includes('Berger'));
  const common = await found(communityId, 'berger ann', 70);
  assert.ok(common.asked.has('search_members') && !common.asked.has('search_members_among'), 'all terms are common');
  assert.deepEqual([...common.names].sort(), [...bergers].sort());
  const rare = await found(communityId, 'annika berger 11', 7);
  assert.ok(rare.asked.has('search_members_among') && !rare.asked.has('search_members'), 'one term is rare');
  const eleven = (name: string) => name.startsWith('Annika') && / 11\d*$/.test(name);
  assert.deepEqual(rare.names, (await found(communityId, 'annika berger', 100)).names.filter(eleven));
  assert.ok(rare.names.length > 14, `${rare.names.length}`);
  const nobody = await found(communityId, 'anna zzz', 10);
  assert.deepEqual(nobody.names, []);
  assert.deepEqual([...nobody.asked], ['count_words']);
});

test('where each term is common and few members have all of them, these are found without walking the others', async () => {
  const { id: communityId } = await service.createCommunity();
  const many = Array.from({ length: 1200 }, (_, n) => ({ name: n % 2 ? `Carla Dorn ${n}` : `Émile Fuchs ${n}` }));
  const few = [
    { name: 'Carla Fuchs 1' },
    { name: 'Fuchs-Émile Carlson' },
    { name: 'Dorn', email: 'carla@fuchs.example' },
  ];
  await testChange(service.deps, communityId, (within) => createMembersIn(within, communityId, [...many, ...few]));
  for (const typed of ['carl fuchs', 'fuchs carl', 'FU carl', 'f c']) {
    const { names, asked } = await found(communityId, typed, 2);
    assert.deepEqual([...names].sort(), ['Carla Fuchs 1', 'Dorn', 'Fuchs-Émile Carlson'], typed);
    assert.deepEqual([asked.has('search_members_among'), asked.has('search_members')], [true, false], typed);
  }
  assert.deepEqual((await found(communityId, 'emile dor', 10)).names, []);
  assert.deepEqual((await found(communityId, 'carla emil', 10)).names, [], 'Carlson begins like it, and not with it');
});

test('a rare number beside a common name with a slip is looked up by the number', async () => {
  const { id: communityId } = await service.createCommunity();
  const names = Array.from({ length: 1200 }, (_, n) => ({ name: `Jürgen Steiner ${n}` }));
  await testChange(service.deps, communityId, (within) => createMembersIn(within, communityId, names));
  const rare = await found(communityId, 'jurgn teiner 119', 10, false);
  assert.deepEqual([...rare.names].sort(), ['Jürgen Steiner 119', 'Jürgen Steiner 1190', ...steiners(1191, 1199)]);
  assert.deepEqual([rare.asked.has('select_near_members_among'), rare.asked.has('select_near_members')], [true, false]);
  assert.deepEqual((await found(communityId, 'jurgn stainre 119', 10, false)).names, [], 'two slips in a word');
});

const steiners = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `Jürgen Steiner ${from + at}`);
