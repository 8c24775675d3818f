/** A whole life of a small world, drawn from one seed before anything of it happens. */
import { VISIBILITIES } from '@timebank/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/base/time.ts';
import { HAS_HOURS_OF_TWO } from '../modules.ts';
import type { NemesisFault } from './nemesis.ts';
import {
  type CreditOperation,
  type ExchangeOperation,
  NO_MEMBER,
  type PolicyOperation,
  type QuietOperation,
  type ReceiverAnswer,
  type ReverseOperation,
  type RoundEnd,
  type SimulatedAct,
  type SimulatedOperation,
  type SimulatedStep,
} from './operations.ts';
import { createRandom, type Random } from './random.ts';
import { withMembers } from './script-members.ts';
import type { Shape } from './world.ts';

export interface Script {
  readonly shape: Shape;
  readonly steps: readonly SimulatedStep[];
}

const NODES = 2;
const MEMBERS_SEED = 1_000_000;
const STEPS = 32;
const COMMUNITIES = 2;
const HOUR = 3600;

const AMOUNTS = [36, 1800, HOUR, HOUR, 2 * HOUR];
const TIMES = [900, HOUR, 2 * HOUR];
/** Few, so that they meet: the same words with every partner, differing in case as well. */
const REFERENCES = ['a', 'A', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's'];
const ROUND_ENDS: readonly RoundEnd[] = ['recorded', 'recorded', 'died claimed', 'died sent', 'stopped claimed'];
const WORKING: readonly (readonly number[])[] = [[], [], [], [0], [1], [0, 1]];
const STARTS = ['2026-11-20T09:30:00.000Z', '2026-11-20T23:50:00.000Z', '2026-11-20T23:59:50.000Z'];

export const receiverUrl = (community: number, partner: number, subscription: number) =>
  `https://receiver.example/c${community}/p${partner}/s${subscription}`;

export function createScript(seed: number): Script {
  const random = createRandom(seed);
  const shape = drawShape(random);
  const drawn: DrawnRequests = { random, shape, credits: [], exchanges: [] };
  const steps = Array.from({ length: STEPS }, () => drawSteps(drawn)).flat();
  // Drawn apart, so that the rest of a life is the same with it and without.
  const apart = createRandom(-seed);
  const withImports = steps.map((step) => withBeside(apart, step));
  const ofMembers = createRandom(MEMBERS_SEED + seed);
  if (!HAS_HOURS_OF_TWO) return { shape, steps: withImports };
  return { shape, steps: withMembers(ofMembers, shape, withImports, () => [drawFault(ofMembers)]) };
}

const withBeside = (random: Random, step: SimulatedStep): SimulatedStep =>
  step.kind === 'acts' && step.acts.length > 1 && random.chance(0.25) ? { ...step, beside: random.below(NODES) } : step;

/** The requests so far, so that they can be repeated. */
interface DrawnRequests {
  readonly random: Random;
  readonly shape: Shape;
  readonly credits: CreditOperation[];
  readonly exchanges: ExchangeOperation[];
}

function drawShape(random: Random): Shape {
  const communities = Array.from({ length: COMMUNITIES }, () => {
    const partners = 2 + random.below(2);
    const members = 3 + random.below(2);
    return {
      policy: {
        defaultVisibility: random.pick(['listed', 'listed_with_email'] as const),
        upper: null,
        lower: null,
        members: Array.from({ length: members }, () => ({
          status: 'active' as const,
          visibility: random.pick([null, null, null, null, null, 'hidden' as const]),
          choices: Array.from({ length: partners }, () => null),
          erased: false,
        })),
        partners: Array.from({ length: partners }, () => ({ caps: drawCaps(random), subscriptions: [] as 'active'[] })),
      },
      subscriptions: Array.from({ length: partners }, () =>
        random.pick([[['*']], [['*']], [['wallet.credited', 'statement.ready'], ['*']], [['user.updated']]]),
      ),
    };
  });
  for (const { policy, subscriptions } of communities) {
    policy.partners.forEach(({ subscriptions: own }, at) => {
      own.push(...(subscriptions[at] ?? []).map(() => 'active' as const));
    });
  }
  return { communities, start: random.pick(STARTS) };
}

function drawCaps(random: Random) {
  return {
    credit: random.pick([1000 * HOUR, 1000 * HOUR, HOUR]),
    memberDay: random.pick([null, null, 2 * HOUR, 4 * HOUR]),
    partnerDay: random.pick([null, 2 * HOUR, 4 * HOUR, 8 * HOUR]),
  };
}

function drawSteps(drawn: DrawnRequests): SimulatedStep[] {
  const { random } = drawn;
  return random.chance(0.05) ? drawMidnight(drawn, random.below(NODES)) : [drawStep(drawn)];
}

