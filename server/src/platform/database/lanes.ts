/**
 * Pipelined connections for single statements. A statement is sent while others are still on their way (behind a pooler,
 * when a connection has nothing else to answer); each is its own transaction, so a failing one harms no other. BEGIN never goes down a lane: inside a pipe another caller's statement
 * would be rolled back with it although it was acknowledged.
 */
import pg from 'pg';
import {
  abandon,
  answerFault,
  ConnectionLost,
  type ConnectionPurpose,
  connectionOptions,
  DatabaseBusy,
  isNameLost,
  sqlState,
} from './connection.ts';
import type { Primary } from './primary.ts';
import type { Lane, SqlStatement } from './query.ts';

export interface LaneOptions extends ConnectionPurpose {
  readonly connections: number;
  /** A connection whose oldest statement is unanswered for longer is given up; at least `RETIRE_MS`. */
  readonly answerTimeoutMs: number;
  /** Statements waiting on one connection before further ones are refused. */
  readonly pendingMax: number;
  readonly prepare: boolean;
  /** Told of every statement that failed. */
  readonly onFailure?: (error: unknown) => void;
}

interface Slot {
  client: pg.Client | undefined;
  /** To be replaced once nothing is on its way on it. */
  retiring: boolean;
  /** Start times of unanswered statements, oldest first; answers come in the order of the questions. */
  readonly pending: number[];
}

export interface OpenLane extends Lane {
  close(): Promise<void>;
}

const RECONNECT_MIN_MS = 50;
const RECONNECT_MAX_MS = 1000;
const NO_CONNECTION = 'no connection to the database';
/** read_only_sql_transaction: whether a session may write is settled when it begins. */
const READ_ONLY = '25006';
/** A connection whose oldest statement waits this long is kept for what waits on it; a new one takes its place. */
const RETIRE_MS = 2000;
/** How long connections may take to say goodbye. */
const CLOSE_MS = 1000;

/**
 * Opens a lane; resolves when its first connection stands. Lost connections are replaced for as long as it is open.
 * @param primary where they go
 */
