/** `/at/{community}/me/devices`: where one is signed in. */
import { browserOf } from '@timebank/contract/browser-name';
import { type MemberDevice, selectMemberDevices } from '../../domain/member-access/queries.ts';
import { DEVICES_MAX, endSessionsOfMember, memberSessionBounds } from '../../domain/member-access/sign-in.ts';
import { html } from '../front/html.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import type { OwnCall, OwnHandler } from './present/call.ts';
import { hidden } from './present/frame.ts';
import { shownDay } from './present/lines.ts';
import { MEMBER_TEXTS } from './present/texts.ts';
import { ownAct } from './publish.ts';

export const memberDevicesHandler: OwnHandler = async (call, deps) => {
  const { community, session, lang } = call;
  const { createdAfter, seenAfter } = memberSessionBounds(deps.clock.now());
  const devices = await selectMemberDevices(deps.database.reads, {
    ...{ communityId: community.id, memberIds: [session.memberId], createdAfter, seenAfter },
    limit: 2 * DEVICES_MAX,
  });
  const text = MEMBER_TEXTS[lang].devices;
  return {
    page: 'devices',
    title: text.title,
    main: html`<h1>${text.title}</h1>
<p>${text.lead}</p>
<ul class="lines">${devices.map((device) => item(call, device))}</ul>
${devices.length > 1 && html`<form method="post" action="${call.home}/me/devices">${hidden(call)}<button>${text.endOthers}</button></form>`}`,
  };
};

function item(call: OwnCall, { id, deputyName, forName, userAgent, createdAt, lastSeenAt }: MemberDevice) {
  const { lang, session, home } = call;
  const text = MEMBER_TEXTS[lang].devices;
  const { browser, system } = browserOf(userAgent);
  const named =
    [deputyName, browser, system].filter((name) => name !== undefined && name !== null).join(', ') || text.unknown;
  const acts = forName !== null && html`<br>${ACT_TEXTS[lang].actsFor(forName)}`;
  const isThis = id === session.id;
  const days = `${text.since(shownDay(createdAt, lang))}, ${text.last(shownDay(lastSeenAt, lang))}`;
  return html`<li>${named}${acts}<small>${isThis && `${text.this}, `}${days}</small>
${!isThis && html`<form method="post" action="${home}/me/devices">${hidden(call)}<input type="hidden" name="device" value="${id}"><button>${text.end}</button></form>`}</li>
`;
}

export const endMemberDevicesHandler: OwnHandler = async (call, deps) => {
  const { session, home, fields } = call;
  const which = /^\d{1,15}$/.test(fields.device ?? '')
    ? { sessionId: Number(fields.device) }
    : { exceptId: session.id };
  await endSessionsOfMember(deps, ownAct(call), session.memberId, which);
  return { to: `${home}/me/devices` };
};
