/**
 * A partner with every scope reads the totals on each of 30 days, credits and reverses hours of its own in between, and
 * wants to know whether one member it does not see has joined and taken part. Each community is lived twice, with that
 * member and without. Its figures wander over every edge that a rule has, from 2 below a band to 2 above, from 8 to 12
 * contributors, from 45 % to 51 % for the largest; when they leave, they leave for both (what remains is said in
 * docs/decisions/totals.md and counted in `bands.test.ts`).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Band } from '@timebank/contract';
import { postExchange } from '../../../modules/members/domain/exchanges/record.ts';
import { addListing } from '../../../modules/members/domain/listings/create.ts';
import { importExchanges } from '../../../modules/moving/domain/import/exchanges.ts';
import { testChange } from '../../../test-support/changes.ts';
import { type TestMember, type TestPartner, testService } from '../../../test-support/harness.ts';
import { createRandom, type Random } from '../../../test-support/simulator/random.ts';
import { credited, reverse } from '../../../test-support/wallet.ts';
import { DAY_MS, HOUR_MS } from '../../base/time.ts';
import { setMemberStatusIn } from '../../people/members/status.ts';
import { choosePartnerVisibility } from '../../people/members/update.ts';
import { takeDueSnapshots } from '../snapshots.ts';

const SEEDS = [1, 2, 3];
const DAYS = 30;
/** The clock's day 0. */
const START_MS = Date.parse('2026-11-20T00:00:00.000Z');
const CORE = 16;
const FLOATERS = 26;

const service = await testService();

/** The other members of a community on one day; the member in question is added to them. */
interface Day {
  readonly activeUsers: number;
  readonly contributors: number;
  readonly exchanges: number;
  readonly hours: number;
  /** The share of the member with the largest part in the hours. */
  readonly permille: number;
}

const dateOf = (day: number) => new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10);
const bandFrom = (min: number): Band => ({ min, max: min + 9 });
const between = (random: Random, low: number, high: number) => low + random.below(high - low + 1);
/** Anywhere in the band and up to 2 beyond, with one person more, too. */
const within = (random: Random, { min, max }: Band) => between(random, Math.max(0, min - 2), max + 1);
/** So far into a band that the one beside it is left, with one person more, too. */
const leapInto = (random: Random, { min, max }: Band) => between(random, min + 2, max - 3);

/** Days of a sum: withdrawn for few contributors, published, withdrawn for the share of one, published, and again. */
function historyOf(random: Random): Day[] {
  const days: Day[] = [];
  for (let regime = 0; days.length <= DAYS; regime++) {
    const few = regime % 4 === 0;
    const large = regime % 4 === 2;
    const usersBand = bandFrom(regime % 2 === 0 ? 20 : 30);
    const hoursBand = bandFrom(regime % 4 === 1 ? 40 : 50);
    for (let at = 0, length = between(random, 4, 6); at < length; at++) {
      const first = at === 0;
      const choose = first ? leapInto : within;
      const exchanges = choose(random, bandFrom(few ? 0 : 10));
      const some = few ? between(random, first ? 7 : 8, first ? 8 : 11) : between(random, first ? 13 : 10, 15);
      const share = large ? [560, 470, 495, 505] : [440, 420, 470, 500];
      days.push({
        activeUsers: choose(random, usersBand),
        // Withdrawn for the share alone.
        contributors: large ? Math.max(13, some) : some,
        exchanges: few ? Math.max(exchanges, first ? 4 : 8) : exchanges,
        hours: choose(random, hoursBand),
        permille: first ? (share[0] as number) : random.pick(share.slice(1)),
      });
    }
  }
  return days.slice(0, DAYS + 1);
}

/** The exchanges of one day's window: a large one between two, and equal ones that join all the others. */
function exchangesOf({ contributors, exchanges, hours, permille }: Day): [from: number, to: number, minutes: number][] {
  const ballast = Math.floor((hours * 60 * permille) / 1000);
  const rest = hours * 60 - ballast;
  const each = Math.floor(rest / (exchanges - 1));
  const pairs = Math.ceil((contributors - 2) / 2);
  assert.ok(exchanges - 1 >= pairs, 'enough exchanges to join them all');
  return [
    [0, 1, ballast],
    ...Array.from({ length: exchanges - 1 }, (_, at): [number, number, number] => {
      const first = 2 + 2 * (at % pairs);
      const minutes = at === 0 ? rest - each * (exchanges - 2) : each;
      return [first, first + 1 < contributors ? first + 1 : 2, minutes];
    }),
  ];
}

