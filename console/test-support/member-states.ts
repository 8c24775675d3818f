/** Every page of the members' side in every state, in the order in which one browser of each person comes to it. */
import type { Page } from 'playwright-core';
import { LINKS_PER_ADDRESS } from '../../modules/members-pages/pages/sign-in.ts';
import type { MemberLife } from './member-life.ts';

/** @property name of the person and the page: `helga-hours` */
export interface MemberState {
  readonly name: string;
  /** What the answer says. */
  readonly status: number;
  open(page: Page): Promise<void>;
}

/** The pages of one person in one browser. */
export type MemberWalk = readonly MemberState[];

/** The browsers of a visitor, of a member with everything, of her deputy, and of a member with nothing. */
export function memberWalks(life: MemberLife): Readonly<Record<'visitor' | 'helga' | 'anna' | 'nele', MemberWalk>> {
  return { visitor: visitor(life), helga: helga(life), anna: deputy(life), nele: newcomer(life) };
}

const go = (name: string, address: string, status = 200): MemberState => ({
  name,
  status,
  open: async (page) => {
    await page.goto(address);
  },
});

/** A page whose form is sent, past what the browser itself would hold back. */
function sent(
  name: string,
  address: string,
  form: string,
  fields: Readonly<Record<string, string>>,
  status = 422,
): MemberState {
  return {
    name,
    status,
    open: async (page) => {
      await page.goto(address);
      await sendForm(page, form, fields);
    },
  };
}

/** @param fields those that there are not are added */
async function sendForm(page: Page, form: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const send = page.evaluate(
    ([id, entries]) => {
      const target = document.getElementById(id) as HTMLFormElement;
      for (const [key, value] of entries) {
        const there = target.elements.namedItem(key) as HTMLInputElement | RadioNodeList | null;
        if (there instanceof HTMLInputElement && there.type === 'checkbox') there.checked = true;
        else if (there) {
          // A value that no radio has: none is chosen.
          if (there instanceof RadioNodeList) for (const one of there) (one as HTMLInputElement).checked = false;
          there.value = value;
        } else target.append(Object.assign(document.createElement('input'), { type: 'hidden', name: key, value }));
      }
      target.submit();
    },
    [form, Object.entries(fields)] as const,
  );
  await Promise.all([page.waitForEvent('load'), send]);
}

/** Signs in, which is a state of its own. */
function entered(name: string, letter: () => Promise<string>): MemberState {
  return {
    name,
    status: 200,
    open: async (page) => {
      await page.goto(await letter());
      await page.locator('#enter button').click();
      await page.locator('[data-page="home"]').waitFor();
    },
  };
}

function visitor({ home, link, letter }: MemberLife): MemberWalk {
  const join = `${home}/join`;
  return [
    go('visitor-home', home),
    go('visitor-about', `${home}/about`),
    go('visitor-sign-in', `${home}/sign-in`),
    sent('visitor-sign-in-faulty', `${home}/sign-in`, 'code', { code: '2222-2222-2223' }),
    go('visitor-enter-asked', `${home}/enter`),
    sent('visitor-enter-asked-faulty', `${home}/enter`, 'number', { number: '1234 5678' }),
    go('visitor-enter-several', link),
    sent('visitor-enter-several-faulty', link, 'enter', {}),
    {
      name: 'visitor-enter-letter',
      status: 200,
      open: async (page) => {
        await page.goto(await letter('nele'));
      },
    },
    go('visitor-enter-used', `${home}/enter?key=${'A'.repeat(43)}`, 410),
    go('visitor-join', join),
    sent('visitor-join-faulty', join, 'join', { name: '', email: 'x' }),
    go('visitor-join-sent', `${join}?done=sent`),
    sent('visitor-403', `${home}/sign-in`, 'code', { csrf: 'x' }, 403),
    { name: 'visitor-429', status: 429, open: (page) => askOften(page, home) },
  ];
}

/** More links than one network is sent within an hour. Nothing else in a walk counts by network. */
async function askOften(page: Page, home: string): Promise<void> {
  for (let asked = 0; asked <= LINKS_PER_ADDRESS; asked++) {
    await page.goto(`${home}/sign-in`);
    await sendForm(page, 'email', { email: 'nobody@tb.example' });
    if ((await page.locator('[data-page="error"]').count()) > 0) return;
  }
}

