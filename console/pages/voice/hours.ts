/** Lengths of time as pages and mails show them; `readDuration` of the contract reads each back as the same. */
import { MEMBER_LOCALES, type MemberLanguage } from '@timebank/contract';
import { clockOf } from '@timebank/contract/duration';
import { sayHours } from './voice.ts';

const UNITS: Readonly<Record<MemberLanguage, Readonly<Record<'hours' | 'minutes' | 'seconds', string>>>> = {
  en: { hours: 'h', minutes: 'min', seconds: 's' },
  de: { hours: 'Std.', minutes: 'Min.', seconds: 'Sek.' },
  es: { hours: 'h', minutes: 'min', seconds: 's' },
  fr: { hours: 'h', minutes: 'min', seconds: 's' },
  it: { hours: 'h', minutes: 'min', seconds: 's' },
};
/** A hundredth of an hour: what is no multiple of it has no short decimal. */
const HUNDREDTH_SECONDS = 36;

/**
 * Hours as the community writes them. A decimal is exact, or the minutes are said instead. Of no less than nothing: what
 * is below zero is said in words where it is shown.
 */
export function shownHours(seconds: number, lang: MemberLanguage): string {
  const { hours } = UNITS[lang];
  const decimal = new Intl.NumberFormat(MEMBER_LOCALES[lang], { maximumFractionDigits: 2 }).format(seconds / 3600);
  const isExact = seconds % HUNDREDTH_SECONDS === 0;
  return sayHours(isExact ? `${decimal} ${hours}` : spelledTime(seconds, lang), `${clockOf(seconds)} ${hours}`);
}

/** `1 Std. 30 Min.`: a choice, which is no time of day. */
export function spelledTime(seconds: number, lang: MemberLanguage): string {
  const units = UNITS[lang];
  const parts = [
    [Math.floor(seconds / 3600), units.hours],
    [Math.floor(seconds / 60) % 60, units.minutes],
    [seconds % 60, units.seconds],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}
