/** What members do with each other in a life: drawn apart, so that the rest of a life is the same with it and without. */
import { HOUR_MS } from '../../core/base/time.ts';
import type { NemesisFault } from './nemesis.ts';
import {
  type AnswerOperation,
  NO_MEMBER,
  type ProposeOperation,
  type SettleOperation,
  type SimulatedAct,
  type SimulatedOperation,
  type SimulatedStep,
} from './operations.ts';
import { sidesOfProposal } from './proposals.ts';
import type { Random } from './random.ts';
import type { Shape } from './world.ts';

const HOUR = 3600;
const TIMES = [900, HOUR, HOUR, 2 * HOUR];
const DAYS = ['2026-11-18', '2026-11-19', '2026-11-19'];
/** Longer than a member is given to answer before the reminder; twice, before the office has it. */
const A_DAY_MS = 26 * HOUR_MS;
/** So many acts at once can be tried in every order. */
const AT_ONCE_MAX = 4;

interface DrawnMembers {
  readonly random: Random;
  readonly shape: Shape;
  readonly drawFaults: () => NemesisFault[];
  /** What was proposed, the newest last. */
  readonly proposed: ProposeOperation[];
}

/** The steps with those of members among them, on the nodes 0 and 1. */
export function withMembers(
  random: Random,
  shape: Shape,
  steps: readonly SimulatedStep[],
  drawFaults: () => NemesisFault[],
): SimulatedStep[] {
  const drawn: DrawnMembers = { random, shape, drawFaults, proposed: [] };
  return steps.flatMap((step) => {
    if (step.kind === 'before midnight') return [step];
    const after = random.chance(0.2) ? drawMemberSteps(drawn) : [];
    const isMidnight = step.kind === 'acts' && step.acts.some(({ operation }) => operation.do === 'pass midnight');
    const isJoined = step.kind === 'acts' && !isMidnight && step.acts.length < AT_ONCE_MAX && random.chance(0.15);
    return [isJoined ? { ...step, acts: [...step.acts, onAny(random, drawOne(drawn))] } : step, ...after];
  });
}

const onAny = (random: Random, operation: SimulatedOperation): SimulatedAct => ({ node: random.below(2), operation });

function drawMemberSteps(drawn: DrawnMembers): SimulatedStep[] {
  const { random, drawFaults, proposed } = drawn;
  const atOnce = (operations: readonly SimulatedOperation[], workers: readonly number[] = []): SimulatedStep => {
    const faults = [0, 1].map(() => (random.chance(0.4) ? drawFaults() : []));
    return { kind: 'acts', acts: operations.map((operation) => onAny(random, operation)), faults, workers };
  };
  const record = () => atOnce([drawProposal(drawn, random.chance(0.2))]);
  if (proposed.length === 0) return [record()];
  // What was just recorded is answered, before its time comes and after it.
  const passes = (days: number): SimulatedStep => ({ kind: 'time passes', ms: days * A_DAY_MS });
  const handOver = () => atOnce([{ do: 'hand over' }, ...drawBurst(drawn).slice(0, 2)]);
  return random.weighted<() => SimulatedStep[]>([
    [2, () => [atOnce([drawOne(drawn)])]],
    [2, () => [atOnce(drawMeeting(drawn)), atOnce(drawBurst(drawn))]],
    [8, () => [record(), atOnce(drawBurst(drawn), random.pick([[], [], [], [0]]))]],
    [3, () => [record(), atOnce([drawOne(drawn)]), atOnce(drawBurst(drawn))]],
    [3, () => [record(), passes(random.pick([1, 2])), handOver()]],
  ])();
}

/** Of the newest, mostly. */
const drawFocus = ({ random, proposed }: DrawnMembers): ProposeOperation =>
  proposed.at(-1 - Math.min(random.below(4), random.below(4), proposed.length - 1)) as ProposeOperation;

