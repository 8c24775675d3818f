/** A worker in a process of its own, for tests that kill it. Its one argument holds the settings, as JSON. */

import { pino } from 'pino';
import { systemClock } from '../core/base/clock.ts';
import { readConfig } from '../core/base/config.ts';
import { deriveKeys } from '../core/base/keys.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { startWorker } from '../core/events/delivery/loop.ts';
import { TEST_JOBS } from './modules.ts';
import { RIGHT_CLOCK } from './right-clock.ts';

export interface WorkerProcessSettings {
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly caFile: string;
  readonly leaseMs: number;
}

const { databaseUrl, secretKey, caFile, leaseMs }: WorkerProcessSettings = JSON.parse(process.argv[2] ?? '');
const config = readConfig({ WEBHOOK_ALLOW_CIDR: '127.0.0.0/8', WEBHOOK_CA_FILE: caFile }, 'test');
const database = await connectDatabase({ connectionString: databaseUrl });
const log = pino({ level: 'silent' });
startWorker(
  { config, clock: systemClock, clockState: RIGHT_CLOCK, database, log, keys: deriveKeys(secretKey) },
  { pollMs: 50, leaseMs, jobs: TEST_JOBS },
);
