/** Plays the life of a seed on two nodes and one PostgreSQL, and holds every step against the model. */

import { DAY_MS, dayOf } from '../../core/base/time.ts';
import { addSubscription } from '../../core/events/subscriptions/add.ts';
import { lastFinalDay } from '../../core/statements/close-days.ts';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import type { TestService } from '../harness.ts';
import { remindAndHandOver } from '../proposals.ts';
import { type SideWork, setUpBeside } from './beside.ts';
import { describeStatement, differenceOf, differenceOfStatements, expectedStatement } from './compare.ts';
import { type DeliveryWatch, watchDeliveries } from './deliveries.ts';
import { explain, type Observation } from './explain.ts';
import { type Cast, type Facts, readFacts } from './facts.ts';
import { describeFault } from './nemesis.ts';
import {
  isRight,
  memberName,
  type Node,
  nameOf,
  perform,
  prepareToken,
  setMachine,
  startNode,
  UNKNOWN,
} from './node.ts';
import {
  describeAct,
  describeStep,
  isOfProposal,
  type LedgerOperation,
  type PolicyOperation,
  type SimulatedAct,
  type SimulatedStep,
} from './operations.ts';
import { createReceivers, type Receivers } from './receivers.ts';
import { createScript, isQuiet, receiverUrl, type Script } from './script.ts';
import { forgotten, REMIND_DAYS_SIMULATED, SILENT_DAYS_SIMULATED, waitsSeen } from './waits.ts';
import { performQuiet, startWhole, workUntilQuiet } from './worker-rounds.ts';
import { createWorld, type Shape, type World } from './world.ts';

/** A life in progress. */
interface Life {
  readonly script: Script;
  readonly nodes: readonly Node[];
  readonly cast: Cast;
  readonly receivers: Receivers;
  readonly trace: string[];
  readonly deliveries: DeliveryWatch;
  readonly beside: SideWork;
  world: World;
  facts: Facts;
  step: number;
}

/** The last answer, and the node that gave it. */
type AnsweredObservation = Omit<Observation, 'days'> & { readonly node: number };

/** An act with what was answered, and the name that the facts gave to what it is about. */
interface PlayedAct extends SimulatedAct {
  readonly answer: string;
  readonly name: string | undefined;
}

const REPEATS_MAX = 3;
/** Longer than a delivery can wait for its next attempt. */
const REST_MS = 30 * 3600_000;

