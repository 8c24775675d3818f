/** The forms of requests, offers and answers: their fields, and what is wrong in them. */

import { randomUUID } from 'node:crypto';
import { CONTACTS, type Contact, type ListingType } from '@timebank/contract';
import { clockOf, readDuration } from '@timebank/contract/duration';
import { type Html, html } from '../../../../console/pages/html.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { ListingInput, ListingValues } from '../../../../core/people/listings/values.ts';
import type { MemberCall } from './call.ts';
import { faultOf, hidden } from './frame.ts';
import { LISTING_TEXTS, type TypedListing } from './listing-texts.ts';
import { RECORD_TEXTS } from './record-texts.ts';
import { readingsOf, timeChoices } from './time-choice.ts';

/** What is typed in the fields of a listing. */
export type FieldFaults = Readonly<Record<string, string>>;
export const NO_FAULTS: FieldFaults = {};

/** What was refused, by field, for the page to be shown again. */
export interface RefusedForm {
  readonly status: 422 | 429;
  readonly faults: FieldFaults;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The page's own UUID, by which a form that is sent twice is recognised. @throws Refusal invalid_request */
export function formOf({ fields }: MemberCall): string {
  const { form = '' } = fields;
  if (UUID.test(form)) return form;
  throw refusal('invalid_request', 'form is not the UUID of a page.');
}

/** What every form has, with a UUID of its own; one that is shown again keeps it. */
export const hiddenOnce = (call: MemberCall): Html =>
  html`${hidden(call)}<input type="hidden" name="form" value="${UUID.test(call.fields.form ?? '') ? (call.fields.form as string) : randomUUID()}">`;

export function typedListing({ fields }: MemberCall): TypedListing {
  const { title = '', description = '', category = '', time = '' } = fields;
  return { title, description, category, time };
}

/** A listing as its form shows it, to be changed. */
export function storedListing({ title, description, category, estimatedSeconds }: ListingValues): TypedListing {
  const time = estimatedSeconds === null ? '' : clockOf(estimatedSeconds);
  return { title, description, category, time };
}

/** As the domain reads it, which refuses no length of time beside all else that is wrong. */
export function inputOf({ time, ...typed }: TypedListing): Required<Omit<ListingInput, 'type'>> {
  const read = readDuration(time);
  const estimated = 'seconds' in read ? clockOf(read.seconds) : 'none';
  return { ...typed, estimatedHours: time.trim() === '' ? null : estimated };
}

/**
 * @param daily what is said where the day's are used up, at this field
 * @throws what is no fault of the form
 */
export function refusedOf(call: MemberCall, error: unknown, daily: string, field: string): RefusedForm {
  // A field without words in this language does not compile (`listing-texts.ts`); another one is no field of a form.
  const words: FieldFaults = LISTING_TEXTS[call.lang].faults;
  if (refusal.is(error, 'rate_limited')) return { status: 429, faults: { [field]: daily } };
  if (!refusal.is(error, 'validation_failed') || !error.fields) throw error;
  const named = error.fields.map(({ field: of, message }) => {
    const name = of === 'estimated_hours' ? 'time' : of;
    if (name === 'time' && readingsOf(call.fields.time ?? ''))
      return [name, RECORD_TEXTS[call.lang].faults.ambiguous_time];
    if (words[name] === undefined) throw new Error(`a fault of no field of the form: ${message}`, { cause: error });
    return [name, words[name]];
  });
  return { status: 422, faults: Object.fromEntries(named) };
}

/** The fields of a listing, in the order in which people think of them. */
export function listingFields(
  call: MemberCall,
  type: ListingType,
  typed: TypedListing,
  categories: readonly string[],
  faults: FieldFaults,
): Html {
  const text = LISTING_TEXTS[call.lang].fields;
  const [title, description, category, time] = (['title', 'description', 'category', 'time'] as const).map((of) =>
    faultOf(of, faults[of]),
  ) as [Fault, Fault, Fault, Fault];
  const readings = readingsOf(typed.time);
  return html`<label for="title">${text.title}<br><span class="hint">${text.titleHint[type]}</span></label>
${title.message}
<input id="title" name="title" value="${typed.title}" maxlength="200" autocomplete="off" required${title.marks}>
<label for="description">${text.description}<br><span class="hint">${text.descriptionHint}</span></label>
${description.message}
<textarea id="description" name="description" rows="4" maxlength="10000" autocomplete="off"${description.marks}>
${typed.description}</textarea>
<label for="category">${text.category}</label>
${category.message}
<select id="category" name="category" autocomplete="off"${category.marks}><option value="">${text.noCategory}</option>${withChosen(categories, typed.category).map((one) => option(one, typed.category))}</select>
${readings ? html`<fieldset id="time" tabindex="-1"${time.marks}><legend>${text.time}</legend>` : html`<label for="time">${text.time}<br><span class="hint">${text.timeHint}</span></label>`}
${time.message}
${readings ? html`${timeChoices(readings, '', call.lang)}</fieldset>` : html`<input id="time" name="time" value="${typed.time}" maxlength="40" autocomplete="off"${time.marks}>`}`;
}

type Fault = ReturnType<typeof faultOf>;

/** A name that is chosen and not among them, as of an old page, stays chosen. */
export const withChosen = (names: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || names.includes(chosen) ? names : [chosen, ...names];

export const option = (value: string, chosen: string, shown = value): Html =>
  html`<option value="${value}"${value === chosen && html` selected`}>${shown}</option>`;

interface MessageParts {
  /** Absent: no more words can be written, and only the boxes are shown. */
  readonly label?: string | undefined;
  /** Who reads it; undefined: a member without a name here. */
  readonly who: string | undefined;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly typed: string;
  readonly fault: string | undefined;
  readonly reach: Readonly<Record<Contact, string | null>>;
}

/** A message, and the boxes for what the other side may see. */
export function messageFields(
  call: MemberCall,
  { label, who, hint, typed, fault, reach, isOptional = false }: MessageParts,
): Html {
  const text = LISTING_TEXTS[call.lang].listing;
  const { message, marks } = faultOf('message', fault);
  const chosen = releasedOf(call);
  const boxes = CONTACTS.flatMap((of) => {
    const value = reach[of];
    if (value === null) return [];
    const ticked = chosen.includes(of) && html` checked`;
    return [
      html`<label class="tick"><input type="checkbox" name="release" value="${of}"${ticked}>${text.release[of](value)}</label>`,
    ];
  });
  return html`${
    label !== undefined &&
    html`<label for="message">${label}${hint !== undefined && html`<br><span class="hint">${hint}</span>`}</label>
${message}
<textarea id="message" name="message" rows="4" maxlength="2000" autocomplete="off"${!isOptional && html` required`}${marks}>
${typed}</textarea>
`
  }${boxes.length > 0 && html`<fieldset><legend>${who === undefined ? text.contactHidden : text.contact(who)}</legend>${boxes}</fieldset>`}
<p>${text.office}</p>`;
}

/** What is ticked; other values are none. */
export const releasedOf = ({ fields }: MemberCall): Contact[] =>
  CONTACTS.filter((of) => (fields.release ?? '').split(' ').includes(of));
