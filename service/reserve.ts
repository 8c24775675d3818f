/** The reserve on the disk of the embedded database, set aside while there is room. */
import { repeat } from '../core/base/repeat.ts';
import { MINUTE_MS } from '../core/base/time.ts';
import { keepReserve } from '../core/database/reserve.ts';
import type { ServiceInput } from './parts.ts';

const LOOK_EVERY_MS = 10 * MINUTE_MS;

/** Starts now. @returns a function that stops it */
export function startReserve({ config, log }: ServiceInput): () => Promise<void> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) return async () => {};
  const work = () =>
    keepReserve(dataDir).catch((err) => log.warn({ err }, 'the reserve on the disk could not be set aside'));
  return repeat(work, { everyMs: LOOK_EVERY_MS, firstMs: 0 }).stop;
}