export async function openLane(primary: Primary, options: LaneOptions): Promise<OpenLane> {
  const slots: Slot[] = Array.from({ length: options.connections }, () => ({
    client: undefined,
    retiring: false,
    pending: [],
  }));
  const timers = new Set<NodeJS.Timeout>();
  /** Where nothing is pipelined: told that they may look for a connection again, in this order. */
  const waiting: (() => void)[] = [];
  /** When the oldest statement of each connection that was replaced was sent. */
  const retired = new Map<pg.Client, number>();
  let closed = false;

  async function connect(slot: Slot): Promise<void> {
    let lost = false;
    const client = await primary.connect((settings) => {
      const made = new pg.Client({ ...connectionOptions(settings, options), pipeline: options.prepare });
      const onLost = () => {
        lost = true;
        // Not yet in use, or retired.
        if (slot.client !== made) return;
        slot.client = undefined;
        slot.pending.length = 0;
        for (const look of waiting.splice(0)) look();
        if (!closed) reconnect(slot, RECONNECT_MIN_MS);
      };
      return made.on('error', onLost).on('end', onLost);
    });
    if (closed) return void client.end().catch(() => {});
    if (lost) throw new ConnectionLost('the connection was lost as soon as it stood');
    slot.client = client;
    slot.retiring = false;
    waiting.shift()?.();
  }

  function reconnect(slot: Slot, delayMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      connect(slot).catch(() => {
        if (!closed) reconnect(slot, Math.min(delayMs * 2, RECONNECT_MAX_MS));
      });
    }, delayMs);
    timers.add(timer);
  }

  const watchdog = setInterval(() => {
    const nowMs = performance.now();
    for (const slot of slots) {
      const [oldestMs = nowMs] = slot.pending;
      if (nowMs - oldestMs > RETIRE_MS && retired.size < options.connections) retire(slot, oldestMs);
    }
    for (const [client, oldestMs] of retired) {
      if (nowMs - oldestMs > options.answerTimeoutMs) abandon(client);
    }
  }, 250);
  watchdog.unref();

  /** One long statement, or a silence, must not hold up everything that would be sent down the same connection. */
  function retire(slot: Slot, oldestMs: number): void {
    const { client } = slot;
    if (!client) return;
    const isAsked = slot.pending.length > 0;
    slot.client = undefined;
    slot.pending.length = 0;
    retired.set(client, oldestMs);
    client.once('end', () => retired.delete(client));
    // Ends when everything it was asked is answered; one that is not pipelined would be cut.
    if (options.prepare || !isAsked) client.end().catch(() => {});
    reconnect(slot, 0);
  }

  function taken(slot: Slot): { readonly slot: Slot; readonly client: pg.Client } {
    slot.pending.push(performance.now());
    return { slot, client: slot.client as pg.Client };
  }

  function leastAsked() {
    let slot: Slot | undefined;
    for (const candidate of slots) {
      if (candidate.client && (!slot || rank(candidate) < rank(slot))) slot = candidate;
    }
    if (!slot) throw new ConnectionLost(NO_CONNECTION);
    if (slot.pending.length >= options.pendingMax) throw new DatabaseBusy('too many statements are waiting');
    return taken(slot);
  }

  /** One that nobody has asked anything; it is taken at once, or two who wait for it would both be given it. */
  async function unasked() {
    for (let isTurn = waiting.length === 0; ; isTurn = true) {
      const free = slots.find(({ client, pending }) => client && pending.length === 0);
      if (free && isTurn) return taken(free);
      if (!slots.some(({ client }) => client)) throw new ConnectionLost(NO_CONNECTION);
      if (waiting.length >= options.pendingMax) throw new DatabaseBusy('too many statements are waiting');
      await new Promise<void>((look) => waiting.push(look));
    }
  }

  async function send<Row>(statement: SqlStatement, values: readonly unknown[], named: boolean): Promise<Row[]> {
    const { slot, client } = options.prepare ? leastAsked() : await unasked();
    try {
      const text = { text: statement.text, values: values as unknown[] };
      const query = named && statement.name !== undefined ? { ...text, name: statement.name } : text;
      const result = await client.query<Row & pg.QueryResultRow>(query);
      return result.rows;
    } catch (error) {
      if (slot.client === client && sqlState(error) === READ_ONLY) slot.retiring = true;
      throw answerFault(client, error);
    } finally {
      if (slot.client === client) {
        slot.pending.shift();
        if (slot.retiring && slot.pending.length === 0) retire(slot, performance.now());
      } else if (!options.prepare) {
        client.end().catch(() => {});
      }
      waiting.shift()?.();
    }
  }

  await connect(slots[0] as Slot);
  for (const slot of slots.slice(1)) reconnect(slot, 0);

  return {
    kind: 'lane',
    async run<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> {
      try {
        return await send<Row>(statement, values, options.prepare);
      } catch (error) {
        // It did not run: once more, unnamed.
        if (isNameLost(error)) return await send<Row>(statement, values, false);
        options.onFailure?.(error);
        throw error;
      }
    },
    async close() {
      closed = true;
      clearInterval(watchdog);
      for (const timer of timers) clearTimeout(timer);
      const open = [...slots.flatMap(({ client }) => client ?? []), ...retired.keys()];
      // A server that is silent says no goodbye, and must not keep the process from ending.
      const cut = setTimeout(() => open.forEach(abandon), CLOSE_MS);
      await Promise.all(open.map((client) => client.end().catch(() => {})));
      clearTimeout(cut);
    },
  };
}

/** The lowest is used next: the fewest unanswered statements, and one that retires only when there is no other. */
const rank = (slot: Slot) => (slot.retiring ? 1e9 : 0) + slot.pending.length;