function drawProposal({ random, shape, proposed }: DrawnMembers, again: boolean): ProposeOperation {
  const community = random.below(shape.communities.length);
  const members = shape.communities[community]?.policy.members.length ?? 1;
  const by = random.below(members);
  // Mostly with another; an hour with oneself is refused.
  const other = random.weighted([
    [1, NO_MEMBER],
    [0.5, by],
    [10, (by + 1 + random.below(members - 1)) % members],
  ]);
  const proposal: ProposeOperation = {
    ...{ do: 'propose', community, by, other, side: random.pick(['helped', 'was_helped']), again },
    ...{ seconds: random.pick(TIMES), day: random.pick(DAYS), name: `h${proposed.length}` },
  };
  proposed.push(proposal);
  return proposal;
}

/** Both record the same help at once; or one sends a page twice. */
function drawMeeting(drawn: DrawnMembers): ProposeOperation[] {
  const { random, proposed } = drawn;
  const first = drawProposal(drawn, random.chance(0.2));
  if (first.other === NO_MEMBER || random.chance(0.3)) return [first, first];
  const { by, other } = first;
  const side = first.side === 'helped' ? 'was_helped' : 'helped';
  const second: ProposeOperation = { ...first, side, by: other, other: by, name: `h${proposed.length}` };
  proposed.push(second);
  return [first, second];
}

/** One act of a member or the office on what was recorded; or a new record. */
function drawOne(drawn: DrawnMembers): SimulatedOperation {
  const { random, proposed } = drawn;
  if (proposed.length === 0 || random.chance(0.25)) return drawProposal(drawn, random.chance(0.2));
  return drawAct(drawn, drawFocus(drawn));
}

function drawAct({ random }: DrawnMembers, of: ProposeOperation): AnswerOperation | SettleOperation {
  const { community, name } = of;
  const seen = random.pick([1, 1, 1, 1, 1, 2]);
  const { provider, receiver } = sidesOfProposal(of);
  const act = random.weighted<AnswerOperation['act'] | 'settle' | 'end'>([
    ...([[8, 'confirm'] as const, [3, 'correct'] as const, [2, 'contest'] as const] as const),
    ...([[3, 'withdraw'] as const, [2, 'settle'] as const, [1, 'end'] as const] as const),
  ]);
  if (act === 'settle' || act === 'end') {
    const seconds = random.pick([null, null, HOUR]);
    return { do: 'settle', act: act === 'end' ? 'end' : 'confirm', community, seen, seconds, name };
  }
  // Who may: the other, but for a withdrawal and for what was corrected. Sometimes it is another.
  const likely = act === 'withdraw' || seen === 2 ? of.by : of.other;
  const by = random.chance(0.8) && likely !== NO_MEMBER ? likely : Math.max(random.pick([provider, receiver, 0]), 0);
  return { do: 'answer', act, community, by, seen, seconds: random.pick(TIMES), name };
}

/** Several things happen to the same hours at once, and to those who take part in them. */
function drawBurst(drawn: DrawnMembers): SimulatedOperation[] {
  const { random } = drawn;
  const focus = drawFocus(drawn);
  const { community, name, by } = focus;
  const acts: SimulatedOperation[] = [
    drawAct(drawn, focus),
    random.chance(0.7) ? drawAct(drawn, focus) : drawOne(drawn),
  ];
  const member = random.pick([by, Math.max(focus.other, 0)]);
  const beside = random.weighted<() => SimulatedOperation | undefined>([
    [4, () => undefined],
    [3, () => acts[0]],
    [2, () => ({ do: 'status', community, member, status: random.pick(['suspended', 'suspended', 'left', 'active']) })],
    [2, () => ({ do: 'limits', community, upper: random.pick([null, HOUR]), lower: random.pick([null, 0]) })],
    [1, () => ({ do: 'hand over' })],
    [1, () => ({ do: 'correct', community, name })],
    [0.5, () => ({ do: 'erase', community, member })],
    [2, () => ({ do: 'status', community, member, status: 'active' })],
  ])();
  return beside ? [...acts, beside] : acts;
}
