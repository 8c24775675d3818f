/** The head and foot of a community's pages, and the parts that several have. */

import { type FrontPage, isCurrent } from '../../../../console/pages/frame.ts';
import { type Html, html } from '../../../../console/pages/html.ts';
import { colonIn } from '../../../../console/pages/voice/voice.ts';
import type { MemberSession } from '../../domain/member-access/queries.ts';
import { ACT_TEXTS } from './act-texts.ts';
import type { MemberCall, MemberPage } from './call.ts';
import { LISTING_TEXTS } from './listing-texts.ts';
import { ME_TEXTS } from './me-texts.ts';
import { MEMBER_TEXTS } from './texts.ts';

/** A page in the frame of its community. */
export function frameOf(call: MemberCall, { page, state, title, main }: MemberPage): FrontPage {
  const { community, home, lang, session } = call;
  const text = MEMBER_TEXTS[lang];
  const { list: lists } = LISTING_TEXTS[lang];
  const entries = session
    ? [
        [home, text.menu.home, 'home'],
        [`${home}/hours`, text.menu.hours, 'hours'],
        [`${home}/requests`, lists.title.request, 'requests'],
        [`${home}/offers`, lists.title.service, 'offers'],
        ...(session.deputyId === null ? [[`${home}/me`, ME_TEXTS[lang].title, 'me']] : []),
      ]
    : [
        [home, text.menu.welcome, 'home'],
        [`${home}/sign-in`, text.menu.signIn, 'sign-in'],
      ];
  const links = entries.map(
    ([href, label, of]) => html`<li><a href="${href}"${isCurrent(of === page)}>${label}</a></li>`,
  );
  return {
    lang,
    title: `${title} · ${community.name}`,
    main: session ? html`${actsFor(call, session)}${main}` : main,
    mainIs: html` data-page="${page}"${state !== undefined && html` data-state="${state}"`}`,
    of: {
      top: html`<a class="brand" href="${home}">${community.name}</a>
<nav aria-label="${text.menu.pages}"><ul>${links}</ul></nav>`,
      foot: html`${contactOf(call)}<a href="${home}/about">${text.menu.about}</a>${session && signOut(call)}`,
    },
  };
}

/** On every page: many of them say to ring, and help has one place (WCAG 3.2.6). */
const contactOf = ({ community, lang }: MemberCall): Html | false =>
  community.officeContact !== null &&
  html`<p class="words" id="contact">${MEMBER_TEXTS[lang].menu.contact}
${community.officeContact}</p>
`;

/** Over every page of a deputy: for whom it is. */
function actsFor({ home, lang }: MemberCall, { deputyId, name }: MemberSession): Html | false {
  const text = ACT_TEXTS[lang];
  return (
    deputyId !== null &&
    html`<p class="acts">${text.now(name)} <a href="${home}/act">${text.change}</a></p>
`
  );
}

function signOut(call: MemberCall): Html {
  return html`<form method="post" action="${call.home}/sign-out" id="sign-out">${hidden(call)}<button>${MEMBER_TEXTS[call.lang].menu.signOut}</button></form>`;
}

/** The fields that every form has: what binds it to the session. */
export const hidden = ({ csrf }: MemberCall): Html => html`<input type="hidden" name="csrf" value="${csrf}">`;

/** A field's message, and what marks the field. @param of the field's name; @param fault undefined: there is none */
export function faultOf(
  of: string,
  fault: string | undefined,
): { readonly message: Html | false; readonly marks: Html | false } {
  return {
    message: fault !== undefined && html`<p class="fault" id="${of}-fault">${fault}</p>`,
    marks: fault !== undefined && html` aria-invalid="true" aria-describedby="${of}-fault"`,
  };
}

/**
 * A page whose form comes again where something is wrong: its title says so, and a list above leads to the fields.
 * @param page `faults` by the id of the field; `heading`: in place of the title
 */
export function formPage(
  { lang }: MemberCall,
  { title, faults: given = {}, heading = html`<h1>${title}</h1>`, status, ...page }: FormPage,
  main: Html,
): MemberPage {
  const text = MEMBER_TEXTS[lang];
  const faults = Object.entries(given).filter((one): one is [string, string] => one[1] !== undefined);
  const isFaulty = faults.length > 0;
  return {
    ...page,
    status: status ?? (isFaulty ? 422 : 200),
    title: isFaulty ? `${text.error}${colonIn(lang)} ${title}` : title,
    main: html`${heading}
${isFaulty && faultList(text.faults, faults)}
${main}`,
  };
}

interface FormPage extends Pick<MemberPage, 'page' | 'state' | 'title'> {
  readonly status?: MemberPage['status'] | undefined;
  readonly faults?: Readonly<Record<string, string | undefined>> | undefined;
  readonly heading?: Html;
}

const faultList = (title: string, faults: readonly (readonly [string, string])[]): Html => html`<div role="alert">
<h2>${title}</h2>
<ul>${faults.map(([field, fault]) => html`<li><a href="#${field}">${fault}</a></li>`)}</ul>
</div>`;