interface World {
  readonly seed: number;
  readonly withTarget: boolean;
  readonly attacker: TestPartner;
  readonly bank: TestPartner;
  readonly core: readonly TestMember[];
  readonly floaters: readonly TestMember[];
  readonly history: readonly Day[];
  /** Draws the attacker's steps: the same with and without the member. */
  readonly random: Random;
  /** The attacker's credits that are not reversed: member and id. */
  readonly credits: { readonly member: number; readonly id: string }[];
  readonly answers: string[];
  activeFloaters: number;
  target?: TestMember;
}

const HIDDEN_CORE = 2;
const BANK_CREDITS = [0, 1, 3, 11, 12, 13, 14];
const ATTACKER_CREDITS = [4, 5, 6, 7, 8, 9, 10];

async function createWorld(seed: number, withTarget: boolean): Promise<World> {
  const attacker = await service.createPartner({ name: 'Attacker' });
  const { communityId } = attacker;
  const bank = await service.createPartner({ communityId, name: 'Bank' });
  const core: TestMember[] = [];
  for (let at = 0; at < CORE; at++) {
    const visibility = at === HIDDEN_CORE ? 'hidden' : 'listed';
    core.push(await service.createMember({ communityId, visibility, externalId: `core ${at}` }));
  }
  const floaters: TestMember[] = [];
  for (let at = 0; at < FLOATERS; at++) {
    floaters.push(await service.createMember({ communityId, visibility: 'hidden', status: 'suspended' }));
  }
  for (const [count, type] of [
    [9, 'service'],
    [10, 'request'],
  ] as const) {
    for (let at = 0; at < count; at++) await publish(communityId, core[at] as TestMember, type);
  }
  const random = createRandom(seed);
  const history = historyOf(random);
  const world: World = {
    ...{ seed, withTarget, attacker, bank, core, floaters, history, random },
    ...{ credits: [], answers: [], activeFloaters: 0 },
  };
  for (const at of BANK_CREDITS) await credit(bank, core[at] as TestMember, 2);
  for (const at of ATTACKER_CREDITS.slice(0, 2)) await creditOwn(world, at, 2);
  return world;
}

const tokens = new Map<string, string>();
async function tokenOf(partner: TestPartner): Promise<string> {
  const key = `${partner.partnerId} ${service.clock.now().toISOString()}`;
  const token = tokens.get(key) ?? (await service.token(partner));
  tokens.set(key, token);
  return token;
}

async function publish(communityId: number, { uuid }: TestMember, type: 'service' | 'request'): Promise<void> {
  await addListing(service.deps, { communityId, memberId: uuid, actor: 'test' }, { type, title: 'Help' });
}

const clockOf = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** Slips handed in late: in the window of that day's snapshot, and of no other. */
async function importSlips({ attacker, history }: World, day: number): Promise<void> {
  const lines = exchangesOf(history[day] as Day).map(
    ([from, to, minutes], at) => `${day} ${at},${dateOf(day - 30)},core ${from},core ${to},${clockOf(minutes)}`,
  );
  const file = Buffer.from(
    ['external_id,service_date,provider_external_id,receiver_external_id,hours', ...lines].join('\n'),
  );
  const options = { skipBad: false, recordedBy: 'test' };
  const { created } = await importExchanges(service.deps, attacker.communityId, file, options);
  assert.equal(created, lines.length);
}

const credit = async (partner: TestPartner, { id }: TestMember, hours: number) =>
  await credited(service, await tokenOf(partner), id, hours);

async function creditOwn(world: World, member: number, hours: number): Promise<void> {
  const { id } = await credit(world.attacker, world.core[member] as TestMember, hours);
  world.credits.push({ member, id });
}

async function reverseOwn(world: World, keep: (member: number) => boolean): Promise<void> {
  for (const { id, member } of world.credits.splice(0)) {
    if (keep(member)) world.credits.push({ member, id });
    else assert.equal((await reverse(service, await tokenOf(world.attacker), id)).status, 201);
  }
}

/**
 * Steps of 2 and 4 hours, up and down; on two days so many members at once that the sum is published, or withdrawn. The
 * others' hours are even, too: the one hour in question never is the one that passes an edge.
 */
async function attack(world: World, day: number): Promise<void> {
  const [publishOn, withdrawOn] = [9 + (world.seed % 3), 21 + (world.seed % 3)];
  if (day === publishOn) for (const at of ATTACKER_CREDITS.slice(2)) await creditOwn(world, at, 2);
  else if (day === withdrawOn) await reverseOwn(world, (member) => member === ATTACKER_CREDITS[0]);
  else if (day === withdrawOn + 1) await creditOwn(world, ATTACKER_CREDITS[1] ?? 0, 2);
  else if (day < publishOn || day > withdrawOn) return;
  else if (world.random.chance(0.3) && world.credits.length > ATTACKER_CREDITS.length) {
    const last = world.credits.pop();
    assert.equal((await reverse(service, await tokenOf(world.attacker), last?.id ?? '')).status, 201);
  } else await creditOwn(world, ATTACKER_CREDITS[day % 7] ?? 0, world.random.pick([2, 4]));
}

