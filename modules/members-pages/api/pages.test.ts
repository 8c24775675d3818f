/** The office sets what the members' pages show, and how they speak to members. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();

const DEFAULTS = {
  ...{ address_form: 'formal', office_name_en: null, office_name_de: null, names_whole: false, look_first: false },
  ...{ may_join: false, remind_days: 7, silent_days: 14 },
};

test('each setting of the pages is kept by itself, and the audit log says what it was before', async () => {
  const { client, slug, communityId } = await signedIn(service, { role: 'administrator' });
  const read = async () => (await client.call('getMemberPages', { params: { slug } })).body.data;
  const shown = { enabled: false, url: `${service.origin}/at/${slug}` };
  assert.deepEqual(await read(), { ...shown, ...DEFAULTS });
  const chosen = {
    ...{ address_form: 'familiar', office_name_en: 'the shop', office_name_de: 'der Laden', names_whole: true },
    ...{ look_first: true, may_join: true, remind_days: 3, silent_days: 9 },
  } as const;
  const sent: Partial<typeof chosen> = {};
  for (const [name, value] of Object.entries(chosen)) {
    Object.assign(sent, { [name]: value });
    const answer = await client.call('updateMemberPages', { params: { slug }, json: { [name]: value } });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body.data, { ...shown, ...DEFAULTS, ...sent }, name);
  }
  assert.deepEqual(await read(), { ...shown, ...chosen });
  assert.equal((await client.call('updateMemberPages', { params: { slug }, json: chosen })).status, 200);
  const noted = await service.ownerQuery<{ details: Record<string, unknown> }>(
    `select details from audit_log where community_id = $1 and action = 'community.member_pages_changed' order by id`,
    [communityId],
  );
  assert.equal(noted.length, Object.keys(chosen).length, 'what changes nothing is not noted');
  assert.deepEqual(noted.at(-1)?.details, { silentDays: { before: 14, after: 9 } });
  const emptied = await client.call('updateMemberPages', { params: { slug }, json: { office_name_de: '' } });
  assert.equal(emptied.body.data.office_name_de, null);
});

test('a member is reminded before the office is asked, whichever of the two days is set', async () => {
  const { client, slug } = await signedIn(service);
  const wrong: readonly (readonly [object, string])[] = [
    [{ remind_days: 14 }, 'remind_days'],
    [{ silent_days: 7 }, 'silent_days'],
    [{ remind_days: 20, silent_days: 20 }, 'remind_days'],
    [{ remind_days: 0 }, 'remind_days'],
    [{ remind_days: 1.5 }, 'remind_days'],
    [{ silent_days: 121 }, 'silent_days'],
  ];
  for (const [json, field] of wrong) {
    const { status, body } = await client.call('updateMemberPages', { params: { slug }, json });
    assert.deepEqual([status, body.errors?.map((one: { field: string }) => one.field)], [422, [field]]);
  }
  const both = { remind_days: 20, silent_days: 21 };
  assert.equal((await client.call('updateMemberPages', { params: { slug }, json: both })).status, 200);
  const elsewhere = await signedIn(service);
  const foreign = await elsewhere.client.call('updateMemberPages', { params: { slug }, json: both });
  assert.equal(foreign.status, 404);
});
