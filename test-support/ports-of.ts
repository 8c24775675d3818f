/** Where the connections of a database lead, with several servers or several behind one name. */
import type { Database, Lane } from '../core/database/query.ts';

const WHERE = { text: `select current_setting('port')::int as port` };
const NOTE = { text: 'insert into notes (port) values (current_setting($1)::int) returning port', changesRows: true };
const PORT = ['port'];

/** The ports that every kind of connection leads to. */
export async function portsOf(database: Database): Promise<number[]> {
  const { reads, heavy, relaxed, outbox } = database;
  const lanes: readonly Lane[] = [reads, heavy, relaxed, outbox];
  const found = await Promise.all([
    // More than one, so that each connection of a lane is asked.
    ...lanes.flatMap((lane) => Array.from({ length: 6 }, () => lane.run<{ port: number }>(WHERE, []))),
    ...Array.from({ length: 3 }, () => database.transaction((on) => on.run<{ port: number }>(NOTE, PORT))),
    database.snapshot((on) => on.run<{ port: number }>(WHERE, [])),
  ]);
  return [...new Set(found.flat().map(({ port }) => port))];
}
