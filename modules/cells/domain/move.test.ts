/** A community moves between two installations at work, killed at any step: nothing is lost, and nothing is there twice. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock } from '../../../core/base/clock.ts';
import { quietLog } from '../../../core/database/log.ts';
import { newSecretKey } from '../../../core/installation/key-file.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import {
  startTestService,
  type TestMember,
  type TestPartner,
  type TestService,
} from '../../../test-support/harness.ts';
import { createRandom } from '../../../test-support/simulator/random.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { credit, credited, holdSettlement } from '../../../test-support/wallet.ts';
import { verifyLedger } from '../../operate/domain/ledger/invariants.ts';
import { type Cell, cancelMove, MOVE_STEPS, type MoveStep, moveCommunity } from './move-community.ts';

const THERE = 'https://two.timebank.example';

let here: TestService;
let there: TestService;
let from: Cell;
let to: Cell;
let slug: string;
let partner: TestPartner;
let member: TestMember;
let token: string;
let syncToken: string;

/** One key for both: nothing may depend on two. */
const KEY = newSecretKey();
const start = () => startTestService({ env: { SECRET_KEY: KEY } });
async function cellOf({ deps, config, testDatabase, clock }: TestService): Promise<Cell> {
  clock.set(new Date());
  const { database } = deps;
  const keys = await openKeys(config, database, systemClock, quietLog);
  const installationId = randomUUID();
  return { installationId, database, ownerConnection: testDatabase.ownerConnection, keys, clock: systemClock };
}

before(async () => {
  [here, there] = await Promise.all([start(), start()]);
  [from, to] = await Promise.all([cellOf(here), cellOf(there)]);
  await there.createPartner();
});
after(async () => {
  await Promise.all([here?.stop(), there?.stop()]);
});
beforeEach(async () => {
  const community = await here.createCommunity();
  slug = community.slug;
  partner = await here.createPartner({ communityId: community.id });
  member = await here.createMember(partner);
  token = await here.token(partner);
  await credited(here, token, member.id, 2, `FIRST-${slug}`);
  syncToken = (await here.call('GET', '/users', { token })).body.meta.sync_token;
});

class Killed extends Error {}

const move = (killedAt?: MoveStep) =>
  moveCommunity(from, to, {
    slug,
    movedTo: THERE,
    actor: 'test',
    onStep(step) {
      if (step === killedAt) throw new Killed(step);
    },
  });

const cancel = (with_: Cell | undefined, copyIsGone = false) =>
  cancelMove(from, with_, { slug, actor: 'test', copyIsGone });

async function answersThere(): Promise<void> {
  const refused = await here.call('GET', '/users', { token });
  assert.deepEqual([refused.status, refused.body.error, refused.body.moved_to], [421, 'misdirected_request', THERE]);
  const secret = { client_id: partner.clientId, client_secret: partner.clientSecret, grant_type: 'client_credentials' };
  const asked = await here.call('POST', '/oauth/token', { json: secret });
  assert.deepEqual([asked.status, asked.body.moved_to], [421, THERE]);
  const wrong = { ...secret, client_secret: partner.clientSecret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) };
  assert.equal((await here.call('POST', '/oauth/token', { json: wrong })).status, 401);
  const anew = await there.token(partner);
  const again = await credit(there, anew, member.id, 2, `FIRST-${slug}`);
  assert.deepEqual([again.status, again.body.meta.replayed], [200, true]);
  assert.equal(
    (await there.call('GET', `/wallet/balance/${member.id}`, { token: anew })).body.data.balance_seconds,
    7200,
  );
  const copy = await there.call('GET', `/users?sync_token=${syncToken}`, { token: anew });
  assert.deepEqual([copy.status, copy.body.error], [410, 'sync_token_expired']);
  const left = await here.ownerQuery('select from transfers where community_id = $1', [partner.communityId]);
  assert.equal(left.length, 0);
  for (const { deps } of [here, there]) assert.equal((await verifyLedger(deps.database, systemClock)).holds, true);
}

async function answersHere(): Promise<void> {
  assert.equal((await credit(here, token, member.id, 1)).status, 201);
  assert.equal(
    (await there.ownerQuery('select from communities where slug = $1 and move_state is null', [slug])).length,
    0,
  );
}

