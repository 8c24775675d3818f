/** A database whose service runs, joined as a command joins it. */

import { systemClock } from '../core/base/clock.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { type EmbeddedDatabase, openEmbedded } from '../core/database/embedded.ts';
import type { Database } from '../core/database/query.ts';
import { TEST_HOOKS } from './modules.ts';
import { silentLog } from './server.ts';

/** The dependencies of `addPartner` and functions like it. */
export const attachedDeps = (database: Database) => ({
  database,
  clock: systemClock,
  wakeWorker() {},
  hooks: TEST_HOOKS,
});

/** Joins the database of the data folder for the duration of `work`. */
export async function attached<T>(
  dataDir: string,
  work: (database: Database, server: EmbeddedDatabase) => Promise<T>,
): Promise<T> {
  const options = { dataDir, exclusive: false, create: false, command: 'a test', address: undefined, log: silentLog };
  const server = await openEmbedded(options);
  try {
    const database = await connectDatabase(server.appConnection);
    try {
      return await work(database, server);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}
