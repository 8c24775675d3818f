/** Imports and their undoing read and then write for long: what they meet, they meet again in a new transaction. */
import { sqlState } from '../../../../core/database/connection.ts';

const ATTEMPTS_MAX = 3;
/** Deadlock, serialization failure, or an external id that another writer has just used: examine and write again. */
const RERUN = new Set(['40P01', '40001', '23505']);

/** @param work a transaction of its own each time */
export async function rerunning<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!RERUN.has(sqlState(error) ?? '') || attempt >= ATTEMPTS_MAX) throw error;
    }
  }
}
