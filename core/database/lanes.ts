/**
 * Pipelined connections for single statements. A statement is sent while others are still on their way (behind a pooler,
 * when a connection has nothing else to answer); each is its own transaction, so a failing one harms no other. BEGIN is never
 * sent on a lane: another caller's statement would be rolled back with it although it was acknowledged.
 */
import type pg from 'pg';
import {
  abandon,
  answerFault,
  ConnectionLost,
  type ConnectionPurpose,
  connectionOptions,
  createDatabaseClient,
  DatabaseBusy,
  isNameLost,
  sqlState,
} from './connection.ts';
import type { Primary } from './primary.ts';
import type { Lane, SqlStatement } from './query.ts';

export interface LaneOptions extends ConnectionPurpose {
  readonly connections: number;
  /** Made at once; the others when all of these are busy. One, unless a statement may be long: the next would wait for it. */
  readonly atRest?: number;
  /** A connection whose oldest statement is unanswered for longer is given up; at least `RETIRE_MS`. */
  readonly answerTimeoutMs: number;
  /** Statements waiting on one connection before further ones are refused. */
  readonly pendingMax: number;
  readonly prepare: boolean;
  /** Called with the error of every statement that failed. */
  readonly onFailure?: (error: unknown) => void;
}

interface Slot {
  client: pg.Client | undefined;
  /** It is being connected, or connected again. */
  isOpening: boolean;
  /** To be replaced once nothing is on its way on it. */
  retiring: boolean;
  /** Start times of unanswered statements, oldest first; answers come in the order of the statements. */
  readonly pending: number[];
}

/** A connection that a statement was given, and its place. */
interface TakenConnection {
  readonly slot: Slot;
  readonly client: pg.Client;
}

interface LaneState {
  readonly primary: Primary;
  readonly options: LaneOptions;
  readonly slots: readonly Slot[];
  /** Timers of connections that are to be made. */
  readonly timers: Set<NodeJS.Timeout>;
  /** Where nothing is pipelined: statements without a connection, first come first; each is woken to look for one again. */
  readonly waiting: (() => void)[];
  /** Connections that were replaced, with the time at which the oldest statement of each was sent. */
  readonly retired: Map<pg.Client, number>;
  /** Looks for silent connections while statements are on their way. */
  watchdog: NodeJS.Timeout | undefined;
  closed: boolean;
}

export interface OpenLane extends Lane {
  close(): Promise<void>;
}

const RECONNECT_MIN_MS = 50;
const RECONNECT_MAX_MS = 1000;
const NO_CONNECTION = 'no connection to the database';
/** read_only_sql_transaction: whether a session may write is settled when it begins. */
const READ_ONLY = '25006';
/** A connection whose oldest statement waits this long is kept for its own statements; a new one takes its place. */
const RETIRE_MS = 2000;
const WATCH_MS = 250;
/** How long closing connections may take. */
const CLOSE_MS = 1000;

/**
 * Opens a lane; resolves when its first connection is made. Each is a process of the server. Lost ones are replaced for as
 * long as the lane is open.
 * @param primary where they go
 */
export async function openLane(primary: Primary, options: LaneOptions): Promise<OpenLane> {
  const lane: LaneState = {
    primary,
    options,
    slots: Array.from({ length: options.connections }, () => ({
      client: undefined,
      isOpening: false,
      retiring: false,
      pending: [],
    })),
    timers: new Set(),
    waiting: [],
    retired: new Map(),
    watchdog: undefined,
    closed: false,
  };
  await connect(lane, lane.slots[0] as Slot);
  for (const slot of lane.slots.slice(1, options.atRest ?? 1)) reconnect(lane, slot, 0);
  return {
    kind: 'lane',
    run: (statement, values) => run(lane, statement, values),
    async close() {
      lane.closed = true;
      clearInterval(lane.watchdog);
      await closeConnections(lane);
    },
  };
}

async function connect(lane: LaneState, slot: Slot): Promise<void> {
  const { primary, options, waiting } = lane;
  let lost = false;
  const client = await primary.connect((settings) => {
    const made = createDatabaseClient({ ...connectionOptions(settings, options), pipeline: options.prepare });
    const onLost = () => {
      lost = true;
      // Not yet in use, or retired.
      if (slot.client !== made) return;
      slot.client = undefined;
      slot.pending.length = 0;
      for (const wake of waiting.splice(0)) wake();
      if (!lane.closed) reconnect(lane, slot, RECONNECT_MIN_MS);
    };
    return made.on('error', onLost).on('end', onLost);
  });
  if (lane.closed) return void client.end().catch(() => {});
  if (lost) throw new ConnectionLost('the connection was lost as soon as it stood');
  slot.client = client;
  slot.isOpening = false;
  slot.retiring = false;
  waiting.shift()?.();
}

function openAnother(lane: LaneState): void {
  const unused = lane.slots.find(({ client, isOpening }) => !client && !isOpening);
  if (unused) reconnect(lane, unused, 0);
}

function reconnect(lane: LaneState, slot: Slot, delayMs: number): void {
  slot.isOpening = true;
  const timer = setTimeout(() => {
    lane.timers.delete(timer);
    connect(lane, slot).catch(() => {
      if (!lane.closed) reconnect(lane, slot, Math.min(delayMs * 2, RECONNECT_MAX_MS));
    });
  }, delayMs);
  lane.timers.add(timer);
}