/** The member nobody is to notice: joins, offers something, helps, is credited. */
async function liveTarget(world: World, day: number): Promise<void> {
  const { communityId } = world.attacker;
  const joinsOn = 2 + world.seed;
  if (day === joinsOn) {
    const target = await service.createMember({ communityId, visibility: 'hidden' });
    const act = { communityId, memberId: target.uuid, actor: 'test' };
    await choosePartnerVisibility(service.deps, act, world.bank.partnerId, 'listed');
    await publish(communityId, target, 'service');
    world.target = target;
  }
  if (!world.target) return;
  const [hidden, target] = [world.core[HIDDEN_CORE] as TestMember, world.target];
  if (day === joinsOn + 1) {
    const exchange = { communityId, provider: target.id, receiver: hidden.id, time: '60 min', recordedBy: 'test' };
    await postExchange(service.deps.database, service.clock, { ...exchange, serviceDate: dateOf(day) });
  }
  if (day === joinsOn + 2) await credit(world.bank, target, 1);
}

/** Plays the acts of a day, so that the next day's snapshot agrees with the history. */
async function live(world: World, day: number): Promise<void> {
  const { communityId } = world.attacker;
  const tomorrow = world.history[day + 1];
  if (!tomorrow) return;
  const wanted = tomorrow.activeUsers - CORE;
  const status = wanted > world.activeFloaters ? 'active' : 'suspended';
  const [from, to] = [wanted, world.activeFloaters].sort((a, b) => a - b);
  await testChange(service.deps, communityId, async (change) => {
    for (const { uuid } of world.floaters.slice(from, to)) {
      assert.ok(await setMemberStatusIn(change, communityId, uuid, status));
    }
  });
  world.activeFloaters = wanted;
  await importSlips(world, day + 1);
  await attack(world, day);
  if (world.withTarget) await liveTarget(world, day);
}

async function look(world: World): Promise<void> {
  const token = await tokenOf(world.attacker);
  const { status, text } = await service.call('GET', '/aggregates/community', { token });
  assert.equal(status, 200);
  world.answers.push(text);
  if (!world.target) return;
  const target = await service.call('GET', `/users/${world.target.id}`, { token });
  assert.equal(target.status, 404, 'hidden from it');
}

/** The number of right guesses when each answer is taken for its more frequent truth. */
function bestGuess(worlds: readonly World[]): number {
  const byAnswers = Map.groupBy(worlds, ({ answers }) => answers.join('\n'));
  return [...byAnswers.values()].reduce((right, same) => {
    const withTarget = same.filter((world) => world.withTarget).length;
    return right + Math.max(withTarget, same.length - withTarget);
  }, 0);
}

test('over 30 days a partner that credits hours of its own in steps cannot tell whether a member joined and took part', async () => {
  const moment = (day: number, ms: number) => service.clock.set(new Date(START_MS + day * DAY_MS + ms));
  moment(-1, 12 * HOUR_MS);
  const worlds = await Promise.all(
    SEEDS.flatMap((seed) => [false, true].map((withTarget) => createWorld(seed, withTarget))),
  );
  for (let day = -1; day < DAYS; day++) {
    moment(day, 12 * HOUR_MS);
    await Promise.all(worlds.map((world) => live(world, day)));
    moment(day + 1, 2000);
    await takeDueSnapshots(service.deps.database, service.clock);
    await Promise.all(worlds.map(look));
  }

  for (const seed of SEEDS) {
    const [without, withTarget] = worlds.filter((world) => world.seed === seed);
    for (let day = 0; day <= DAYS; day++) {
      assert.equal(withTarget?.answers[day], without?.answers[day], `seed ${seed}, day ${day}`);
    }
    // All of it moved: bands over their edges, and sums in and out of sight.
    const read = (without?.answers ?? []).map((text) => JSON.parse(text).data as Record<string, Band | null>);
    const seen = (field: string) => new Set(read.map((data) => data[field]?.min ?? null));
    assert.deepEqual(seen('active_users'), new Set([20, 30]));
    assert.deepEqual(seen('exchanges_last_30_days'), new Set([0, 10]));
    assert.deepEqual(seen('hours_exchanged_last_30_days'), new Set([null, 40, 50]));
    assert.ok(seen('hours_credited_last_30_days').size > 2 && seen('hours_credited_last_30_days').has(null));
  }
  assert.equal(bestGuess(worlds), worlds.length / 2, 'no better than a coin');
});
