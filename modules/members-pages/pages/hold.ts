/** `/at/{community}/me/hold`: a membership is put on hold, and the member is back; also by a deputy. */
import { type Html, html } from '../../../console/pages/html.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { ago, DAY_MS, dayIn } from '../../../core/base/time.ts';
import type { Deps } from '../../../core/deps.ts';
import { beginHold, endHold } from '../../../core/people/holds/hold.ts';
import { type HoldRow, selectHold } from '../../../core/people/holds/queries.ts';
import { type MemberPage, type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { HOLD_TEXTS } from './present/hold-texts.ts';
import { shownDay } from './present/lines.ts';
import { ownAct } from './publish.ts';

export const memberHoldHandler: OwnHandler = (call, deps) => holdPage(call, deps);

/** @throws Refusal invalid_request */
export const holdAsMemberHandler: OwnHandler = async (call, deps) => {
  const { fields, home } = call;
  if (fields.do === 'end') {
    await endHold(deps, ownAct(call));
    return { to: home };
  }
  if (fields.do !== 'begin') throw refusal('invalid_request', 'do is begin or end.');
  try {
    await beginHold(deps, ownAct(call), fields.until ?? null);
    return { to: `${home}/me/hold` };
  } catch (error) {
    if (!refusal.is(error, 'validation_failed')) throw error;
    const { faults } = HOLD_TEXTS[call.lang];
    const isDay = error.fields?.some(({ code }) => code === 'out_of_range');
    return await holdPage(call, deps, isDay ? rangeFault(call, deps) : faults.day);
  }
};

function rangeFault({ fields: { until = '' }, lang, community }: OwnCall, { clock }: Deps): string {
  const { faults } = HOLD_TEXTS[lang];
  return until <= dayIn(clock.now(), community.timeZone) ? faults.past : faults.late;
}

async function holdPage(call: OwnCall, deps: Deps, fault?: string): Promise<MemberPage> {
  const { lang, home } = call;
  const text = HOLD_TEXTS[lang];
  const [hold] = await readHold(call, deps);
  const isOn = hold !== undefined && hold.endedAt === null;
  const { message, marks } = faultOf('until', fault);
  const day = call.fields.until ?? (isOn ? (hold.until ?? '') : '');
  return formPage(
    call,
    { page: 'hold', state: isOn ? 'on' : 'off', title: text.title, faults: { until: fault } },
    html`${isOn ? onPart(call, hold, true) : html`<p>${text.lead}</p>`}
${isOn && html`<h2>${text.change}</h2>`}
<form id="hold" method="post" action="${home}/me/hold">
${hidden(call)}<input type="hidden" name="do" value="begin">
<label for="until">${text.until}<br><span class="hint">${text.hint}</span></label>
${message}<input id="until" name="until" type="date" value="${day}" autocomplete="off"${marks}>
<button${!isOn && html` class="main"`}>${isOn ? text.save : text.begin}</button>
</form>`,
  );
}

const readHold = (call: OwnCall, { database }: Deps) => selectHold(database.reads, ownOf(call));

/** Until when it is, what is hidden, and the button that ends it. */
function onPart(call: OwnCall, { until, hidden: count }: HoldRow, isMain: boolean): Html {
  const text = HOLD_TEXTS[call.lang];
  return html`<div id="on-hold"><p role="status">${text.on(until === null ? undefined : shownDay(until, call.lang))} ${count > 0 && text.hidden(count)}</p>
<form id="back" method="post" action="${call.home}/me/hold">${hidden(call)}<input type="hidden" name="do" value="end"><button${isMain && html` class="main"`}>${text.end}</button></form></div>`;
}

/** The first page welcomes who is back for so long. */
const WELCOME_MS = 14 * DAY_MS;

/** On the first page: that the membership is on hold, or that it no longer is. */
export async function holdPart(call: OwnCall, deps: Deps): Promise<Html | false> {
  const text = HOLD_TEXTS[call.lang];
  const [hold] = await readHold(call, deps);
  if (!hold) return false;
  if (hold.endedAt === null) return onPart(call, hold, false);
  if (hold.shown === null || hold.endedAt < ago(deps.clock.now(), WELCOME_MS)) return false;
  return html`<p id="back-again" role="status">${text.back} ${hold.shown > 0 && text.shown(hold.shown)}</p>
`;
}
