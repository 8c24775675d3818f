/** `/at/{community}/me/devices`: where one is signed in. */
import { encodeId } from '@timebank/contract';
import { browserOf } from '@timebank/contract/browser-name';
import { type Html, html } from '../../../console/pages/html.ts';
import { nameForMembers } from '../../../core/people/name-for-members.ts';
import { signOutEverywhere } from '../domain/deputies/deputies.ts';
import { deputyName } from '../domain/deputies/names.ts';
import { type DeputyRow, selectDeputiesOf } from '../domain/deputies/queries.ts';
import { type MemberDevice, selectMemberDevices } from '../domain/member-access/queries.ts';
import { DEVICES_MAX, endSessionsOfMember, memberSessionBounds } from '../domain/member-access/sign-in.ts';
import { ACT_TEXTS } from './present/act-texts.ts';
import { type OwnCall, type OwnHandler, ownOf } from './present/call.ts';
import { hidden } from './present/frame.ts';
import { shownDay } from './present/lines.ts';
import { MEMBER_TEXTS } from './present/texts.ts';
import { ownAct } from './publish.ts';

const DEPUTIES_MAX = 50;

export const memberDevicesHandler: OwnHandler = async (call, deps) => {
  const { reads } = deps.database;
  const { communityId, memberId } = ownOf(call);
  const wanted = { ...memberSessionBounds(deps.clock.now()), limit: 2 * DEVICES_MAX };
  const devices = await selectMemberDevices(reads, { communityId, memberIds: [memberId], ...wanted });
  const allDeputies = await selectDeputiesOf(reads, { communityId, memberId, limit: DEPUTIES_MAX });
  const deputies = allDeputies.filter(({ endedAt }) => endedAt === null);
  const text = MEMBER_TEXTS[call.lang].devices;
  return {
    page: 'devices',
    title: text.title,
    main: html`<h1>${text.title}</h1>
<p>${text.lead}</p>
<ul class="lines">${devices.map((device) => item(call, device))}</ul>
${(devices.length > 1 || deputies.length > 0) && html`<form id="everywhere" method="post" action="${call.home}/me/devices">${hidden(call)}${deputies.length > 0 && stayFields(call, deputies)}<button>${text.endOthers}</button></form>`}`,
  };
};

/** Who acts for the member acts no longer, unless that is ticked. */
function stayFields({ lang, community }: OwnCall, deputies: readonly DeputyRow[]): Html {
  const text = MEMBER_TEXTS[lang].devices;
  return html`<fieldset><legend>${text.deputies}</legend>
${deputies.map((row) => html`<label class="tick"><input type="checkbox" name="stay" value="${encodeId('dpt', row.id)}">${text.stays(deputyName(row, community))}</label>`)}
</fieldset>
`;
}

function item(call: OwnCall, device: MemberDevice) {
  const { lang, session, home, community } = call;
  const { id, forName, userAgent, createdAt, lastSeenAt, deputyGiven: givenName, deputyFamily: familyName } = device;
  const deputyName =
    device.deputyName !== null && device.deputyIsMember
      ? nameForMembers({ name: device.deputyName, givenName, familyName }, community)
      : device.deputyName;
  const text = MEMBER_TEXTS[lang].devices;
  const { browser, system } = browserOf(userAgent);
  const named =
    [deputyName, browser, system].filter((name) => name !== undefined && name !== null).join(', ') || text.unknown;
  const acts = forName !== null && html`<br>${ACT_TEXTS[lang].actsFor(forName)}`;
  const isThis = id === session.id;
  const days = `${text.since(shownDay(createdAt, lang))}, ${text.last(shownDay(lastSeenAt, lang))}`;
  return html`<li>${named}${acts} <small>${isThis && `${text.this}, `}${days}</small>
${!isThis && html`<form method="post" action="${home}/me/devices">${hidden(call)}<input type="hidden" name="device" value="${id}"><button>${text.end}</button></form>`}</li>
`;
}

export const endMemberDevicesHandler: OwnHandler = async (call, deps) => {
  const { session, home, fields } = call;
  if (/^\d{1,15}$/.test(fields.device ?? '')) {
    await endSessionsOfMember(deps, ownAct(call), session.memberId, { sessionId: Number(fields.device) });
  } else {
    const stay = (fields.stay ?? '').split(' ');
    await signOutEverywhere(deps, ownAct(call), session.id, ({ id }) => stay.includes(encodeId('dpt', id)));
  }
  return { to: `${home}/me/devices` };
};
