/** A process that holds an embedded database, for tests that kill it: `node embedded-service.ts <data folder>`. */
import { openEmbedded } from '../core/database/embedded.ts';
import { silentLog } from './server.ts';

if (import.meta.main) {
  const dataDir = process.argv[2] ?? '';
  const address = 'http://127.0.0.1:8080';
  await openEmbedded({
    ...{ dataDir, exclusive: true, create: true, command: 'timebank serve', address, log: silentLog },
  });
  process.stdout.write('ready\n');
  setInterval(() => {}, 60_000);
}
