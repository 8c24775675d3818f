/** `/at/{community}/me/file`: all that is stored about a member, to read and as a file; `/me/leave`. */

import type { MemberLanguage } from '@timebank/contract';
import { decodeId, encodeId } from '@timebank/contract';
import { type Html, html } from '../../../console/pages/html.ts';
import { shownHours } from '../../../console/pages/voice/hours.ts';
import type { Deps } from '../../../core/deps.ts';
import { selectNamesForMembers } from '../../../core/people/members/queries.ts';
import { nameFor } from '../../../core/people/name-for-members.ts';
import type { MemberExport } from '../../members/contract/member-export.ts';
import { exportMemberData } from '../api/member-export.ts';
import { readDeputyNames } from '../domain/deputies/names.ts';
import { memberActor } from '../domain/member-access/sign-in.ts';
import { askToLeave, stayMember } from '../domain/member-self/choices.ts';
import { selectOwnChoices } from '../domain/member-self/queries.ts';
import { type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { fileKey } from './present/file-keys.ts';
import { fileWord } from './present/file-words.ts';
import { hidden } from './present/frame.ts';
import { shownDay } from './present/lines.ts';
import { ME_TEXTS } from './present/me-texts.ts';
import { ownAct } from './publish.ts';

export const memberFileHandler: OwnHandler = async (call, deps) => {
  const { lang, home } = call;
  const data = await readOwnCopy(call, deps);
  const text = ME_TEXTS[lang];
  return {
    page: 'file',
    title: text.fileTitle,
    main: html`<h1>${text.fileTitle}</h1>
<p>${text.fileLead}</p>
${sections(data, lang)}
<p>${text.fileWhole}</p>
<p><a class="button" href="${home}/me/file.json">${text.asFile}</a></p>`,
  };
};

/** What is said elsewhere on the page, or of the copy itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['exported_at', 'community', 'booklet_contact']);

/** The person, and what else has one answer, is shown; each list is opened by its name. */
function sections({ truncated, ...data }: MemberExport, lang: MemberLanguage): Html {
  const entries = Object.entries(data).filter(([key]) => !LEFT_OUT.has(key));
  const isPart = ([, value]: readonly [string, unknown]) => typeof value === 'object' && value !== null;
  const single = Object.fromEntries(entries.filter((one) => !isPart(one)));
  const answers = shown({ ...single, ...(truncated && { truncated }) }, lang);
  const section = ([key, value]: readonly [string, unknown]) => {
    const content = shown(value, lang, key);
    const title = `${fileKey(key, '', lang)}${Array.isArray(value) ? ` (${value.length})` : ''}`;
    if (key === 'member') return html`<h2>${title}</h2>${content}${answers}`;
    return (
      content &&
      html`<details aria-label="${title}"><summary>${title}</summary>${content}</details>
`
    );
  };
  return html`${entries.filter(isPart).map(section)}`;
}

export const memberFileJsonHandler: OwnHandler = async (call, deps) => {
  const data = await readOwnCopy(call, deps);
  return {
    file: `${JSON.stringify(data, null, 2)}\n`,
    name: `${call.community.slug}-my-data.json`,
    type: 'application/json',
  };
};

const HOUR_SECONDS = 3600;
/** Names of things by which programs know them: in the file alone. */
const OF_PROGRAMS: ReadonlySet<string> = new Set(['id', 'account_id', 'partner_id', 'estimated_seconds']);
const ID_OF_PROGRAMS = /^(?:usr|lst|ans|prp|dpt)_[0-9a-z]{26}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;

/** A value as people read it; what is empty is left out. @param of its name */
function shown(value: unknown, lang: MemberLanguage, of = ''): Html | string | false {
  const text = ME_TEXTS[lang];
  if (value === null || value === undefined || value === '') return false;
  if (typeof value === 'string' && ID_OF_PROGRAMS.test(value)) return false;
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (typeof value === 'string')
    return INSTANT.test(value) ? shownDay(new Date(value), lang) : fileWord(of, value, lang);
  if (typeof value === 'number' && of.endsWith('hours')) {
    return `${value < 0 ? '−\u00a0' : ''}${shownHours(Math.abs(value) * HOUR_SECONDS, lang)}`;
  }
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    const items = value.map((one) => shown(one, lang, of)).filter((one) => one !== false);
    return items.length > 0 && html`<ul>${items.map((one) => html`<li>${one}</li>`)}</ul>`;
  }
  const facts = Object.entries(value)
    .filter(([key]) => !OF_PROGRAMS.has(key))
    .map(([key, one]) => [key, shown(one, lang, key)] as const);
  return html`<dl class="facts">${facts.map(
    ([key, one]) =>
      one !== false && html`<div><dt>${fileKey(key, of, lang) ?? key.replaceAll('_', ' ')}</dt><dd>${one}</dd></div>`,
  )}</dl>`;
}

