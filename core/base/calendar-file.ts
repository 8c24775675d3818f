/** A day that two have agreed on, as a file for calendars (RFC 5545). */
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { DAY_MS } from './time.ts';

export interface AgreedDay {
  /** The same for ever, also when the day changes. */
  readonly uid: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Called off. */
  readonly isOff: boolean;
  /** Counts the changes: calendars take the highest. */
  readonly sequence: number;
  /** On one line; called off, it says so too: some calendars keep what is cancelled. */
  readonly summary: string;
  readonly url: string;
  readonly stamp: Date;
}

/** One entry of a whole day, so that no time zone moves it. */
export function calendarFile({ uid, day, isOff, sequence, summary, url, stamp }: AgreedDay): {
  readonly method: 'PUBLISH' | 'CANCEL';
  readonly content: string;
} {
  const method = isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const start = new Date(`${day}T00:00:00Z`);
  const calendar = ical({ prodId: { company: 'Timebank', product: 'Timebank' }, method });
  calendar.createEvent({
    ...{ id: uid, sequence, stamp, start, end: new Date(start.getTime() + DAY_MS), allDay: true, timezone: 'UTC' },
    ...{ summary: summary.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), url },
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return { method: isOff ? 'CANCEL' : 'PUBLISH', content: calendar.toString() };
}
