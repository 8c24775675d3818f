/** A slip of one and many while it is typed, and its faults. */
import type { ApiError, FieldError } from '../../../../console/src/api/call.ts';
import { readTime } from '../../../../console/src/i18n/hours.ts';
import type { Format, Texts } from '../../../../console/src/i18n/text.ts';
import { timeFault } from '../../../../console/src/parts/forms/hours-text.ts';
import { type Choice, NOBODY, type Party } from '../../../../console/src/parts/forms/party.ts';
import { failureText, fieldText } from '../../../../console/src/parts/page/failure.ts';

export interface Draft {
  /** Made for this slip; sent with it, so that it is recorded once however often it is sent. */
  readonly key: string;
  readonly many: 'receivers' | 'providers';
  readonly one: Choice;
  readonly others: readonly Party[];
  /** The name that is typed next. */
  readonly next: Choice;
  readonly each: string;
  readonly total: string;
  readonly category: string;
  readonly note: string;
}

export const newDraft = (many: Draft['many']): Draft => ({
  ...{ key: crypto.randomUUID(), many, one: NOBODY, others: [], next: NOBODY },
  ...{ each: '', total: '', category: '', note: '' },
});

/** Whether leaving the slip would lose something. */
export const isTyped = ({ one, others, next, each, total, category, note }: Draft): boolean =>
  others.length > 0 || [one.typed, next.typed, each, total, category, note].some((typed) => typed.trim() !== '');

export type Faults = Readonly<Record<string, string | undefined>>;

/** Whether the name that was chosen last is on the slip already. */
export const isTwice = ({ one, others, next }: Draft): boolean =>
  next.party !== null && [one.party, ...others].some((party) => party?.id === next.party?.id);

/** A name that is chosen joins the several, unless it is on the slip. */
export function withNext(draft: Draft, next: Choice): Draft {
  const changed = { ...draft, next };
  if (!next.party || isTwice(changed)) return changed;
  return { ...changed, others: [...draft.others, next.party], next: NOBODY };
}

/** What the service need not be asked for, in the order of the fields. */
export function missingIn(draft: Draft, text: Texts): Faults {
  const faults: Record<string, string> = {};
  if (!draft.one.party) faults.one = text.slips.choose;
  if (draft.next.typed.trim() !== '') faults.next = text.slips.choose;
  else if (draft.others.length < 2) faults.next = text.slips.group.few;
  const each = draft.each.trim() === '' ? text.field.required : timeFault(draft.each, text);
  if (each) faults.each = each;
  const total = timeFault(draft.total, text);
  if (total) faults.total = total;
  return faults;
}

/** `3 × 1 = 3 h · 1 h go to the community fund`, once it can be said. */
export function sumsOf({ many, others, each, total }: Draft, words: Texts['slips']['group'], format: Format): string {
  const one = readTime(each);
  if (others.length === 0 || one.kind !== 'read' || one.seconds <= 0) return '';
  const sum = one.seconds * others.length;
  const whole = readTime(total);
  const given = whole.kind === 'read' ? whole.seconds : sum;
  const rest = many === 'receivers' ? sum - given : given - sum;
  const shown = (seconds: number) => format.hours(seconds / 3600);
  const said = words.sum(others.length, shown(one.seconds), shown(sum));
  return rest > 0 ? `${said} · ${words.rest(shown(rest))}` : said;
}

/** The faults that the service found, by field; those of one of the several also with the name. */
export function groupFaultsOf(
  error: ApiError,
  others: readonly Party[],
  text: Texts,
  step: number | undefined,
): Faults {
  const words = text.slips.group;
  const faults: Record<string, string> = {};
  for (const fault of error.fields) {
    const message = messageOf(fault, text, step);
    const index = /^others\.(\d+)$/.exec(fault.field)?.[1];
    const party = index === undefined ? undefined : others[Number(index)];
    faults[fault.field] = message;
    if (party) faults.form = words.of(party.name, message);
  }
  const known = ['one', 'others', 'each', 'total', 'category', 'note'];
  if (!faults.form && !known.some((field) => faults[field])) faults.form = failureText(error, text);
  return faults;
}

function messageOf(fault: FieldError, text: Texts, step: number | undefined): string {
  const words = text.slips.group;
  if (fault.code === 'wrong_step' && step !== undefined) return text.slips.step(step);
  if (fault.code === 'above_sum') return words.above;
  if (fault.code === 'below_sum') return words.below;
  if (fault.code === 'named_twice') return words.twice;
  if (fault.code === 'unknown_category' || fault.code === 'closed_category') return text.slips.unknownCategory;
  return fieldText(fault, text);
}
