import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noTerminal, runCommand, runJson, runOnTerminal } from '../../../test-support/command.ts';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();
// The commands have the clock of the machine.
service.clock.set(new Date());

const DATABASE = () => service.testDatabase;

/** A community with an owner in the console, and commands on it. */
async function setUp() {
  const { client, slug, communityId } = await signedIn(service);
  const words = (args: readonly string[]) => [...args, '--community', slug];
  return {
    client,
    slug,
    communityId,
    run: (...args: string[]) => runCommand(DATABASE(), words(args)),
    json: (...args: string[]) => runJson(DATABASE(), words(args)),
    /** How a command failed: its exit code and its error as JSON. */
    async failed(...args: string[]) {
      const { code, stdout, stderr } = await runCommand(DATABASE(), [...words(args), '--json']);
      assert.equal(stdout, '');
      return { code, ...JSON.parse(stderr) };
    },
    seen: async (id: string) => (await client.call('getMember', { params: { slug, memberId: id } })).body.data,
    acts: async (subject: string) =>
      await service.ownerQuery(
        `select actor, action from audit_log where community_id = $1 and subject = $2 order by id`,
        [communityId, subject],
      ),
  };
}

const BY = { actor: 'command line' };

test('a member is added, changed, suspended, activated and ended as in the console, each act audited', async () => {
  const { json, run, seen, acts } = await setUp();
  const fields = [
    '--external-id',
    'M-7',
    '--email',
    'ada@example.org',
    '--language',
    'de',
    '--joined-on',
    '2026-03-01',
  ];
  const added = await json('member', 'add', '--name', ' Ada Berg ', ...fields, '--status', 'pending');
  assert.deepEqual(added, await seen(added.id));
  assert.deepEqual([added.name, added.external_id, added.status], ['Ada Berg', 'M-7', 'pending']);
  // By the community's own number as well as by the id.
  assert.equal((await json('member', 'activate', 'M-7')).status, 'active');
  assert.equal((await json('member', 'suspend', added.id)).status, 'suspended');
  assert.equal((await json('member', 'leave', 'M-7')).status, 'left');
  const changed = await json(
    'member',
    'update',
    'M-7',
    '--email',
    '',
    '--visibility',
    'hidden',
    '--name',
    'Ada Berger',
  );
  assert.deepEqual(changed, await seen(added.id));
  assert.deepEqual([changed.email, changed.visibility, changed.name], [null, 'hidden', 'Ada Berger']);
  assert.equal((await json('member', 'update', 'M-7', '--visibility', '')).visibility, null);
  const { stdout } = await run('member', 'show', 'M-7');
  for (const line of [/^name +Ada Berger$/m, /^e-mail +none$/m, /^balance +0 h$/m, /^reference +RF\d{16}$/m]) {
    assert.match(stdout, line);
  }
  assert.deepEqual(await acts(added.id), [
    { ...BY, action: 'member.created' },
    ...Array.from({ length: 3 }, () => ({ ...BY, action: 'member.status_changed' })),
    ...Array.from({ length: 2 }, () => ({ ...BY, action: 'member.updated' })),
  ]);
});

test('who leaves with hours, or owing some, reads what stays', async () => {
  const { json, run } = await setUp();
  await json('member', 'add', '--name', 'Ben', '--external-id', 'M-8');
  const gift = ['exchange', 'record', '--kind', 'gift', '--date', new Date().toISOString().slice(0, 10)];
  await json(...gift, '--provider', 'chest', '--receiver', 'M-8', '--time', '2');
  const { stdout } = await run('member', 'leave', 'M-8');
  assert.match(stdout, /is left\.\nThe account stays at -2 h, which are owed to the others\.\nTo settle it/);
});

