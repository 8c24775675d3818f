/** `/at/{community}/about`: how it works, privacy, and the statement on accessibility that EN 301 549 asks for. */
import { html } from '../../../console/pages/html.ts';
import type { MemberHandler } from './present/call.ts';
import { MEMBER_TEXTS } from './present/texts.ts';

export const memberAboutHandler: MemberHandler = async ({ community, lang }) => {
  const text = MEMBER_TEXTS[lang].about;
  return {
    page: 'about',
    title: text.title,
    indexed: true,
    main: html`<h1>${text.title}</h1>
<p>${text.how(community.name)}</p>
<p>${text.contact}</p>
<h2>${text.privacy}</h2>
<p>${text.privacyText(community.namesWhole)}</p>
<h2>${text.accessibility}</h2>
<p>${text.accessibilityText}</p>
<h3>${text.testedTitle}</h3>
<ul>${text.tested.map((one) => html`<li>${one}</li>`)}</ul>
<h3>${text.untestedTitle}</h3>
<ul>${text.untested.map((one) => html`<li>${one}</li>`)}</ul>`,
  };
};
