import { randomBytes } from 'node:crypto';

/** Returns a function that makes request ids: unique over processes, in the order of arrival within one. */
export function requestIds(): () => string {
  const prefix = `req_${randomBytes(6).toString('hex')}`;
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count.toString(36).padStart(6, '0')}`;
  };
}
