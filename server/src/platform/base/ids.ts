/** Ids that carry the time of what they name (RFC 9562 section 5.7). */
import { V7Generator } from 'uuidv7';

const generator = new V7Generator();
// Of the time it is told, however far the clock was before: rows are found by their time through their ids.
generator.setRollbackAllowance(0);

/** A UUIDv7 of a time, to the millisecond; above those of that millisecond which this process made just before. */
export const newIdAt = (at: Date): string => generator.generateOrResetWithTs(at.getTime()).toString();
