/** What is wrong with a record of hours, in the member's words, and the choice among several people of one name. */
import { encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import type { Refusal } from '../../../core/base/refusal.ts';
import type { FoundCounterpart, NamedAlike } from '../domain/proposals/who.ts';
import type { OwnCall } from './present/call.ts';
import { faultOf } from './present/frame.ts';
import type { RecordTexts } from './present/record-texts.ts';

/** Why nobody was found, or that one of several is to be chosen. */
export function whoFaults(found: FoundCounterpart, texts: RecordTexts): Record<string, string> {
  if ('found' in found) return {};
  if ('fault' in found) return { who: texts.faults[found.fault] };
  return { who: found.isNear ? texts.record.chooseNear : texts.record.choose };
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
  { who: label, number: numberText, chooseOther, whoHint }: RecordTexts['record'],
  fault: string | undefined,
): Html {
  const { message, marks } = faultOf('who', fault);
  const choices = several.map(({ memberId, name, number, listing }) => {
    const more = [number !== null && numberText(number), listing].filter(Boolean).join(' · ');
    return html`<label class="tick"><input type="radio" name="who" value="${encodeId('usr', memberId ?? '')}"><span>${name}${more !== '' && html` <small>${more}</small>`}</span></label>\n`;
  });
  return html`<fieldset id="who" tabindex="-1"${marks}><legend>${label}</legend>
${message}
${choices}<label for="who-other">${chooseOther} <span class="hint">${whoHint}</span></label>
<input id="who-other" name="who_other" autocomplete="off">
</fieldset>`;
}

/** Who was chosen or typed: a name beside a choice is instead of it. */
export const whoIn = ({ who = '', who_other = '' }: OwnCall['fields']): string =>
  who_other.trim() === '' ? who : who_other;
