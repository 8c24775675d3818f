import type { Format } from '../../../../console/src/i18n/format.ts';
import type { Texts } from '../../../../console/src/i18n/text.ts';
import { operationName } from '../../../../console/src/parts/lists/call-sentence.tsx';
import type { AuditEntry } from '../../contract/audit.ts';

const HOUR_SECONDS = 3600;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Ids with a prefix, and what they are of. */
const PREFIXES: Readonly<Record<string, string>> = {
  usr: 'member',
  lst: 'listing',
  whs: 'subscription',
  dlv: 'delivery',
  crd: 'credit',
};
const ID = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/;

/** An act in words; one that has none yet by its name. */
export function actionText(action: string, text: Texts): string {
  return (text.auditActions as Words)[action] ?? action;
}

/** Words by names that the audit log has, of this version or of another. */
type Words = Readonly<Record<string, string>>;

const keyOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name of a recorded value, in words: `rateLimitPerMinute` and `rate_limit_per_minute` are the same. */
export function fieldName(name: string, { auditWords }: Texts): string {
  const key = keyOf(name);
  const fields: Words = auditWords.fields;
  return fields[key] ?? fields[key.replace(/_(seconds|hours)$/, '')] ?? auditWords.other;
}

/** What was recorded, as a person reads it; undefined: nothing. */
export function valueText(name: string, value: unknown, text: Texts, format: Format): string | undefined {
  const { audit, auditWords } = text;
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'boolean') return value ? audit.yes : audit.no;
  if (typeof value === 'number') {
    if (/(_s|S)econds$/.test(name)) return `${format.hours(value / HOUR_SECONDS)} h`;
    return /(_h|H)ours$/.test(name) && name !== 'overlap_hours' ? `${format.hours(value)} h` : format.number(value);
  }
  if (typeof value === 'string') return wordText(name, value, text, format);
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    if (value.every((one) => typeof one === 'number')) return auditWords.items(value.length);
    return value.map((one) => valueText(name, one, text, format)).join(', ');
  }
  return Object.entries(value as object)
    .map(([key, one]) => {
      const unit = key === 'before' || key === 'after' ? name : key;
      return `${partName(key, text)}: ${valueText(unit, one, text, format) ?? audit.none_}`;
    })
    .join(', ');
}

/** A currency and a language are their own names. */
function partName(key: string, text: Texts): string {
  if (/^[A-Z]{3}$/.test(key)) return key;
  const values: Words = text.auditWords.values;
  return values[key] ?? fieldName(key, text);
}

function wordText(name: string, value: string, text: Texts, format: Format): string {
  if (DAY.test(value)) return format.day(value);
  if (MOMENT.test(value)) return format.exact(value);
  if (name === 'fields') return fieldName(value, text);
  if (name === 'operation') return operationName(text.callWords, value);
  const lists: readonly object[] = [
    text.roles,
    text.memberStatus,
    text.status,
    text.listings.statuses,
    text.visibility,
    text.auditWords.values,
  ];
  const found = lists.find((list) => Object.hasOwn(list, value)) as Readonly<Record<string, unknown>> | undefined;
  const word = found?.[value];
  if (typeof word === 'string') return word;
  const scope = (text.scopes as Readonly<Record<string, { readonly name: string }>>)[value];
  if (scope) return scope.name;
  return ID.test(value) ? kindText(value, text) : value;
}

/** What a subject is of: `partner:12`, `usr_…`. */
function kindOf(subject: string): string {
  const prefix = ID.exec(subject)?.[1];
  return prefix ? (PREFIXES[prefix] ?? 'other') : (subject.split(':')[0] ?? 'other');
}

const kindText = (subject: string, { auditWords }: Texts): string =>
  (auditWords.subjects as Words)[kindOf(subject)] ?? auditWords.subjects.other ?? '';

/** What an entry is about: its name, the hint of a secret, what kind of thing it is, or how many things. */
export function subjectText({ subject, subject_name, details }: AuditEntry, text: Texts): string | null {
  if (subject === null) return Array.isArray(details.booked) ? text.auditWords.items(details.booked.length) : null;
  if (subject_name) return subject_name;
  const name = typeof details.name === 'string' ? details.name : undefined;
  const hint = typeof details.hint === 'string' ? details.hint : undefined;
  return name ?? hint ?? kindText(subject, text);
}

/** Where the subject is shown, below the community's path; undefined: nowhere, or it may not be opened from here. */
export function subjectPath({ subject, subject_name }: AuditEntry): string | undefined {
  if (subject === null) return undefined;
  const kind = kindOf(subject);
  const [, number = ''] = subject.split(':');
  const paths: Readonly<Record<string, string>> = {
    member: `members/${subject}`,
    listing: `listings/${subject}`,
    partner: `partners/${number}`,
    account: `accounts/${number}`,
  };
  if (Object.hasOwn(paths, kind)) return subject_name ? paths[kind] : undefined;
  return { administrator: 'administrators', invitation: 'administrators', import: 'import', move: 'import/move' }[kind];
}
