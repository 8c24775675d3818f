/** Categories of a file, held against the list that the community keeps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../../core/base/refusal.ts';
import { testService } from '../../../../test-support/harness.ts';
import { addCategory, changeCategoryName } from '../../../members/domain/change-category.ts';
import type { ImportOptions, ImportResult } from '../../../tables/record-types.ts';
import { importExchanges } from './exchanges.ts';
import { importListings } from './listings.ts';
import { importMembers } from './members.ts';

const options: ImportOptions = { skipBad: false, recordedBy: 'administrator:3' };

const service = await testService();

const csv = (...lines: string[]) => Buffer.from(lines.join('\n'));
const LISTINGS = csv(
  'external_id,member_external_id,type,title,category,status',
  'l1,a,service,Mowing,Lawns,active',
  'l2,a,service,Hedges,lawns,active',
  'l3,a,request,Company,Talking,active',
  'l4,a,request,Weeding,garden,active',
  'l5,a,request,Anything,,active',
);
const EXCHANGES = csv(
  'external_id,service_date,provider_external_id,receiver_external_id,hours,kind,category',
  'e1,2026-01-02,a,b,1,,Lawns',
  'e2,2026-01-02,a,b,2,gift,',
  'e3,2026-01-02,a,b,3,exchange,GARDEN',
);
const counts = ({ created, unchanged, differing, skipped }: ImportResult) => [created, unchanged, differing, skipped];

async function community() {
  const { id: communityId } = await service.createCommunity();
  const members = csv('external_id,name,status,balance_hours', 'a,Ann,active,0', 'b,Bob,active,0');
  await importMembers(service.deps, communityId, members, options);
  const act = { communityId, actor: 'administrator:3' };
  const garden = await addCategory(service.deps, act, { name: 'Garden' });
  const names = async () => {
    const sql = 'select name from categories where community_id = $1 and merged_into is null order by name';
    return (await service.ownerQuery<{ name: string }>(sql, [communityId])).map(({ name }) => name);
  };
  const listed = () =>
    service.ownerQuery('select external_id, category from listings where community_id = $1 order by external_id', [
      communityId,
    ]);
  return { communityId, act, garden, names, listed };
}

test('categories that the list lacks are named with their rows before the import adds them', async () => {
  const { communityId, names } = await community();
  const run = (more: Partial<ImportOptions>) =>
    importListings(service.deps, communityId, LISTINGS, { ...options, ...more });
  const lacking = [
    { name: 'Lawns', rows: 2 },
    { name: 'Talking', rows: 1 },
  ];
  assert.deepEqual((await run({ dryRun: true })).newCategories, lacking);
  assert.deepEqual(await names(), ['Garden']);
  assert.deepEqual((await run({})).newCategories, lacking);
  assert.deepEqual(await names(), ['Garden', 'Lawns', 'Talking']);
  assert.deepEqual((await run({ dryRun: true })).newCategories, []);
});

test('a category of the file is taken for one of the list, or its rows are left out', async () => {
  const { communityId, names, listed } = await community();
  const categories = { lawns: 'garden', Talking: '' };
  const run = (more: Partial<ImportOptions>) =>
    importListings(service.deps, communityId, LISTINGS, { ...options, categories, ...more });
  const refused = await run({});
  assert.deepEqual(
    [refused.outcome, refused.newCategories, refused.problems.map(({ line, column, code }) => [line, column, code])],
    ['refused', [], [[4, 'category', 'left_out_category']]],
  );
  assert.deepEqual(counts(await run({ skipBad: true })), [4, 0, 0, 1]);
  assert.deepEqual(await names(), ['Garden']);
  assert.deepEqual(await listed(), [
    { external_id: 'l1', category: 'Garden' },
    { external_id: 'l2', category: 'Garden' },
    { external_id: 'l4', category: 'Garden' },
    { external_id: 'l5', category: '' },
  ]);
  assert.deepEqual(counts(await run({ skipBad: true })), [0, 4, 0, 1]);
});

test('exchanges are asked about in the same way, and keep the kind and the category of the file', async () => {
  const { communityId, names } = await community();
  const run = (more: Partial<ImportOptions>) =>
    importExchanges(service.deps, communityId, EXCHANGES, { ...options, ...more });
  assert.deepEqual((await run({ dryRun: true })).newCategories, [{ name: 'Lawns', rows: 1 }]);
  const mapped = { categories: { Lawns: 'Garden' } };
  assert.deepEqual([(await run(mapped)).newCategories, await names()], [[], ['Garden']]);
  assert.deepEqual(counts(await run(mapped)), [0, 3, 0, 0]);
  assert.deepEqual(counts(await run({})), [0, 2, 1, 0]);
  const rows = await service.ownerQuery(
    `select t.external_id, t.kind, c.name from transfers t
     left join categories c on c.community_id = t.community_id and c.id = t.category_id
     where t.community_id = $1 and t.kind in ('exchange', 'gift') order by t.external_id`,
    [communityId],
  );
  assert.deepEqual(rows, [
    { external_id: 'e1', kind: 'exchange', name: 'Garden' },
    { external_id: 'e2', kind: 'gift', name: null },
    { external_id: 'e3', kind: 'exchange', name: 'Garden' },
  ]);
});

test('a choice that is no category of the list is refused, and nothing is written', async () => {
  const { communityId, names, listed } = await community();
  await assert.rejects(
    importListings(service.deps, communityId, LISTINGS, { ...options, categories: { Lawns: 'Gardn' } }),
    (error) => error instanceof Refusal && error.fields?.[0]?.field === 'categories',
  );
  assert.deepEqual([await names(), await listed()], [['Garden'], []]);
});

test('a file that is imported again after its category was renamed does not differ', async () => {
  const { communityId, act, garden, names } = await community();
  const run = () => importListings(service.deps, communityId, LISTINGS, options);
  assert.deepEqual(counts(await run()), [5, 0, 0, 0]);
  await changeCategoryName(service.deps, { ...act, categoryId: garden }, { name: 'House and garden' });
  const again = await run();
  assert.deepEqual([counts(again), again.newCategories], [[0, 5, 0, 0], []]);
  assert.deepEqual(await names(), ['House and garden', 'Lawns', 'Talking']);
});