/** Days are closed on one node while the other still books into them, slowly. */
function drawMidnight(drawn: DrawnRequests, closes: number): SimulatedStep[] {
  const { random } = drawn;
  const books = (closes + 1) % NODES;
  const bookings = Array.from({ length: 2 + random.below(2) }, (): SimulatedAct => {
    return { node: books, operation: random.chance(0.8) ? drawCredit(drawn) : drawReversal(drawn) };
  });
  const closing: SimulatedAct = { node: closes, operation: { do: 'pass midnight' } };
  const faults: NemesisFault[][] = Array.from({ length: NODES }, () => []);
  const statement = 3 + random.below(4);
  faults[books]?.push({ on: 'transaction', number: 1 + random.below(2), kind: 'slow', statement, ms: 20 });
  return [{ kind: 'before midnight' }, { kind: 'acts', acts: [closing, ...bookings], faults, workers: [] }];
}

function drawStep(drawn: DrawnRequests): SimulatedStep {
  const { random, shape } = drawn;
  return random.weighted<() => SimulatedStep>([
    [58, () => acts(random, [drawAct(drawn)], [])],
    [26, () => acts(random, drawBurst(drawn), random.pick(WORKING))],
    [9, () => ({ kind: 'time passes', ms: drawPassage(random) })],
    [3, () => ({ kind: 'machine', node: random.below(NODES), aheadMs: drawDifference(random) })],
    [4, () => ({ kind: 'receiver', url: drawReceiver(random, shape), answer: drawAnswer(random) })],
  ])();
}

function acts(random: Random, drawn: readonly SimulatedAct[], workers: readonly number[]): SimulatedStep {
  const faults = Array.from({ length: NODES }, () => (random.chance(0.4) ? [drawFault(random)] : []));
  return { kind: 'acts', acts: drawn, faults, workers };
}

/** Some acts of any kind on both nodes; what changes policies at most twice, since every order is tried. */
function drawBurst(drawn: DrawnRequests): SimulatedAct[] {
  const { random } = drawn;
  const wanted = 2 + random.below(4);
  // The same credit on both nodes at once is what references are for.
  const focus = random.chance(0.4) ? drawCredit(drawn) : undefined;
  const burst: SimulatedAct[] = [];
  for (let index = 0, changes = 0; index < wanted; index++) {
    const act = drawAct(drawn);
    const operation = focus && random.chance(0.5) ? focus : act.operation;
    if (isPolicyChange(operation) && ++changes > 2) continue;
    burst.push({ node: act.node, operation });
  }
  return burst;
}

const POLICY: readonly string[] = ['caps', 'limits', 'default', 'show', 'choose', 'status', 'erase', 'subscription'];
const isPolicyChange = (operation: SimulatedOperation): operation is PolicyOperation => POLICY.includes(operation.do);
const QUIET: readonly string[] = [
  ...['close days', 'pass midnight', 'fan out', 'hand over', 'deliver', 'statement', 'replay'],
];
export const isQuiet = (operation: SimulatedOperation): operation is QuietOperation => QUIET.includes(operation.do);

function drawAct(drawn: DrawnRequests): SimulatedAct {
  const { random } = drawn;
  const operation = random.weighted<() => SimulatedOperation>([
    [34, () => drawCredit(drawn)],
    [14, () => drawReversal(drawn)],
    [9, () => ({ do: 'fan out' })],
    [9, () => ({ do: 'deliver', end: random.pick(ROUND_ENDS) })],
    [6, () => ({ do: 'close days' })],
    [16, () => drawChange(drawn)],
    [10, () => drawExchange(drawn)],
    [6, () => drawSubscriptionAct(drawn)],
    [3, () => ({ do: 'statement', ...drawPartner(drawn), daysAgo: random.below(3) })],
  ])();
  return { node: random.below(NODES), operation };
}

function drawPartner({ random, shape }: DrawnRequests) {
  const community = random.below(shape.communities.length);
  return { community, partner: random.below(shape.communities[community]?.policy.partners.length ?? 1) };
}

/** A new exchange, or the correction of one that was asked for. */
function drawExchange({ random, shape, exchanges }: DrawnRequests): SimulatedOperation {
  const { community, name } = exchanges.length > 0 && random.chance(0.3) ? random.pick(exchanges) : {};
  if (community !== undefined && name !== undefined) return { do: 'correct', community, name };
  const at = random.below(shape.communities.length);
  const members = shape.communities[at]?.policy.members.length ?? 1;
  const party = () => (random.chance(0.2) ? NO_MEMBER : random.below(members));
  const exchange: ExchangeOperation = {
    ...{
      do: 'exchange',
      kind: random.chance(0.2) ? 'gift' : 'exchange',
      community: at,
      provider: party(),
      receiver: party(),
    },
    ...{ seconds: random.pick(TIMES), name: `x${exchanges.length}` },
  };
  exchanges.push(exchange);
  return exchange;
}

function drawSubscriptionAct(drawn: DrawnRequests): SimulatedOperation {
  const { random, shape } = drawn;
  const { community, partner } = drawPartner(drawn);
  const count = shape.communities[community]?.subscriptions[partner]?.length ?? 1;
  const of = { community, partner, subscription: random.below(count) };
  if (random.chance(0.3)) return { do: 'replay', ...of, hours: random.pick([1, 48]) };
  return { do: 'subscription', ...of, status: random.pick(['active', 'paused']) };
}