export const memberLeaveHandler: OwnHandler = async (call, deps) => {
  const { lang, home } = call;
  const [choices] = await selectOwnChoices(deps.database.reads, ownOf(call));
  const askedAt = choices?.leaveAskedAt;
  const text = ME_TEXTS[lang];
  return {
    page: 'leave',
    state: askedAt ? 'asked' : 'open',
    title: text.leaveTitle,
    main: html`<h1>${text.leaveTitle}</h1>
${
  askedAt
    ? html`<p>${text.leaveAsked(shownDay(askedAt, lang))}</p>
<form id="stay" method="post" action="${home}/me/leave">${hidden(call)}<input type="hidden" name="do" value="stay"><button>${text.stayButton}</button></form>`
    : html`<p>${text.leaveLead}</p>
<form id="leave" method="post" action="${home}/me/leave">${hidden(call)}<button class="main">${text.leaveButton}</button></form>`
}
<p><a class="button" href="${home}/me">${text.title}</a></p>`,
  };
};

export const askToLeaveHandler: OwnHandler = async (call, deps) => {
  if (call.fields.do === 'stay') await stayMember(deps, ownAct(call));
  else await askToLeave(deps, ownAct(call));
  return { to: `${call.home}/me/leave` };
};

// All that is stored about a member, as the member may take it along: a copy must not harm others (GDPR 15(4)).
// Other members are named as members name each other, and those who are hidden not at all, nor by an id that finds
// them; who works at the office is the office.

interface NamedMember {
  readonly id: string | null;
  readonly name: string;
}

async function readOwnCopy(call: OwnCall, deps: Deps): Promise<MemberExport> {
  const { community, session } = call;
  const { slug, name } = community;
  const data = await exportMemberData(deps, ownAct(call), { slug, name }, session.memberId);
  const { proposals, transfers, deputies, file, calls } = data;
  const steps = proposals.flatMap((one) => one.steps);
  const shownDeputies = await readDeputyNames(deps.database.reads, community.id, steps, community);
  const others = await readOthers(call, deps, data);
  const ownActor = memberActor(session.memberId);
  /** Of others the kind alone. */
  const actorOf = (actor: string) => (actor === ownActor ? actor : (actor.split(':', 1)[0] as string));
  const sideOf = <Side extends { readonly id: string | null; readonly name: string | null }>(side: Side): Side => {
    if (side.id === data.member.id || !side.id?.startsWith('usr_')) return side;
    const shown = others.get(side.id) ?? NOBODY;
    // The member number finds who is hidden, too.
    return { ...side, ...shown, ...(shown.id === null && 'number' in side ? { number: null } : {}) };
  };
  const same = file.same_as ? others.get(file.same_as.id) : undefined;
  return {
    ...data,
    file: {
      ...file,
      same_as: same?.id ? { id: same.id, name: same.name } : null,
      checks: file.checks.map((check) => ({ ...check, checked_by: '' })),
    },
    calls: calls.map((one) => ({ ...one, called_by: '' })),
    deputies: deputies.map((one) =>
      one.member === null ? { ...one, email: null } : { ...one, ...namedDeputy(others.get(one.member)) },
    ),
    proposals: proposals.map((proposal) => ({
      ...proposal,
      provider: sideOf(proposal.provider),
      receiver: sideOf(proposal.receiver),
      steps: proposal.steps.map((step) => ({
        ...step,
        actor: actorOf(step.actor),
        deputy: shownDeputies.get(step.actor) ?? null,
      })),
    })),
    transfers: transfers.map((line) => ({
      ...line,
      counterpart: sideOf(line.counterpart),
      recorded_by: actorOf(line.recorded_by),
      recorded_by_name: line.recorded_by.startsWith('partner:') ? line.recorded_by_name : null,
    })),
  };
}

const NOBODY: NamedMember = { id: null, name: '' };
const namedDeputy = ({ id, name }: NamedMember = NOBODY) => ({ member: id, name, email: null });

/** The members that the export names, by `usr_…`, as the member may read them. */
async function readOthers(
  { community }: OwnCall,
  { database }: Deps,
  { proposals, transfers, deputies, file }: MemberExport,
): Promise<ReadonlyMap<string, NamedMember>> {
  const named = [
    ...proposals.flatMap(({ provider, receiver }) => [provider.id, receiver.id]),
    ...transfers.map(({ counterpart }) => counterpart.id),
    ...deputies.map(({ member }) => member),
    file.same_as?.id ?? null,
  ];
  const memberIds = [...new Set(named)].map((id) => decodeId('usr', id ?? '')).filter((id) => id !== undefined);
  const rows = await selectNamesForMembers(database.heavy, { communityId: community.id, memberIds });
  return new Map(
    rows.map((row) => {
      const id = encodeId('usr', row.id);
      const name = nameFor(community, row, false);
      return [id, name === null ? NOBODY : { id, name }];
    }),
  );
}
