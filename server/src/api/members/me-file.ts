/** `/at/{community}/me/file`: all that is stored about a member, to read and as a file; `/me/leave`. */
import { askToLeave, stayMember } from '../../domain/member-self/choices.ts';
import { selectOwnChoices } from '../../domain/member-self/queries.ts';
import { exportMemberData } from '../console/members/export.ts';
import { type Html, html } from '../front/html.ts';
import type { Language } from '../http/accept.ts';
import type { OwnHandler } from './present/call.ts';
import { fileKey } from './present/file-keys.ts';
import { fileWord } from './present/file-words.ts';
import { hidden } from './present/frame.ts';
import { shownDay, shownHours } from './present/lines.ts';
import { ME_TEXTS } from './present/me-texts.ts';
import { ownAct } from './publish.ts';

export const memberFileHandler: OwnHandler = async (call, deps) => {
  const { community, session, lang, home } = call;
  const { slug, name } = community;
  const data = await exportMemberData(deps, ownAct(call), { slug, name }, session.memberId);
  const text = ME_TEXTS[lang];
  return {
    page: 'file',
    title: text.fileTitle,
    main: html`<h1>${text.fileTitle}</h1>
<p>${text.fileLead}</p>
<p><a class="button" href="${home}/me/file.json">${text.asFile}</a></p>
${shown(data, lang)}`,
  };
};

export const memberFileJsonHandler: OwnHandler = async (call, deps) => {
  const { slug, name } = call.community;
  const data = await exportMemberData(deps, ownAct(call), { slug, name }, call.session.memberId);
  return { file: `${JSON.stringify(data, null, 2)}\n`, name: `${slug}-my-data.json`, type: 'application/json' };
};

const HOUR_SECONDS = 3600;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;

/** A value as people read it; what is empty is left out. @param of its name */
function shown(value: unknown, lang: Language, of = ''): Html | string | false {
  const text = ME_TEXTS[lang];
  if (value === null || value === undefined || value === '') return false;
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  if (typeof value === 'string')
    return INSTANT.test(value) ? shownDay(new Date(value), lang) : fileWord(of, value, lang);
  if (typeof value === 'number' && of.endsWith('hours')) return shownHours(value * HOUR_SECONDS, lang);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    const items = value.map((one) => shown(one, lang, of)).filter((one) => one !== false);
    return items.length > 0 && html`<ul>${items.map((one) => html`<li>${one}</li>`)}</ul>`;
  }
  const facts = Object.entries(value).map(([key, one]) => [key, shown(one, lang, key)] as const);
  return html`<dl class="facts">${facts.map(
    ([key, one]) =>
      one !== false && html`<div><dt>${fileKey(key, of, lang) ?? key.replaceAll('_', ' ')}</dt><dd>${one}</dd></div>`,
  )}</dl>`;
}

export const memberLeaveHandler: OwnHandler = async (call, deps) => {
  const { community, session, lang, home } = call;
  const own = { communityId: community.id, memberId: session.memberId };
  const [choices] = await selectOwnChoices(deps.database.reads, own);
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
