/** A wait of one community, partner or member delays no credit of another. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importExchanges } from '../../modules/moving/domain/import/exchanges.ts';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { type TestMember, type TestPartner, testService } from '../../test-support/harness.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { credit, credited, type HeldLock, holdLock, newReference, reverse, tally } from '../../test-support/wallet.ts';
import { NO_HOOKS } from '../change/hooks.ts';
import { DatabaseBusy } from '../database/connection.ts';
import type { Database } from '../database/query.ts';
import { createPostTransfers } from './post-batch.ts';
import type { CreditPosting, CreditReversalPosting } from './types.ts';

const service = await testService();

interface Scene {
  readonly partner: TestPartner;
  readonly member: TestMember;
  readonly token: string;
}

async function setUp(communityId?: number): Promise<Scene> {
  const partner = await service.createPartner(communityId === undefined ? {} : { communityId });
  const member = await service.createMember({ communityId: partner.communityId, externalId: newReference() });
  return { partner, member, token: await service.token(partner) };
}

const holdAll = ({ partner }: Scene): Promise<HeldLock> =>
  holdLock(service, 'select from accounts where community_id = $1 for no key update', [partner.communityId]);

const holdMember = ({ member }: Scene): Promise<HeldLock> =>
  holdLock(service, 'select from accounts where id = $1 for no key update', [member.accountId]);

/** A credit, a repeat and a return. */
async function asksEverything({ token, member }: Scene) {
  const known = await credited(service, token, member.id, 1);
  return () => [
    credit(service, token, member.id, 1),
    credit(service, token, member.id, 1, known.reference),
    reverse(service, token, known.id),
  ];
}

function creditOf({ partner, member }: Scene): CreditPosting {
  const { communityId, partnerId } = partner;
  const who = { communityId, partnerId, memberId: member.uuid, recordedBy: `partner:${partnerId}` };
  return { kind: 'credit', amountSeconds: 3600, reference: newReference(), note: null, ...who };
}

describe('while all accounts of two communities are locked', () => {
  test('credits, repeats and returns of a third are answered, and those two are answered when the locks are free', async () => {
    const [one, two, third] = [await setUp(), await setUp(), await setUp()];
    const asked = await Promise.all([one, two, third].map(asksEverything));
    const [ofOne = () => [], ofTwo = () => [], ofThird = () => []] = asked;
    const locks = [await holdAll(one), await holdAll(two)];
    const waiting = [...ofOne(), ...ofTwo()];
    try {
      await Promise.all(locks.map((lock) => lock.waitedForBy(2)));
      assert.deepEqual(tally(await Promise.all(ofThird())), { 200: 1, 201: 2 });
      for (let round = 0; round < 5; round++) {
        assert.equal((await credit(service, third.token, third.member.id, 1)).status, 201);
      }
    } finally {
      for (const lock of locks) await lock.release();
    }
    for (const { status, headers } of await Promise.all(waiting)) {
      // On a slow machine the deadline has come before the locks were free.
      if (status === 503) assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      else assert.ok(status === 200 || status === 201, String(status));
    }
    assert.equal((await credit(service, one.token, one.member.id, 1)).status, 201);
  });
});

test('a locked member delays the credits of that member; others of the same batch are booked before it is free', async () => {
  const locked = await setUp();
  const free = await setUp(locked.partner.communityId);
  const post = createPostTransfers(service.deps.database, service.clock, () => {});
  const lock = await holdMember(locked);
  try {
    const waiting = assert.rejects(post(creditOf(locked)), DatabaseBusy);
    const booked = [creditOf(free), creditOf({ ...free, partner: locked.partner }), creditOf(free)].map(post);
    for (const outcome of await Promise.all(booked)) assert.equal(outcome.result, 'posted');
    await waiting;
  } finally {
    await lock.release();
  }
  assert.equal((await post(creditOf(locked))).result, 'posted');
});