for (const step of MOVE_STEPS) {
  test(`killed before the step ${step}, a move goes on when it is repeated`, async () => {
    await assert.rejects(move(step), Killed);
    const { status, body, headers } = await here.call('GET', '/users', { token });
    if (step === 'stop') assert.equal(status, 200);
    else if (step === 'answer' || step === 'empty') assert.equal(status, 421);
    else {
      assert.deepEqual([status, body.error], [503, 'temporarily_unavailable']);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    await move();
    await answersThere();
    // Once more, it has nothing to do.
    await move();
  });
}

for (const step of ['wait', 'copy', 'leave'] as const) {
  test(`killed before the step ${step}, a move is taken back, and the community moves later`, async () => {
    await assert.rejects(move(step), Killed);
    await cancel(undefined);
    await answersHere();
    await credited(here, token, member.id, 3, `LATER-${slug}`);
    await move();
    const again = await credit(there, await there.token(partner), member.id, 3, `LATER-${slug}`);
    assert.deepEqual([again.status, again.body.meta.replayed], [200, true]);
  });
}

test('a move that has left is taken back only with the other installation, and never once that answers', async () => {
  await assert.rejects(move('answer'), Killed);
  await assert.rejects(cancel(undefined), /add --to-settings/);
  await cancel(to);
  await answersHere();
  assert.equal((await there.ownerQuery('select from communities where slug = $1', [slug])).length, 0);
  await assert.rejects(move('empty'), Killed);
  await assert.rejects(cancel(to), /is at work at https:\/\/two\.timebank\.example/);
  await move();
});

test('a third installation, which never had the community, proves nothing: neither is it moved there nor taken back', async () => {
  const third = { ...to, installationId: randomUUID() };
  const moveThere = () => moveCommunity(from, third, { slug, movedTo: THERE, actor: 'test' });
  for (const step of ['copy', 'answer', 'empty'] as const) {
    await assert.rejects(move(step), Killed);
    await assert.rejects(cancel(third), /began with another installation/);
    await assert.rejects(moveThere(), /began with another installation/);
  }
  await move();
  for (const other of [third, to, undefined]) {
    for (const copyIsGone of [false, true]) {
      await assert.rejects(cancel(other, copyIsGone), /is at work at https:\/\/two\.timebank\.example/);
    }
  }
  await answersThere();
});

const MOVE_ROUNDS = Number(process.env.MOVE_ROUNDS ?? 2);

for (let seed = 1; seed <= MOVE_ROUNDS; seed++) {
  test(`a move that is killed, repeated and taken back in any order, with a third one's settings between: ${seed}`, async () => {
    const random = createRandom(seed);
    const third = { ...to, installationId: randomUUID() };
    const began = MOVE_STEPS.filter((step) => step !== 'stop');
    /** @returns whether it was not killed, since it was beyond that step */
    const moveUntil = (step: MoveStep) =>
      move(step).then(
        () => true,
        (error) => (error instanceof Killed ? false : Promise.reject(error)),
      );
    for (let n = 1 + random.below(4), isDone = false; n > 0 && !isDone; n--) {
      isDone = await moveUntil(random.pick(began));
      const refusal = isDone ? /is at work at / : /began with another installation|is at work at /;
      await assert.rejects(cancel(third, random.chance(0.5)), refusal);
      if (!isDone) {
        const moveThere = () => moveCommunity(from, third, { slug, movedTo: THERE, actor: 'test' });
        await assert.rejects(moveThere(), /began with another installation/);
      }
      if (isDone || random.chance(0.5)) continue;
      const isTaken = await cancel(to).then(
        () => true,
        (error) => (/is at work at /.test(error.message) ? false : Promise.reject(error)),
      );
      const [one] = await here.ownerQuery('select move_state from communities where slug = $1', [slug]);
      const [other] = await there.ownerQuery('select from communities where slug = $1', [slug]);
      if (isTaken) assert.deepEqual([one, other], [{ move_state: null }, undefined]);
      else assert.ok(other, 'it is at one of the two');
    }
    await move();
    await answersThere();
  });
}

test('an installation that does not have the copy proves nothing, unless it says that it deleted it', async () => {
  await assert.rejects(move('answer'), Killed);
  // As after a restore to before the move.
  await there.ownerQuery(`update communities set slug = $1 || '-kept' where slug = $1`, [slug]);
  await assert.rejects(cancel(to), /does not have it, and does not say that its copy was deleted/);
  await there.ownerQuery(`update communities set slug = $1 where slug = $1 || '-kept'`, [slug]);
  const cutAfterDeleting = { ...from, database: { ...from.database, transaction: () => Promise.reject(new Killed()) } };
  await assert.rejects(cancelMove(cutAfterDeleting, to, { slug, actor: 'test' }), Killed);
  assert.equal(await cancel(to), false, 'it was deleted before, and the other installation says so');
  await answersHere();
});

test('what an installation has by that name, and what came there from a third one, is not taken for the copy', async () => {
  await assert.rejects(move('answer'), Killed);
  await there.ownerQuery(`update communities set slug = $1 || '-kept' where slug = $1`, [slug]);
  const own = await there.createCommunity({ slug });
  await assert.rejects(move(), /did not come by this move/);
  await there.ownerQuery(
    `update communities set move_state = 'arriving', move_id = gen_random_uuid(), move_with = gen_random_uuid()
     where id = $1`,
    [own.id],
  );
  await assert.rejects(move(), /did not come by this move/);
  await there.ownerQuery(
    `update communities set slug = $1 || '-own', move_state = null, move_id = null where id = $2`,
    [slug, own.id],
  );
  await there.ownerQuery(`update communities set slug = $1 where slug = $1 || '-kept'`, [slug]);
  await move();
  await answersThere();
});

test('a community comes back, and its tombstone goes', async () => {
  await move();
  const back = await credited(there, await there.token(partner), member.id, 1, `THERE-${slug}`);
  await moveCommunity(to, from, { slug, movedTo: 'https://one.timebank.example', actor: 'test' });
  const again = await here.token(partner);
  const read = await here.call('GET', `/wallet/credits/${back.id}`, { token: again });
  assert.equal(read.body.data.reference, `THERE-${slug}`);
  assert.equal((await here.ownerQuery('select from communities where slug = $1', [slug])).length, 1);
});

test('what is under way when the community stops comes along, and nothing is booked or changed behind it', async () => {
  const lock = await holdSettlement(here, partner);
  const underWay = credit(here, token, member.id, 1, `UNDER-WAY-${slug}`);
  await lock.waitedForBy(1);
  let released: Promise<void> | undefined;
  // A move that did not wait would have copied long before.
  const release = async () => {
    for (let n = 0; n < 50; n++) await here.ownerQuery('select');
    await lock.release();
  };
  await moveCommunity(from, to, {
    slug,
    movedTo: THERE,
    actor: 'test',
    onStep(step) {
      if (step === 'wait') released = release();
    },
  });
  await released;
  assert.equal((await underWay).status, 201);
  const again = await credit(there, await there.token(partner), member.id, 1, `UNDER-WAY-${slug}`);
  assert.deepEqual([again.status, again.body.meta.replayed], [200, true]);
});

test('once the community has stopped, what was let in before is refused at its lock, and every change at its end', async () => {
  await assert.rejects(move('copy'), Killed);
  const { communityId, partnerId } = partner;
  const late = { communityId, partnerId, memberId: member.uuid, amountSeconds: 60, note: null, recordedBy: 'test' };
  const refused = { code: 'temporarily_unavailable' };
  await assert.rejects(here.deps.postTransfers({ ...late, kind: 'credit', reference: `LATE-${slug}` }), refused);
  await assert.rejects(here.createMember(partner), refused);
  await move();
});

test('credits that never pause are each booked once, in one installation or the other', async () => {
  let isMoved = false;
  const references = new Set<string>();
  // Asked for until it is given: a busy installation answers 503 to that, too.
  const tokenThere = async () => {
    let given = '';
    await waitUntil('the other installation gives a token', async () => {
      given = await there.token(partner);
      return true;
    });
    return given;
  };
  const book = async (worker: number) => {
    let [service, bearer] = [here, token];
    for (let n = 0; !isMoved || n % 5 !== 0; n++) {
      const reference = `${slug}-${worker}-${n}`;
      for (;;) {
        const { status } = await credit(service, bearer, member.id, 1, reference);
        if (status === 201 || status === 200) break;
        if (status === 421) [service, bearer] = [there, await tokenThere()];
        else assert.equal(status, 503);
      }
      references.add(reference);
    }
  };
  const workers = Promise.all([1, 2, 3, 4].map(book));
  await move().finally(() => {
    isMoved = true;
  });
  await workers;
  const anew = await there.token(partner);
  const { body } = await there.call('GET', `/wallet/balance/${member.id}`, { token: anew });
  assert.equal(body.data.balance_seconds, (references.size + 2) * 3600);
  for (const { deps } of [here, there]) assert.equal((await verifyLedger(deps.database, systemClock)).holds, true);
});