function helga({ home, letter, proposals, listings, answers }: MemberLife): MemberWalk {
  const at = (name: string, path: string, status = 200) => go(`helga-${name}`, home + path, status);
  const wrong = (name: string, path: string, form: string, fields: Readonly<Record<string, string>>, status = 422) =>
    sent(`helga-${name}`, home + path, form, fields, status);
  const year = new Date().getUTCFullYear();
  return [
    entered('helga-home', () => letter('helga')),
    ...[at('hours', '/hours'), at('hours-year', `/hours?year=${year}`), at('record', '/record')],
    wrong('record-faulty', '/record', 'record', { who: '', time_other: 'long', day: '2099-01-01' }),
    wrong('record-several', '/record', 'record', { side: 'helped', who: 'Karl', time: '1:00' }),
    ...Object.entries(proposals).map(([name, path]) => at(`proposal-${name.toLowerCase()}`, path)),
    wrong('correct-faulty', proposals.waits, 'correct', { right_time: 'long', right_day: '2099-01-01' }),
    wrong('contest-faulty', proposals.waits, 'contest', { words: '' }),
    wrong('409', proposals.waits, 'confirm', { seen: '99' }, 409),
    wrong('403', proposals.sent, 'withdraw', { do: 'confirm' }, 403),
    ...[at('requests', '/requests'), at('requests-none', '/requests?q=nothing'), at('offers', '/offers')],
    ...[at('ask', '/ask'), at('offer', '/offer')],
    wrong('ask-faulty', '/ask', 'ask', { title: '', time: 'long' }),
    ...Object.entries(listings).map(([name, path]) => at(`listing-${name}`, path)),
    wrong('listing-own-faulty', listings.own, 'change', { title: '', time: 'long' }),
    wrong('listing-others-faulty', listings.others, 'answer', { message: '' }),
    ...Object.entries(answers).map(([name, path]) => at(`answer-${name}`, path)),
    ...[at('mine', '/mine'), at('me', '/me'), at('me-saved', '/me?done=saved'), at('sight', '/me/sight')],
    ...[at('devices', '/me/devices'), at('file', '/me/file'), at('leave', '/me/leave'), at('about', '/about')],
    at('address', '/me/address'),
    wrong('address-faulty', '/me/address', 'address', { email: 'helga' }),
    sent('helga-address-asked', `${home}/me/address`, 'address', { email: 'helga.b@example.org' }, 200),
    at('address-used', '/me/address?key=x', 410),
    at('deputies', '/me/deputies'),
    wrong('deputies-faulty', '/me/deputies', 'deputy', { who: 'Somebody else' }),
    go('helga-404', `${home}/listing/lst_00000000000000000000000000`, 404),
    go('helga-404-hour', `${home}/record/prp_00000000000000000000000000`, 404),
    go('helga-400', `${home}/hours?year=x`, 400),
  ];
}

function deputy({ home, letter, proposals, helga: name }: MemberLife): MemberWalk {
  const at = (of: string, path: string, status = 200) => go(`anna-${of}`, home + path, status);
  return [
    entered('anna-home', () => letter('anna')),
    at('act', '/act'),
    sent('anna-act-faulty', `${home}/act`, 'act', { person: 'x' }),
    {
      name: 'anna-home-for',
      status: 200,
      open: async (page) => {
        await page.goto(`${home}/act`);
        await page.getByLabel(new RegExp(`^(For|Für) ${name}`)).check();
        await page.locator('#act button').click();
        await page.locator('[data-page="home"]').waitFor();
      },
    },
    ...[at('hours-for', '/hours'), at('record-for', '/record'), at('mine-for', '/mine'), at('act-for', '/act')],
    ...[at('proposal-waits-for', proposals.waits), at('proposal-own-for', proposals.byDeputy)],
    at('me-for', '/me', 403),
  ];
}

const newcomer = ({ home, letter }: MemberLife): MemberWalk => [
  entered('nele-home', () => letter('nele')),
  ...['/hours', '/record', '/requests', '/mine', '/me', '/me/deputies', '/me/devices', '/act'].map((path) =>
    go(`nele${path.replaceAll('/', '-')}`, home + path),
  ),
  // Not Helga: it closes listings.
  sent('nele-leave-asked', `${home}/me/leave`, 'leave', {}, 200),
  sent('nele-leave-taken-back', `${home}/me/leave`, 'stay', {}, 200),
];
