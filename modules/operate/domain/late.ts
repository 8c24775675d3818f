/** How long what waits may wait before it is called a problem. */
import { HOUR_MS, MINUTE_MS } from '../../../core/base/time.ts';

/** An event or a delivery that is due. */
export const WAITING_PROBLEM_MS = MINUTE_MS;
/** A day ends 15 minutes after its midnight, so that its predecessor is then a day and a quarter of an hour old. */
export const OPEN_DAY_PROBLEM_MS = 36 * HOUR_MS;