function drawChange({ random, shape }: DrawnRequests): PolicyOperation {
  const community = random.below(shape.communities.length);
  const { policy } = shape.communities[community] as Shape['communities'][number];
  const partner = random.below(policy.partners.length);
  const member = random.below(policy.members.length);
  const visibility = random.pick([null, null, ...VISIBILITIES] as const);
  return random.weighted<() => PolicyOperation>([
    [4, () => ({ do: 'caps', community, partner, ...drawCaps(random) })],
    [
      3,
      () => ({ do: 'limits', community, upper: random.pick([null, 3 * HOUR]), lower: random.pick([null, 0, -HOUR]) }),
    ],
    [1, () => ({ do: 'default', community, visibility: random.pick(['listed', ...VISIBILITIES] as const) })],
    [4, () => ({ do: 'show', community, member, visibility })],
    [6, () => ({ do: 'choose', community, member, partner, visibility })],
    [
      5,
      () => ({
        do: 'status',
        community,
        member,
        status: random.pick(['active', 'active', 'suspended', 'suspended', 'left']),
      }),
    ],
    [1, () => ({ do: 'erase', community, member })],
  ])();
}

/** The first one more often, so that one partner's caps fill up. */
const drawFavourite = (random: Random, count: number) => (random.chance(0.4) ? 0 : random.below(count));

/** A new credit; or one that was asked for before, the same or not quite. */
function drawCredit({ random, shape, credits }: DrawnRequests): CreditOperation {
  const earlier = credits.length > 0 && random.chance(0.3) ? random.pick(credits) : undefined;
  if (earlier && random.chance(0.6)) return earlier;
  const community = earlier?.community ?? drawFavourite(random, shape.communities.length);
  const { policy } = shape.communities[community] as Shape['communities'][number];
  const credit: CreditOperation = {
    do: 'credit',
    community,
    partner: earlier?.partner ?? drawFavourite(random, policy.partners.length),
    member: random.chance(0.03) ? NO_MEMBER : random.below(policy.members.length),
    seconds: random.pick(AMOUNTS),
    reference: earlier?.reference ?? random.pick(REFERENCES),
  };
  credits.push(credit);
  return credit;
}

/** Mostly a credit that was asked for, sometimes another partner's or none. */
function drawReversal({ random, shape, credits }: DrawnRequests): ReverseOperation {
  const credit = credits.length > 0 && random.chance(0.9) ? random.pick(credits) : undefined;
  const community = credit?.community ?? random.below(shape.communities.length);
  const partners = shape.communities[community]?.policy.partners.length ?? 1;
  const owner = credit?.partner ?? random.below(partners);
  return {
    do: 'reverse',
    community,
    partner: random.chance(0.1) ? random.below(partners) : owner,
    owner,
    of: credit?.reference ?? random.pick(REFERENCES),
    reference: random.pick(REFERENCES),
  };
}

function drawPassage(random: Random): number {
  return random.weighted<() => number>([
    [4, () => 1000 * (1 + random.below(40))],
    [4, () => MINUTE_MS * (1 + random.below(20))],
    [1, () => HOUR_MS * (1 + random.below(20))],
  ])();
}

/** More often wrong than right, so that it is wrong for a while. */
const drawDifference = (random: Random) =>
  random.pick([0, 50_000, -50_000, 12 * HOUR_MS, 40 * DAY_MS, 400 * DAY_MS, -30 * DAY_MS, -2 * HOUR_MS]);

function drawReceiver(random: Random, { communities }: Shape): string {
  const community = random.below(communities.length);
  const { subscriptions } = communities[community] as Shape['communities'][number];
  const partner = random.below(subscriptions.length);
  return receiverUrl(community, partner, random.below(subscriptions[partner]?.length ?? 1));
}

function drawAnswer(random: Random): ReceiverAnswer {
  return random.pick([200, 200, 410, 429, 500, 'timeout']);
}

function drawFault(random: Random): NemesisFault {
  const number = 1 + random.below(2);
  const statement = 1 + random.below(6);
  const on = 'transaction';
  return random.weighted<() => NemesisFault>([
    [4, () => ({ on, number, kind: 'slow', statement, ms: 2 + random.below(10) })],
    [2, () => ({ on, number, kind: 'away', statement, code: random.pick(['57014', '08006']) })],
    [1, () => ({ on, number, kind: 'killed', statement })],
    [
      3,
      () => ({ on, number, kind: 'rerun', statement, code: random.pick(['40P01', '40001']), again: random.below(2) }),
    ],
    [1, () => ({ on, number, kind: 'conflict at COMMIT' })],
    [2, () => ({ on, number: 1, kind: 'aborted unnoticed' })],
    [2, () => ({ on, number, kind: 'cut before COMMIT' })],
    [3, () => ({ on, number: 1, kind: 'cut after COMMIT' })],
    [
      3,
      () => ({ on: random.pick(['outbox', 'heavy']), number, kind: random.pick(['not sent', 'answer lost', 'late']) }),
    ],
    [1, () => ({ on: 'reads', number: 1, kind: random.pick(['not sent', 'late']) })],
  ])();
}
