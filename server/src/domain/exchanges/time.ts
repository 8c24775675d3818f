/** How people write the time of an exchange. */
import { MAX_HOURS } from '@timebank/contract';
import { positiveHours, type Reader } from '../fields/values.ts';

/** `1:30`, `1.5`, `1,5`, `2`, `90 min` or `1 h 30 min`, in seconds. */
export const exchangeTime: Reader<number> = (text) => {
  const parts = /^\s*(?:(\d{1,7})\s*(?:h|hours?)\s*)?(?:(\d{1,8})\s*(?:min|minutes?)\s*)?$/i.exec(text);
  if (!parts || (parts[1] === undefined && parts[2] === undefined)) return positiveHours(text);
  const seconds = Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60;
  if (seconds === 0) return { fault: 'not_positive', message: 'must be more than zero' };
  if (seconds > MAX_HOURS * 3600) return { fault: 'too_large', message: `is more than ${MAX_HOURS} hours` };
  return { value: seconds };
};
