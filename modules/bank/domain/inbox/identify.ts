/**
 * Which lines of a report the inbox has already: a movement lives once, however many files report it, and two equal lines
 * of one file are two movements. Pure.
 */
import { compareLines, type IdentifiedLine, type LineLikeness, type ReadLine, readLine } from './alike.ts';
import { scaled } from './money.ts';

/** A line that the inbox has, on the account of the statement. */
export interface KnownLine extends IdentifiedLine {
  readonly id: number;
  /** The line that it is, by a person's word; null: it is one of its own. */
  readonly sameAsLineId: number | null;
  /** The day of the first report, where its statement has another one; null: it has the same. */
  readonly firstBookedOn: string | null;
}

export interface LineIdentity {
  /** The line that it is; undefined: it is new. */
  readonly isLine: number | undefined;
  /** The line that it may be; a person says. */
  readonly mayBeLine: number | undefined;
}

/** Equal lines of the report, or equal movements: one comparison is enough for all of them. */
interface Group {
  /** Places in the report, or ids; what is given away is taken from the end. */
  readonly members: number[];
  /** Of a movement, each line that it is under. */
  readonly lines: readonly ReadLine[];
}

interface Pair {
  readonly line: Group;
  readonly movement: Group;
  readonly likeness: LineLikeness;
}

/**
 * What each line of one report is. Each known movement is taken once.
 * @param known lines of the account that may be among them
 * @param taken movements that the report has under other lines
 */
export function identifyLines(
  incoming: readonly IdentifiedLine[],
  known: readonly KnownLine[],
  taken: ReadonlySet<number> = new Set(),
): LineIdentity[] {
  const found = new Array<LineIdentity>(incoming.length).fill({ isLine: undefined, mayBeLine: undefined });
  const free = known.filter(({ id, sameAsLineId }) => !taken.has(sameAsLineId ?? id));
  if (free.length === 0) return found;
  const movements = Map.groupBy(free.flatMap(asReported), ({ id, sameAsLineId }) => sameAsLineId ?? id);
  const movementsByAmount = Map.groupBy(movements, ([, [first]]) => scaled(first?.amount ?? '0.00'));
  for (const [units, places] of Map.groupBy(incoming.keys(), (at) => scaled(incoming[at]?.amount ?? '0.00'))) {
    const candidates = movementsByAmount.get(units) ?? [];
    if (candidates.length === 0) continue;
    const lines = groupsOf(places.map((at) => [at, [incoming[at] as IdentifiedLine]]));
    identifyEqualAmounts(lines, groupsOf(candidates), found);
  }
  return found;
}

/** As it is now, and on the day that its first report gave it. */
const asReported = (line: KnownLine): KnownLine[] =>
  line.firstBookedOn === null ? [line] : [line, { ...line, bookedOn: line.firstBookedOn }];

function groupsOf(all: readonly (readonly [member: number, lines: readonly IdentifiedLine[]])[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [member, lines] of all) {
    const key = JSON.stringify(lines.map(contentOf));
    const group = groups.get(key);
    if (group) group.members.push(member);
    else groups.set(key, { members: [member], lines: lines.map(readLine) });
  }
  for (const { members } of groups.values()) members.sort((a, b) => b - a);
  return [...groups.values()];
}

const contentOf = (line: IdentifiedLine) => [
  ...[line.format, line.reference, line.isBankWide, line.entryReference, line.uetr, line.endToEndId, line.bookedOn],
  ...[line.currency, line.payer, line.payerAccount, line.texts, line.bookingTexts, line.namedMemberId],
  ...[line.isUnreadable, line.missingDetails],
];

function identifyEqualAmounts(lines: readonly Group[], movements: readonly Group[], found: LineIdentity[]): void {
  const pairs = lines.flatMap((line) => movements.flatMap((movement) => pairOf(line, movement) ?? []));
  pairs.sort((a, b) => b.likeness.agreeing - a.likeness.agreeing || lastOf(a) - lastOf(b));
  const certain = pairs.filter(({ likeness }) => likeness.verdict === 'one');
  for (const [{ line, movement }, times] of shareOut(certain)) {
    for (let time = 0; time < times; time++) {
      found[line.members.pop() as number] = { isLine: movement.members.pop(), mayBeLine: undefined };
    }
  }
  for (const { line, movement, likeness } of pairs) {
    const mayBeLine = movement.members.at(-1);
    if (likeness.verdict !== 'asked' || mayBeLine === undefined) continue;
    // Each of them may be the movement: the person's word on one says nothing of the others.
    for (const at of line.members.splice(0)) found[at] = { isLine: undefined, mayBeLine };
  }
}

/** The older movement goes first. */
const lastOf = ({ movement }: Pair) => movement.members.at(-1) ?? 0;

function pairOf(line: Group, movement: Group): Pair | undefined {
  const [own] = line.lines;
  let best: LineLikeness | undefined;
  for (const other of movement.lines) {
    const likeness = compareLines(own as ReadLine, other);
    if (likeness.verdict === 'two') continue;
    if (!best || (likeness.verdict === best.verdict ? likeness.agreeing > best.agreeing : likeness.verdict === 'one')) {
      best = likeness;
    }
  }
  return best && { line, movement, likeness: best };
}

/** How often each pair is one movement: the most alike go first, and as many lines as possible are found. */
function shareOut(pairs: readonly Pair[]): Map<Pair, number> {
  const times = new Map<Pair, number>();
  const left = new Map<Group, number>();
  for (const { line, movement } of pairs) for (const group of [line, movement]) left.set(group, group.members.length);
  const give = (pair: Pair, number: number) => {
    times.set(pair, (times.get(pair) ?? 0) + number);
    for (const group of [pair.line, pair.movement]) left.set(group, (left.get(group) ?? 0) - number);
  };
  for (const pair of pairs) {
    const number = Math.min(left.get(pair.line) ?? 0, left.get(pair.movement) ?? 0);
    if (number > 0) give(pair, number);
  }
  const byLine = Map.groupBy(pairs, ({ line }) => line);
  const byMovement = Map.groupBy(pairs, ({ movement }) => movement);
  /** Another line gives way where it can be another movement. */
  const place = (line: Group, seen: Set<Group>): boolean =>
    (byLine.get(line) ?? []).some((pair) => {
      if (seen.has(pair.movement)) return false;
      seen.add(pair.movement);
      if ((left.get(pair.movement) ?? 0) === 0) {
        const giving = (byMovement.get(pair.movement) ?? []).find(
          (other) => other.line !== line && (times.get(other) ?? 0) > 0 && place(other.line, seen),
        );
        if (!giving) return false;
        give(giving, -1);
      }
      give(pair, 1);
      return true;
    });
  for (const line of byLine.keys()) {
    while ((left.get(line) ?? 0) > 0 && place(line, new Set()));
  }
  return times;
}
