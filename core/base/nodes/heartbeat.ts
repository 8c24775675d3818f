/** Says that this node is alive, and notices when the schema has become newer than the node. */
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { describeNewer, knownMigrations } from '../../database/migrate.ts';
import { DatabaseOpenError } from '../../database/open-error.ts';
import type { Database } from '../../database/query.ts';
import { repeat } from '../repeat.ts';
import { serviceBuild } from '../version.ts';
import { beat, deleteNode } from './queries.ts';

const BEAT_MS = 2000;

export interface Heartbeat {
  /** Ends it and takes the node out of the list. */
  stop(): Promise<void>;
}

/**
 * Starts with a first beat, so that no node serves on a schema it does not know.
 * @param onOutdated called once, with one sentence, when a later version has changed the schema in a way that this one
 * cannot work with; the node must stop
 * @param clockAheadMs by how much the machine's clock is ahead of the database's
 * @throws DatabaseOpenError when that is so already
 */
export async function startHeartbeat(
  database: Database,
  log: Logger,
  onOutdated: (reason: string) => void,
  clockAheadMs: () => number,
  beatMs = BEAT_MS,
): Promise<Heartbeat> {
  const id = uuidv7();
  const name = `${hostname()}:${process.pid}`;
  const known = await knownMigrations();
  const build = serviceBuild();

  async function outdated(): Promise<string | undefined> {
    const [row] = await beat(database.reads, { id, name, knownMigrations: known, build, clockAheadMs: clockAheadMs() });
    return row?.unknown ? describeNewer({ name: row.unknown, build: row.by }) : undefined;
  }

  async function again(): Promise<void> {
    try {
      const reason = await outdated();
      if (reason === undefined) return;
      void beating.stop();
      onOutdated(reason);
    } catch (error) {
      // Requests notice that the database is away; the next beat asks again.
      log.debug({ error: (error as Error).message }, 'no heartbeat');
    }
  }

  const reason = await outdated();
  if (reason !== undefined) throw new DatabaseOpenError(reason);
  const beating = repeat(again, { everyMs: beatMs, firstMs: beatMs });
  return {
    async stop() {
      await beating.stop();
      await deleteNode(database.reads, { id }).catch(() => {});
    },
  };
}
