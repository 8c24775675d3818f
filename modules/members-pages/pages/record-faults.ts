/** What is wrong with a record of hours, in the member's words, and the choice among several people of one name. */
import { encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import type { Refusal } from '../../../core/base/refusal.ts';
import type { FoundCounterpart, NamedAlike } from '../domain/proposals/who.ts';
import { faultOf } from './present/frame.ts';
import type { RecordTexts } from './present/record-texts.ts';

/** Why nobody was found, or that one of several is to be chosen. */
export function whoFaults(found: FoundCounterpart, texts: RecordTexts): Record<string, string> {
  if ('found' in found) return {};
  return { who: 'several' in found ? texts.record.choose : texts.faults[found.fault] };
}

/** The faults of a refusal in the member's words, by the id of the field. */
export function faultsOf({ fields = [] }: Pick<Refusal, 'fields'>, { faults }: RecordTexts): Record<string, string> {
  const known: Readonly<Record<string, string>> = faults;
  const say = (field: string, code: string) =>
    field === 'note' ? faults.note : (known[code] ?? known[field.replace('right_', '')] ?? faults.other);
  return Object.fromEntries(fields.map(({ field, code }) => [field, say(field, code)]));
}

/** Those whose names begin alike, to choose one: by the number, or by what is offered or asked for. */
export function whoChoices(
  several: readonly NamedAlike[],
  { who: label, number: numberText }: Pick<RecordTexts['record'], 'who' | 'number'>,
  fault: string | undefined,
): Html {
  const { message, marks } = faultOf('who', fault);
  const choices = several.map(({ memberId, name, number, listing }) => {
    const more = [number !== null && numberText(number), listing].filter(Boolean).join(' · ');
    return html`<label class="tick"><input type="radio" name="who" value="${encodeId('usr', memberId ?? '')}" required><span>${name}${more !== '' && html` <small>${more}</small>`}</span></label>\n`;
  });
  return html`<fieldset id="who" tabindex="-1"${marks}><legend>${label}</legend>
${message}
${choices}</fieldset>`;
}
