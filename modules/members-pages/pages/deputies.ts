/** `/at/{community}/me/deputies`: who acts for the member, and who no longer does. */
import { decodeId, encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { Refusal, refusal } from '../../../core/base/refusal.ts';
import type { Deps } from '../../../core/deps.ts';
import { appointDeputy, endDeputy } from '../domain/deputies/deputies.ts';
import { deputyName } from '../domain/deputies/names.ts';
import { type DeputyRow, selectDeputiesOf } from '../domain/deputies/queries.ts';
import { type FoundCounterpart, findCounterpart, type NamedAlike } from '../domain/proposals/who.ts';
import type { CountName } from './access/names.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import { type MemberPage, type MemberReply, type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { faultOf, formPage, hidden } from './present/frame.ts';
import { shownDay } from './present/lines.ts';
import { RECORD_TEXTS } from './present/record-texts.ts';
import { ownAct } from './publish.ts';
import { whoChoices, whoFaults, whoIn } from './record-faults.ts';

const SHOWN_MAX = 50;

/** What is wrong with the entries, by the id of the field, and members to choose from. */
interface DeputyFormFaults {
  readonly faults?: Readonly<Record<string, string>>;
  readonly several?: readonly NamedAlike[];
}

export const memberDeputiesHandler: OwnHandler = (call, deps) => deputiesPage(call, deps, {});

export const createChangeMemberDeputies =
  (countName: CountName): OwnHandler =>
  (call, deps) =>
    changeDeputies(call, deps, countName);

async function changeDeputies(call: OwnCall, deps: Deps, countName: CountName): Promise<MemberReply> {
  const { fields, home } = call;
  const done = { to: `${home}/me/deputies` };
  if (fields.do === 'end') {
    const deputyId = decodeId('dpt', fields.deputy ?? '');
    if (deputyId === undefined) throw refusal('not_found', 'There is no such deputy.');
    await endDeputy(deps, ownAct(call), deputyId);
    return done;
  }
  const faulty = await appoint(call, deps, countName);
  return faulty ? await deputiesPage(call, deps, faulty) : done;
}

/** @returns what is wrong; undefined: the member acts from now on */
async function appoint(call: OwnCall, deps: Deps, countName: CountName): Promise<DeputyFormFaults | undefined> {
  const { community, session, lang, fields } = call;
  const { agreed } = fields;
  const texts = ACT_TEXTS[lang].deputies.faults;
  const found = await findCounterpart(deps.database, community, session.memberId, whoIn(fields), () =>
    countName(call, deps),
  );
  const faults = { ...deputyFaults(found, call), ...(agreed === 'yes' ? {} : { agreed: texts.agreed }) };
  if (Object.keys(faults).length > 0 || !('found' in found) || found.found.memberId === null)
    return { faults, ...('several' in found && { several: found.several }) };
  try {
    const deputy = { deputyMemberId: found.found.memberId };
    await appointDeputy(deps, ownAct(call), deputy, { agreedOn: null, how: 'pages' });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error;
    const isOneself = error.fields.some(({ code }) => code === 'same_account');
    return { faults: { who: isOneself ? texts.oneself : texts.there } };
  }
}

/** As of a record, and an organisation acts for nobody. */
const deputyFaults = (found: FoundCounterpart, { lang }: OwnCall): Record<string, string> =>
  'found' in found && found.found.memberId === null
    ? { who: ACT_TEXTS[lang].deputies.faults.notMember }
    : whoFaults(found, RECORD_TEXTS[lang]);

async function deputiesPage(
  call: OwnCall,
  deps: Deps,
  { faults = {}, several }: DeputyFormFaults,
): Promise<MemberPage> {
  const rows = await selectDeputiesOf(deps.database.reads, { ...ownOf(call), limit: SHOWN_MAX });
  const text = ACT_TEXTS[call.lang].deputies;
  return formPage(
    call,
    { page: 'deputies', title: text.title, faults },
    html`<p>${text.lead}</p>
${rows.length === 0 ? html`<p>${text.none}</p>` : html`<ul class="lines">${rows.map((row) => deputyItem(call, row))}</ul>`}
<h2>${text.addTitle}</h2>
${appointForm(call, faults, several)}
<p>${text.office}</p>`,
  );
}

function deputyItem(call: OwnCall, row: DeputyRow): Html {
  const { lang, home, community } = call;
  const { id, createdAt, endedAt } = row;
  const name = deputyName(row, community);
  const text = ACT_TEXTS[lang].deputies;
  const days = endedAt === null ? text.since(shownDay(createdAt, lang)) : text.until(shownDay(endedAt, lang));
  return html`<li>${name} <small>${days}</small>
${endedAt === null && html`<form method="post" action="${home}/me/deputies">${hidden(call)}<input type="hidden" name="do" value="end"><input type="hidden" name="deputy" value="${encodeId('dpt', id)}"><button>${text.end}</button></form>`}</li>
`;
}

function appointForm(
  call: OwnCall,
  faults: NonNullable<DeputyFormFaults['faults']>,
  several: DeputyFormFaults['several'],
): Html {
  const text = ACT_TEXTS[call.lang].deputies;
  const who = faultOf('who', faults.who);
  const agreed = faultOf('agreed', faults.agreed);
  const field = several
    ? whoChoices(several, { ...RECORD_TEXTS[call.lang].record, who: text.who }, faults.who)
    : html`<label for="who">${text.who}<br><span class="hint">${text.whoHint}</span></label>
${who.message}
<input id="who" name="who" value="${whoIn(call.fields)}" autocomplete="off" required${who.marks}>`;
  return html`<form id="deputy" method="post" action="${call.home}/me/deputies">
${hidden(call)}<input type="hidden" name="do" value="add">
${field}
${agreed.message}
<label class="tick"><input id="agreed" type="checkbox" name="agreed" value="yes" required${agreed.marks}>${text.agreed}</label>
<button class="main">${text.add}</button>
</form>`;
}
