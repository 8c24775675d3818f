/**
 * Movements of which a bank makes several reports, while a partner credits some of them: each is booked once, whatever
 * comes first. A failure prints its seed; `REPORTS_SEED=7` plays it again, `npm run soak` plays hundreds.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../../test-support/harness.ts';
import { setUpInbox } from '../../../../test-support/inbox.ts';
import {
  REPORTS,
  type ReportedMovement,
  type ReportKind,
  reportFile,
} from '../../../../test-support/movement-reports.ts';
import { createRandom } from '../../../../test-support/simulator/random.ts';
import { decideLine } from './decide-line.ts';

const service = await testService();
service.clock.set('2026-11-26T12:00:00.000Z');

const HOUR = 3600;
const PAYERS = [
  { payer: 'Anna Ahorn', account: 'DE75512108001245126199' },
  { payer: 'Bert Birke', account: 'DE12500105170648489890' },
  { payer: 'Cora Birke', account: 'DE44500105175407324931' },
];
/** What each kind of report leaves out for all of its lines. */
const SILENT: Readonly<Partial<Record<ReportKind, readonly (keyof ReportedMovement)[]>>> = {
  'camt.052': ['uetr'],
  mt942: ['reference', 'uetr'],
  mt940: ['uetr'],
  table: ['reference', 'uetr'],
};

interface Movement {
  readonly at: number;
  readonly member: number;
  readonly day: number;
  readonly hours: number;
  readonly told: Omit<ReportedMovement, 'day'>;
}

type Draw = (below: number) => number;

function drawMovement(draw: Draw, at: number, references: readonly string[]): Movement {
  const member = draw(3);
  const hours = 1 + draw(2);
  const who = PAYERS[draw(PAYERS.length)] as (typeof PAYERS)[number];
  return {
    at,
    member,
    hours,
    day: 18 + draw(8),
    told: {
      ...who,
      amount: hours * 20,
      reference: `SVC-${at}`,
      text: `Stunden ${references[member]}`,
      endToEndId: ['1', undefined, `E-${at}`][draw(3)],
      uetr: `6c1b5a0e-8d1f-4a52-9f0c-${String(at).padStart(12, '0')}`,
    },
  };
}

/** As one report has it: its day, its words of the bank and its numbers are the report's own. */
function tell(draw: Draw, kind: ReportKind, { day, told }: Movement, row: number): ReportedMovement {
  const silent = Object.fromEntries((SILENT[kind] ?? []).map((key) => [key, undefined]));
  const isLate = kind !== 'camt.053' && draw(4) === 0;
  return {
    ...told,
    ...silent,
    day: `2026-11-${day - (isLate ? 1 + draw(2) : 0)}`,
    bookingText: ['GUTSCHRIFT', 'SEPA', 'ECHTZEIT'][draw(3)],
    running: `${row}`,
  };
}

const SEEDS = process.env.REPORTS_SEED
  ? [Number(process.env.REPORTS_SEED)]
  : Array.from({ length: Number(process.env.REPORTS_SEEDS ?? 12) }, (_, at) => at + 1);

/** Hours of movements by their member. */
function due(some: Iterable<Movement>): number[] {
  const seconds = [0, 0, 0, 0, 0];
  for (const { member, hours } of some) seconds[member] = (seconds[member] ?? 0) + hours * HOUR;
  return seconds;
}

/** Of two that nothing but their day tells apart, nobody could say which one a report is about. */
function drawMovements(draw: Draw, references: readonly string[]): Movement[] {
  const drawn = Array.from({ length: 10 }, (_, at) => drawMovement(draw, at, references));
  const nameOf = ({ member, hours, told: { payer } }: Movement) => `${member} ${hours} ${payer}`;
  return drawn.map((one) =>
    drawn.filter((other) => nameOf(other) === nameOf(one)).length === 1
      ? one
      : { ...one, told: { ...one.told, endToEndId: `E-${one.at}` } },
  );
}