/** Replaces connections that have been silent for long, and cuts replaced ones that stay silent. */
function giveUpSilent(lane: LaneState): void {
  const { slots, retired, options } = lane;
  const nowMs = performance.now();
  if (retired.size === 0 && slots.every(({ pending }) => pending.length === 0)) {
    clearInterval(lane.watchdog);
    lane.watchdog = undefined;
    return;
  }
  for (const slot of slots) {
    const [oldestMs = nowMs] = slot.pending;
    if (nowMs - oldestMs > RETIRE_MS && retired.size < options.connections) retire(lane, slot, oldestMs);
  }
  for (const [client, oldestMs] of retired) {
    if (nowMs - oldestMs > options.answerTimeoutMs) abandon(client);
  }
}

/** One long statement, or a silence, must not hold up everything that would be sent down the same connection. */
function retire(lane: LaneState, slot: Slot, oldestMs: number): void {
  const { client } = slot;
  if (!client) return;
  const isBusy = slot.pending.length > 0;
  slot.client = undefined;
  slot.pending.length = 0;
  lane.retired.set(client, oldestMs);
  client.once('end', () => lane.retired.delete(client));
  // Ends when all its statements are answered; a connection that is not pipelined would be cut.
  if (lane.options.prepare || !isBusy) client.end().catch(() => {});
  reconnect(lane, slot, 0);
}

function take(lane: LaneState, slot: Slot): TakenConnection {
  lane.watchdog ??= setInterval(giveUpSilent, WATCH_MS, lane).unref();
  slot.pending.push(performance.now());
  return { slot, client: slot.client as pg.Client };
}

function takeLeastBusy(lane: LaneState): TakenConnection {
  const { slots, options } = lane;
  let slot: Slot | undefined;
  for (const candidate of slots) {
    if (candidate.client && (!slot || rank(candidate) < rank(slot))) slot = candidate;
  }
  if (!slot) throw new ConnectionLost(NO_CONNECTION);
  if (slot.pending.length > 0) openAnother(lane);
  if (slot.pending.length >= options.pendingMax) throw new DatabaseBusy('too many statements are waiting');
  return take(lane, slot);
}

/** Waits for a connection without unanswered statements, and takes it in the same turn: two never take the same one. */
async function takeIdle(lane: LaneState): Promise<TakenConnection> {
  const { slots, waiting, options } = lane;
  for (let isTurn = waiting.length === 0; ; isTurn = true) {
    const idle = slots.find(({ client, pending }) => client && pending.length === 0);
    if (idle && isTurn) return take(lane, idle);
    openAnother(lane);
    if (!slots.some(({ client }) => client)) throw new ConnectionLost(NO_CONNECTION);
    if (waiting.length >= options.pendingMax) throw new DatabaseBusy('too many statements are waiting');
    await new Promise<void>((wake) => waiting.push(wake));
  }
}

async function run<Row>(lane: LaneState, statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> {
  try {
    return await send<Row>(lane, statement, values, lane.options.prepare);
  } catch (error) {
    // It did not run: once more, unnamed.
    if (isNameLost(error)) return await send<Row>(lane, statement, values, false);
    lane.options.onFailure?.(error);
    throw error;
  }
}

async function send<Row>(
  lane: LaneState,
  statement: SqlStatement,
  values: readonly unknown[],
  named: boolean,
): Promise<Row[]> {
  const taken = lane.options.prepare ? takeLeastBusy(lane) : await takeIdle(lane);
  const { slot, client } = taken;
  try {
    const text = { text: statement.text, values: values as unknown[] };
    const query = named && statement.name !== undefined ? { ...text, name: statement.name } : text;
    const result = await client.query<Row & pg.QueryResultRow>(query);
    return result.rows;
  } catch (error) {
    if (slot.client === client && sqlState(error) === READ_ONLY) slot.retiring = true;
    throw answerFault(client, error);
  } finally {
    release(lane, taken);
  }
}

/** Notes that a statement has ended, and wakes the next one that waits. */
function release(lane: LaneState, { slot, client }: TakenConnection): void {
  if (slot.client === client) {
    slot.pending.shift();
    if (slot.retiring && slot.pending.length === 0) retire(lane, slot, performance.now());
  } else if (!lane.options.prepare) {
    client.end().catch(() => {});
  }
  lane.waiting.shift()?.();
}

async function closeConnections({ timers, slots, retired }: LaneState): Promise<void> {
  for (const timer of timers) clearTimeout(timer);
  const open = [...slots.flatMap(({ client }) => client ?? []), ...retired.keys()];
  // A silent server does not confirm the end, and must not keep the process from ending.
  const cut = setTimeout(() => open.forEach(abandon), CLOSE_MS);
  await Promise.all(open.map((client) => client.end().catch(() => {})));
  clearTimeout(cut);
}

/** The connection of lowest rank is used next: the one with the fewest unanswered statements; a retiring one comes last. */
const rank = (slot: Slot) => (slot.retiring ? 1e9 : 0) + slot.pending.length;