/** Two nodes on one database, used by one life after another. */
export interface Stage {
  readonly nodes: readonly Node[];
  stop(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const first = await startNode();
  const nodes = [first, await startNode(first)];
  return {
    nodes,
    async stop() {
      for (const { service } of nodes.toReversed()) await service.stop();
    },
  };
}

/**
 * Plays one life from the beginning.
 * @returns the steps, one line each, with the faults that happened and what was answered
 * @throws naming the seed, the steps so far and how to play it again
 */
export async function playSeed({ nodes }: Stage, seed: number): Promise<readonly string[]> {
  const script = createScript(seed);
  const [{ service }] = nodes as [Node];
  const trace = [`begins at ${script.shape.start}`];
  try {
    await clearStage(service);
    for (const node of nodes) {
      node.tokens.clear();
      node.time.set(script.shape.start);
      await setMachine(node, 0);
    }
    const cast = await setUp(service, script.shape);
    const beside = await setUpBeside(service);
    const facts = await readFacts(service, cast);
    const receivers = createReceivers();
    const deliveries = watchDeliveries(script.shape, cast, receivers);
    const world = createWorld(script.shape);
    const life: Life = { script, nodes, cast, receivers, deliveries, beside, trace, world, facts, step: 0 };
    complain(differenceOf(world, facts));
    complain(deliveries.check(0, facts, [world.map(({ policy }) => policy)]));
    for (const step of script.steps) await playStep(life, step);
    await comeToRest(life);
    await checkInvariants(service);
    return trace;
  } catch (error) {
    const again = `SIMULATOR_SEED=${seed} node --test core/ledger/simulator.test.ts`;
    const message = `seed ${seed}: ${(error as Error).message}\n${trace.join('\n')}\nTo play it again: ${again}`;
    throw new Error(message, { cause: error });
  }
}

/** Removes all rows, and counts from 1 again: a life is the same whatever was played before it. */
async function clearStage(service: TestService): Promise<void> {
  const appendOnly = await service.ownerQuery<{ name: string }>(
    `select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where p.proname like 'refuse%' and t.tgname like '%_never_truncated'`,
  );
  const all = (act: 'disable' | 'enable') =>
    appendOnly.map(({ name }) => `alter table ${name} ${act} trigger user`).join('; ');
  // Many hold no key to their community, so a truncation of the communities alone would leave them.
  const tables = await service.ownerQuery<{ name: string }>(
    `select distinct table_name::text as name from information_schema.columns
     where table_schema = current_schema() and column_name in ('community_id', 'administrator_id')`,
  );
  const named = tables.map(({ name }) => name).join(', ');
  await service.ownerQuery(
    `${all('disable')}; truncate communities, administrators, ${named} restart identity cascade; ${all('enable')}`,
  );
}

async function setUp(service: TestService, { communities }: Shape): Promise<Cast> {
  const cast: Cast['communities'][number][] = [];
  for (const [at, { policy, subscriptions }] of communities.entries()) {
    const { id: communityId } = await service.createCommunity({ defaultVisibility: policy.defaultVisibility });
    const chestAccountId = await letMembersRecord(service, communityId);
    const partners = [];
    for (const { caps } of policy.partners) {
      const { credit: maxCreditSeconds, memberDay: maxMemberDaySeconds, partnerDay: maxPartnerDaySeconds } = caps;
      partners.push(
        await service.createPartner({ communityId, maxCreditSeconds, maxMemberDaySeconds, maxPartnerDaySeconds }),
      );
    }
    const members = [];
    for (const [member, { visibility }] of policy.members.entries()) {
      members.push(await service.createMember({ communityId, visibility, name: memberName(member) }));
    }
    const added = [];
    for (const [partner, own] of subscriptions.entries()) {
      const act = { communityId, partnerId: partners[partner]?.partnerId ?? 0, actor: 'simulator' };
      const mine = [];
      for (const [subscription, eventTypes] of own.entries()) {
        const url = receiverUrl(at, partner, subscription);
        const { row } = await addSubscription(service.deps, act, { eventTypes, targetUrl: url, description: null });
        mine.push({ id: row.id, url });
      }
      added.push(mine);
    }
    cast.push({ id: communityId, chestAccountId, partners, members, subscriptions: added });
  }
  return { communities: cast };
}

/** @returns the account of the chest */
async function letMembersRecord(service: TestService, communityId: number): Promise<number> {
  const [chest] = await service.ownerQuery<{ id: string }>(
    `with chosen as (update communities set remind_days = $2, silent_days = $3 where id = $1)
     select id from accounts where community_id = $1 and kind = 'chest'`,
    [communityId, REMIND_DAYS_SIMULATED, SILENT_DAYS_SIMULATED],
  );
  return Number(chest?.id);
}

async function playStep(life: Life, step: SimulatedStep): Promise<void> {
  const { trace, nodes, receivers } = life;
  life.step++;
  receivers.setStep(life.step);
  const at = trace.push(`${life.step}. ${describeStep(step)}`) - 1;
  const [{ time }] = nodes as [Node];
  if (step.kind === 'before midnight') {
    time.set(new Date((Math.floor(time.now().getTime() / DAY_MS) + 1) * DAY_MS - 5000));
  } else if (step.kind === 'time passes') time.advance(step.ms);
  else if (step.kind === 'machine') {
    for (const [index, node] of nodes.entries()) await setMachine(node, index === step.node ? step.aheadMs : 0);
  } else if (step.kind === 'receiver') receivers.setAnswer(step.url, step.answer);
  else await playActs(life, step, (text) => (trace[at] += text));
}

/** All acts at once; then what is unknown is asked again, as a partner would; then the facts must make sense. */
async function playActs(
  life: Life,
  step: Extract<SimulatedStep, { kind: 'acts' }>,
  note: (text: string) => void,
): Promise<void> {
  const { nodes, cast, receivers, beside } = life;
  for (const { node, operation } of step.acts) {
    if (operation.do !== 'credit' && operation.do !== 'reverse') continue;
    const partner = cast.communities[operation.community]?.partners[operation.partner];
    if (partner) await prepareToken(nodes[node] as Node, partner, rightNode(nodes));
  }
  const startedOn = today(nodes);
  const [startedAt, before] = [(nodes[0] as Node).time.now(), life.facts];
  for (const [index, { nemesis }] of nodes.entries()) nemesis.arm(step.faults[index] ?? []);
  const workers = step.workers.map((node) => startWhole(nodes[node] as Node, receivers));
  const [played] = await Promise.all([
    Promise.allSettled(step.acts.map((act) => playAct(life, act))),
    step.beside === undefined ? undefined : beside.act(nodes[step.beside] as Node),
  ]);
  await Promise.all(workers.map((worker) => worker.stop()));
  const faults = nodes.flatMap(({ nemesis }, index) =>
    nemesis.happened().map((one) => `n${index} ${describeFault(one)}`),
  );
  if (faults.length > 0) note(` !${faults.join(', ')}`);
  for (const { nemesis } of nodes) nemesis.arm([]);

  const attempts = played.map((result, index) => {
    if (result.status === 'fulfilled') return result.value;
    throw new Error(`${describeAct(step.acts[index] as SimulatedAct)}: ${result.reason.stack}`);
  });
  note(` -> ${attempts.map((attempt) => attempt.answer).join(' | ')}`);
  const answered: AnsweredObservation[] = [];
  for (const { node, operation, answer, name } of attempts) {
    if (isQuiet(operation)) continue;
    const repeated = answer === UNKNOWN;
    const asked = nodes[node] as Node;
    const final = repeated ? await askAgain(life, isRight(asked) ? asked : rightNode(nodes), operation, name) : answer;
    if (repeated) note(`, then ${final}`);
    answered.push({ node, operation, answer: final, repeated, named: name !== undefined });
  }
  await compareFacts(life, answered, startedOn);
  const isHandedOver = attempts.some(({ operation, answer }) => operation.do === 'hand over' && answer === 'done');
  if (isHandedOver) complain(forgotten(before, life.facts, startedAt));
  const [only, ...others] = attempts;
  if (only?.operation.do === 'statement' && only.answer !== UNKNOWN && others.length === 0) checkStatement(life, only);
}

/** Reads what is there now and looks for the order of the acts that explains it. */
async function compareFacts(life: Life, answered: readonly AnsweredObservation[], startedOn: string): Promise<void> {
  const { nodes, cast, script } = life;
  const before = life.facts;
  life.facts = await readFacts((nodes[0] as Node).service, cast);
  const waits = waitsSeen(before, life.facts, (nodes[0] as Node).time.now()).map((operation) => ({
    ...{ node: 0, operation, answer: 'done', repeated: false, named: true },
  }));
  if (waits.length > 0) life.trace.push(waits.map(({ operation }) => describeAct({ node: 0, operation })).join(' | '));
  const observations = [...answered, ...waits].map((one) => {
    return { ...one, days: possibleDays(life, before, one, startedOn) };
  });
  const explanation = explain(life.world, observations, (world) => differenceOf(world, life.facts));
  if (typeof explanation === 'string') throw new Error(explanation);
  life.world = explanation.world;
  const firstDay = script.shape.start.slice(0, 10);
  const finalDay = lastFinalDay((nodes[0] as Node).time.now());
  complain(differenceOfStatements(life.world, life.facts, before, firstDay, finalDay));
  complain(life.deliveries.check(life.step, life.facts, explanation.policies));
}

/** A statement that was read says what the model says, and is final from 00:15 of the next day. */
function checkStatement({ nodes, world }: Life, { node, operation, answer }: PlayedAct): void {
  if (operation.do !== 'statement') return;
  const date = answer.slice(0, 10);
  const status = date <= lastFinalDay((nodes[node] as Node).time.now()) ? 'final' : 'open';
  const expected = expectedStatement(world[operation.community] as World[number], operation.partner, date, status);
  if (answer !== expected) throw new Error(`the statement says "${answer}" instead of "${expected}"`);
}

/** The world comes to rest: nothing fails, receivers take what they get, all is sent that was held up. */
async function comeToRest(life: Life): Promise<void> {
  const { nodes, cast, receivers, trace, deliveries } = life;
  const [first] = nodes as [Node];
  receivers.setStep(++life.step);
  receivers.healAll();
  trace.push(`${life.step}. everything comes to rest`);
  const restsAt = new Date(first.time.now().getTime() + REST_MS);
  first.time.set(restsAt);
  for (const node of nodes) await setMachine(node, 0);
  for (const [community, { subscriptions }] of cast.communities.entries()) {
    for (const [partner, own] of subscriptions.entries()) {
      for (const subscription of own.keys()) {
        const operation = { do: 'subscription', community, partner, subscription, status: 'active' } as const;
        const answer = await perform(first, cast, operation, undefined);
        const explanation = explain(
          life.world,
          [{ operation, answer, repeated: false, days: [], named: false }],
          () => undefined,
        );
        if (typeof explanation === 'string') throw new Error(explanation);
        life.world = explanation.world;
      }
    }
  }
  await workUntilQuiet(nodes, receivers, lastFinalDay(restsAt));
  await remindAndHandOver(first.service.deps);
  await compareFacts(life, [], today(nodes));
  complain(deliveries.missing(life.facts));
  complain(await life.beside.wrong(receivers));
}

async function playAct(life: Life, { node: index, operation }: SimulatedAct): Promise<PlayedAct> {
  const node = life.nodes[index] as Node;
  if (isQuiet(operation)) {
    // Over HTTP it would be refused.
    if (operation.do === 'statement' && !isRight(node))
      return { node: index, operation, answer: UNKNOWN, name: undefined };
    const answer = await performQuiet(node, life.cast, life.receivers, operation).then(
      (statement) => (statement ? describeStatement(statement) : 'done'),
      (error: Error) => {
        if (node.nemesis.happened().length === 0) throw error;
        return UNKNOWN;
      },
    );
    return { node: index, operation, answer, name: undefined };
  }
  const isNamed = operation.do === 'reverse' || operation.do === 'correct' || isOfProposal(operation);
  const name = isNamed ? nameOf(operation, life.facts) : undefined;
  return { node: index, operation, answer: await perform(node, life.cast, operation, name), name };
}

/** Repeats until there is an answer. An exchange has no reference to be repeated by: one looks whether it is there. */
async function askAgain(
  { cast }: Life,
  node: Node,
  operation: LedgerOperation | PolicyOperation,
  name: string | undefined,
): Promise<string> {
  if (operation.do === 'exchange') {
    const facts = await readFacts(node.service, cast);
    if (facts[operation.community]?.exchangeIds.has(operation.name)) return 'posted';
  }
  for (let attempt = 1; attempt <= REPEATS_MAX; attempt++) {
    const answer = await perform(node, cast, operation, name);
    if (answer !== UNKNOWN) return answer;
  }
  throw new Error(`${operation.do} stays unknown although nothing fails any more`);
}

/** The day on which it was booked; or, where nothing was booked, the days on which it may have been refused. */
function possibleDays(
  { nodes, facts }: Life,
  before: Facts,
  { operation, answer }: AnsweredObservation,
  startedOn: string,
): string[] {
  if (operation.do !== 'credit' && operation.do !== 'reverse') return [today(nodes)];
  const kind = operation.do === 'credit' ? 'credit' : 'credit_reversal';
  const { partner, reference } = operation;
  const booked = facts[operation.community]?.partners[partner]?.days.get(`${kind} ${reference}`);
  // A batch is booked on one day, the first that is open for all its partners.
  const open = [...before, ...facts].flatMap(({ partners }) =>
    partners.map(({ closedThrough }) => dayAfter(closedThrough)),
  );
  const days = [...new Set([startedOn, today(nodes), ...open])].filter((day) => day >= startedOn);
  // The booking under the reference need not be this request's: a refused one may have met another day.
  const isBooked = answer === 'posted' || answer === 'replayed';
  return isBooked && booked !== undefined && days.includes(booked) ? [booked] : days;
}

const today = (nodes: readonly Node[]) => dayOf((nodes[0] as Node).time.now());

/** A node whose machine's clock is right; at most one is wrong at a time. */
const rightNode = (nodes: readonly Node[]) => nodes.find(isRight) as Node;

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

async function checkInvariants({ deps }: TestService): Promise<void> {
  const { invariants } = await verifyLedger(deps.database, deps.clock);
  const broken = invariants.filter(({ holds }) => !holds);
  if (broken.length > 0) throw new Error(`ledger verify: ${JSON.stringify(broken)}`);
}

function complain(difference: string | undefined): void {
  if (difference !== undefined) throw new Error(difference);
}