async function setUp(seed: number) {
  const draw = createRandom(seed).below;
  const inbox = await setUpInbox(service);
  const movements = drawMovements(draw, inbox.references);
  /** What the bank or the partner has said so far, and which movement each line is. */
  const seen = new Set<Movement>();
  const movementOf = new Map<number, Movement>();
  return {
    ...{ ...inbox, draw, movements, seen, movementOf },
    async send({ member, hours, told: { reference } }: Movement) {
      const json = { user_id: inbox.members[member]?.id, hours, reference };
      const { status } = await service.call('POST', '/wallet/credit', { token: inbox.token, json });
      assert.ok([201, 200, 409].includes(status), `${status}`);
    },
    async report(kind: ReportKind, some: readonly Movement[], round: number) {
      const lines = some.map((one, row) => tell(draw, kind, one, row));
      const { lineIds } = await inbox.importFile(reportFile(kind, lines, round), kind === 'table' ? 'table.csv' : null);
      for (const [at, id] of lineIds.entries()) {
        const one = some[at] as Movement;
        const before = movementOf.get(id);
        assert.ok(!before || before === one, `line ${id} is movement ${before?.at}, and became ${one.at}`);
        movementOf.set(id, one);
        seen.add(one);
      }
    },
    /** As a person who knows. */
    async answer() {
      for (const { id, mayBeLineId } of await inbox.listLines()) {
        if (mayBeLineId === null) continue;
        const same = movementOf.get(id) === movementOf.get(mayBeLineId);
        await decideLine(service.deps, inbox.act, id, { same });
      }
    },
  };
}

type PlayedInbox = Awaited<ReturnType<typeof setUp>>;

async function playRound({ draw, movements, movementOf, seen, ...inbox }: PlayedInbox, round: number): Promise<void> {
  const kind = REPORTS[draw(REPORTS.length)] as ReportKind;
  const some = movements.filter(() => draw(2) === 0);
  if (draw(2) === 0) some.reverse();
  const sent = draw(3) === 0 ? (movements[draw(movements.length)] as Movement) : undefined;
  // A partner sends a transfer under the number of the bank, before the inbox has it and again beside it.
  const isFirst = sent !== undefined && ![...movementOf.values()].includes(sent);
  if (isFirst) {
    await inbox.send(sent);
    seen.add(sent);
  }
  if (some.length > 0) await inbox.report(kind, some, round);
  await Promise.all([inbox.approve(), isFirst ? inbox.send(sent) : undefined]);
  await inbox.answer();
  const balances = await inbox.balances();
  for (const [at, seconds] of due(seen).entries()) {
    assert.ok((balances[at] ?? 0) <= seconds, `round ${round}: member ${at} has ${balances[at]}, of ${seconds}`);
  }
}

for (const seed of SEEDS) {
  test(`each movement is booked once, in whatever reports it is, and beside a partner (REPORTS_SEED=${seed})`, async () => {
    const played = await setUp(seed);
    for (let round = 1; round <= 8; round++) await playRound(played, round);
    const { approveAll, listLines, balances, movementOf, seen } = played;
    await approveAll();
    const open = (await listLines()).filter(({ state }) => state === 'open');
    // What a partner may have credited waits for a person; everything else is booked.
    const waiting = open.filter(({ reason }) => reason === 'may_be_credited');
    assert.deepEqual(
      open.filter((line) => !waiting.includes(line)).map(({ id, reason }) => [id, reason]),
      [],
    );
    const missing = due(waiting.map(({ id }) => movementOf.get(id) as Movement));
    const found = await balances();
    for (const [at, seconds] of due(seen).entries()) {
      const has = found[at] ?? 0;
      assert.ok(has <= seconds && has + (missing[at] ?? 0) >= seconds, `member ${at} has ${has}, not ${seconds}`);
    }
  });
}