test('what a member command may not do is refused with the codes and fields of the console', async () => {
  const { failed, json, client, slug } = await setUp();
  const { id } = await json('member', 'add', '--name', 'Ada', '--external-id', 'M-1');
  const body = { name: ' ', email: 'nobody', language: '?' };
  const bad = await failed('member', 'add', '--name', ' ', '--email', 'nobody', '--language', '?');
  const console = (await client.call('createMember', { params: { slug }, json: body })).body;
  assert.deepEqual([bad.code, bad.error], [1, console.error]);
  const fields = (errors: { field: string }[]) => errors.map(({ field }) => field).sort();
  assert.deepEqual(fields(bad.errors), fields(console.errors));
  assert.deepEqual(fields(bad.errors), ['email', 'language', 'name']);

  const taken = await failed('member', 'add', '--name', 'Ben', '--external-id', 'M-1');
  assert.deepEqual([taken.error, taken.errors[0].field], ['validation_failed', 'external_id']);
  assert.equal((await failed('member', 'activate', id)).error, 'state_conflict');
  for (const nobody of ['M-2', 'Ada', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab', 'usr_x']) {
    const { code, error } = await failed('member', 'show', nobody);
    assert.deepEqual([code, error], [1, 'user_not_found'], nobody);
  }
  const other = await setUp();
  assert.equal((await other.failed('member', 'suspend', id)).error, 'user_not_found');
  assert.equal((await failed('member', 'update', id)).error, 'invalid_request');
});

test('members are listed, found and paged as in the console', async () => {
  const { communityId, json, run, client, slug, failed } = await setUp();
  for (const [name, status] of [
    ['Ada Berg', 'active'],
    ['Ben Amsel', 'suspended'],
    ['Cora Berg', 'active'],
  ] as const) {
    await service.createMember({ communityId, name, status });
  }
  const list = (...args: string[]) => json('member', 'list', ...args);
  const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
  const all = await list();
  assert.deepEqual(all, (await client.call('listMembers', { params: { slug } })).body);
  assert.deepEqual(names(all), ['Ada Berg', 'Ben Amsel', 'Cora Berg']);
  assert.deepEqual(names(await list('--sort', '-name')), ['Cora Berg', 'Ben Amsel', 'Ada Berg']);
  assert.deepEqual(names(await list('--status', 'suspended')), ['Ben Amsel']);
  assert.deepEqual(names(await list('--search', 'berg ad')), ['Ada Berg']);
  assert.deepEqual(names(await list('--search', 'berg', '--status', 'left')), []);

  const first = await list('--per-page', '2');
  assert.deepEqual([names(first), first.meta.has_more], [['Ada Berg', 'Ben Amsel'], true]);
  const second = await list('--per-page', '2', '--cursor', first.meta.next_cursor);
  assert.deepEqual([names(second), second.meta.next_cursor], [['Cora Berg'], null]);
  const shown = (await run('member', 'list', '--per-page', '2')).stdout;
  assert.match(shown, /^member +number +name +status +balance +e-mail\nusr_\S+ +Ada Berg +active +0 h\n/);
  assert.match(shown, /\nThere is more: --cursor \S+\n$/);
  assert.equal((await run('member', 'list', '--status', 'left')).stdout, 'Nothing found.\n');

  // A cursor is bound to its filters; a page is bounded.
  const slips = [
    [['--cursor', 'x'], 'invalid_cursor'],
    [['--cursor', first.meta.next_cursor, '--status', 'active'], 'invalid_cursor'],
    [['--per-page', '9999'], 'invalid_request'],
    [['--search', ''], 'invalid_request'],
  ] as const;
  for (const [args, error] of slips) assert.equal((await failed('member', 'list', ...args)).error, error);
});

test('a member is erased only when asked for with --yes where nobody can be asked', async () => {
  const { json, failed, acts } = await setUp();
  const { id } = await json('member', 'add', '--name', 'Ada Berg', '--email', 'ada@example.org');
  const refused = await failed('member', 'erase', id);
  assert.deepEqual([refused.code, refused.error], [1, 'invalid_request']);
  assert.match(refused.error_description, /add --yes/);
  assert.equal((await json('member', 'show', id)).name, 'Ada Berg');
  const erased = await json('member', 'erase', id, '--yes');
  assert.deepEqual([erased.email, erased.status], [null, 'left']);
  assert.match(erased.name, /^Former member /);
  assert.deepEqual((await acts(id)).at(-1), { ...BY, action: 'member.erased' });
  assert.equal((await failed('member', 'update', id, '--name', 'Ada')).error, 'state_conflict');
});

test('an erasure at a terminal asks for the name; another name erases nothing', { skip: noTerminal() }, async () => {
  const { json, slug } = await setUp();
  const { id } = await json('member', 'add', '--name', 'Ada Berg');
  const erase = (typed: string) =>
    runOnTerminal(DATABASE(), ['member', 'erase', id, '--community', slug], {}, `${typed}\n`);
  assert.match(erase('Ada'), /data of Ada Berg .* will be erased[\s\S]*name is not the name of this member/);
  assert.equal((await json('member', 'show', id)).name, 'Ada Berg');
  assert.match(erase('Ada Berg'), /The data is erased/);
  assert.match((await json('member', 'show', id)).name, /^Former member /);
});

test('a listing is added, changed, held, published and closed as in the console, each act audited', async () => {
  const { json, run, client, slug, acts, failed } = await setUp();
  const member = await json('member', 'add', '--name', 'Ada Berg', '--external-id', 'M-1');
  const fields = ['--type', 'service', '--title', 'Bicycle repair', '--estimated-hours', '1:30'];
  const added = await json('listing', 'add', '--member', 'M-1', ...fields, '--held');
  const seen = async () =>
    (await client.call('getCommunityListing', { params: { slug, listingId: added.id } })).body.data;
  assert.deepEqual(added, await seen());
  assert.deepEqual([added.status, added.estimated_hours, added.member.id], ['held', 1.5, member.id]);
  assert.equal((await json('listing', 'publish', added.id)).status, 'active');
  assert.equal((await json('listing', 'hold', added.id)).status, 'held');
  assert.equal((await json('listing', 'close', added.id)).status, 'closed');
  const changed = await json(
    'listing',
    'update',
    added.id,
    '--category',
    'Repairs',
    '--add-category',
    '--estimated-hours',
    '',
  );
  assert.deepEqual(changed, await seen());
  assert.deepEqual([changed.category, changed.estimated_hours], ['Repairs', null]);
  const listed = await json('listing', 'list', '--status', 'closed', '--member', member.id);
  const query = { status: 'closed', member: member.id } as const;
  assert.deepEqual(listed, (await client.call('listCommunityListings', { params: { slug }, query })).body);
  assert.match((await run('listing', 'list')).stdout, /lst_\S+ +service +Bicycle repair +closed +Ada Berg/);
  assert.match((await run('listing', 'show', added.id)).stdout, /^category +Repairs$/m);
  assert.deepEqual(await acts(added.id), [
    { ...BY, action: 'listing.created' },
    ...Array.from({ length: 3 }, () => ({ ...BY, action: 'listing.status_changed' })),
    { ...BY, action: 'listing.updated' },
  ]);
  assert.equal((await failed('listing', 'close', 'lst_x')).error, 'listing_not_found');
  assert.equal((await failed('listing', 'add', '--member', 'M-2', ...fields)).error, 'user_not_found');
  const bad = await failed('listing', 'update', added.id, '--title', '', '--estimated-hours', 'long');
  assert.deepEqual(
    bad.errors.map(({ field }: { field: string }) => field),
    ['title', 'estimated_hours'],
  );
});

test('the audit log is listed with the filters of the console, of a community or of the installation', async () => {
  const { json, run, client, slug, failed } = await setUp();
  const { id } = await json('member', 'add', '--name', 'Ada Berg');
  await json('member', 'suspend', id);
  const list = (...args: string[]) => json('audit', 'list', ...args);
  const query = { action: 'member', actor_kind: 'command' } as const;
  const found = await list('--action', 'member', '--actor-kind', 'command');
  assert.deepEqual(found, (await client.call('listAudit', { params: { slug }, query })).body);
  const actions = found.data.map(({ action }: { action: string }) => action);
  assert.deepEqual(actions, ['member.status_changed', 'member.created']);
  assert.deepEqual((await list('--subject', id, '--action', 'member.created')).data.length, 1);
  assert.deepEqual((await list('--since', '2999-01-01T00:00:00Z')).data, []);
  const first = await list('--subject', id, '--per-page', '1');
  const second = await list('--subject', id, '--per-page', '1', '--cursor', first.meta.next_cursor);
  assert.deepEqual([...first.data, ...second.data], found.data);
  const { stdout } = await run('audit', 'list', '--subject', id);
  assert.match(stdout, /command line +member\.status_changed +usr_\S+ \(Ada Berg\) +\{"before":\{"value":"active"\}/);
  const wrong = await failed('audit', 'list', '--since', 'yesterday');
  assert.deepEqual([wrong.error, wrong.errors[0].field], ['invalid_request', 'since']);

  const signIns = await runJson(DATABASE(), ['audit', 'list', '--action', 'sign_in']);
  assert.ok(signIns.data.length > 0);
  assert.ok(signIns.data.every(({ action }: { action: string }) => action.startsWith('sign_in.')));
});

test('a membership is put on hold until a day and resumed, and the words say so', async () => {
  const { json, run, seen, acts } = await setUp();
  const { id } = await json('member', 'add', '--name', 'Ada Berg', '--external-id', 'M-8');
  const until = `${new Date().getUTCFullYear() + 1}-03-12`;
  const held = await run('member', 'hold', 'M-8', '--until', until);
  assert.deepEqual(
    [held.code, held.stdout.trim()],
    [0, `Ada Berg (${id}) is on hold until ${until}; the listings are hidden.`],
  );
  assert.equal((await seen(id)).on_hold_until, until);
  assert.match((await run('member', 'show', id)).stdout, new RegExp(`on hold until +${until}`));
  const past = await run('member', 'hold', id, '--until', '2020-01-01');
  assert.deepEqual([past.code, /until must be a day after today/.test(past.stderr)], [1, true], past.stderr);
  const resumed = await run('member', 'resume', id);
  assert.equal(resumed.stdout.trim(), `Ada Berg (${id}) is not on hold.`);
  const done = (await acts(id)).filter(({ action }) => String(action).includes('hold'));
  assert.deepEqual(done, [
    { ...BY, action: 'member.hold_began' },
    { ...BY, action: 'member.hold_ended' },
  ]);
});