test('while the batch of a community is held up, requests of another community are booked', async () => {
  const [one, other] = [await setUp(), await setUp()];
  const known = (await service.deps.postTransfers(creditOf(one))) as { transfer: { id: string; reference: string } };
  const knownOfOther = (await service.deps.postTransfers(creditOf(other))) as typeof known;
  const back = ({ partner }: Scene, { transfer }: typeof known): CreditReversalPosting => {
    const { communityId, partnerId } = partner;
    const whose = { communityId, partnerId, creditId: transfer.id, recordedBy: `partner:${partnerId}` };
    return { kind: 'credit_reversal', reference: newReference(), reason: null, ...whose };
  };
  const gate = Promise.withResolvers<void>();
  let isShut = true;
  let waitingBatches = 0;
  const { database } = service.deps;
  const gated: Database = {
    ...database,
    async transaction(work, options) {
      if (isShut) {
        waitingBatches++;
        await gate.promise;
      }
      return await database.transaction(work, options);
    },
  };
  const post = createPostTransfers(gated, service.clock, () => {});
  const waiting = [];
  try {
    waiting.push(post(creditOf(one)));
    await waitUntil('its batch waits', () => waitingBatches === 1);
    // Behind it: what arrives meanwhile.
    waiting.push(post(creditOf(one)), post(back(one, known)));
    isShut = false;
    let booked = 0;
    const asked = [creditOf(other), back(other, knownOfOther)].map(async (request) => {
      assert.equal((await post(request)).result, 'posted');
      booked++;
    });
    await waitUntil('the other community is booked', () => booked === asked.length);
    assert.equal(waitingBatches, 1);
  } finally {
    gate.resolve();
  }
  for (const outcome of await Promise.all(waiting)) assert.equal(outcome.result, 'posted');
});

test('while an import holds its accounts, credits of another community are booked, and the import ends well', async () => {
  const importing = await setUp();
  const { communityId } = importing.partner;
  await service.createMember({ communityId, externalId: 'N-1' });
  await service.createMember({ communityId, externalId: 'N-2' });
  const other = await setUp();
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { database } = service.deps;
  const paused: Database = {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (transaction) => {
        const result = await work(transaction);
        reached.resolve();
        await gate.promise;
        return result;
      }, options),
  };
  const rows = Array.from({ length: 1000 }, (_, n) => `X-${n},2026-10-01,N-1,N-2,1`);
  const file = ['external_id,service_date,provider_external_id,receiver_external_id,hours', ...rows].join('\n');
  const tools = { database: paused, clock: service.clock, wakeWorker() {}, hooks: NO_HOOKS };
  const imported = importExchanges(tools, communityId, Buffer.from(file), { skipBad: false, recordedBy: 'test' });
  await Promise.race([reached.promise, imported]);
  try {
    const asked = await asksEverything(other);
    assert.deepEqual(tally(await Promise.all(asked())), { 200: 1, 201: 2 });
    // Accounts that the import does not touch are free in its own community, too.
    assert.equal((await credit(service, importing.token, importing.member.id, 1)).status, 201);
  } finally {
    gate.resolve();
  }
  assert.equal((await imported).created, 1000);
});

test('communities of which each has credits on their way all the time leave each other their turns', async () => {
  const scenes = await Promise.all(Array.from({ length: 8 }, () => setUp()));
  const { postTransfers } = service.deps;
  const busy = scenes.slice(1);
  let over = false;
  const loops = busy.flatMap((scene) =>
    Array.from({ length: 4 }, async () => {
      while (!over) await postTransfers(creditOf(scene));
    }),
  );
  const [scene] = scenes;
  try {
    for (let round = 0; scene && round < 20; round++) {
      assert.equal((await postTransfers(creditOf(scene))).result, 'posted');
    }
  } finally {
    over = true;
  }
  await Promise.all(loops);
});

test('after all of it the ledger holds', async () => {
  const { invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    invariants.filter(({ holds }) => !holds),
    [],
  );
});
