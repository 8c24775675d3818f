/** Pictures of the pages of members: a member with hours, one hour to confirm, and a request of another. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { publishListing } from '../../../server/src/domain/answers/publish.ts';
import { inPerson } from '../../../server/src/domain/deputies/acting.ts';
import { writeLetters } from '../../../server/src/domain/member-access/letters.ts';
import { openMemberPages } from '../../../server/src/domain/member-access/switch.ts';
import { propose } from '../../../server/src/domain/proposals/propose.ts';
import type { Console } from '../test-support/console.ts';

const VARIANTS = [
  { width: 320, locale: 'en-GB', dark: false },
  { width: 390, locale: 'de-DE', dark: true },
  { width: 390, locale: 'en-GB', dark: false },
  { width: 1366, locale: 'en-GB', dark: false },
  { width: 1366, locale: 'de-DE', dark: true },
] as const;
const VISITORS = ['', '/sign-in', '/about'] as const;
const MEMBERS = ['', '/hours', '/record', '/requests', '/offers', '/ask', '/mine', '/me', '/me/devices'] as const;

export async function memberScreens(console_: Console, folder: string): Promise<void> {
  const { home, letter } = await riverside(console_);
  for (const { width, locale, dark } of VARIANTS) {
    const { page, faults, close } = await console_.open({ width, height: 800, locale, dark });
    const name = `${width}-${locale}-${dark ? 'dark' : 'light'}`;
    const shoot = async (path: string, as: string) => {
      await page.goto(home + path);
      await picture(page, `${folder}/at-${as}${path.replaceAll('/', '-') || '-home'}-${name}.png`);
    };
    for (const path of VISITORS) await shoot(path, 'visitor');
    await page.goto(await letter());
    await page.locator('#enter button').click();
    await page.locator('[data-page="home"]').waitFor();
    for (const path of MEMBERS) await shoot(path, 'member');
    if (faults.length > 0) process.stderr.write(`member ${name}: ${faults.join('; ')}\n`);
    await close();
  }
}

const picture = (page: Page, path: string) => page.screenshot({ path, fullPage: true });

/** Helga has given and received; Ruth has recorded an hour with her, and asks for help. */
async function riverside({ service, origin }: Console) {
  const community = await service.createCommunity({ name: 'Riverside' });
  const communityId = community.id;
  const act = { communityId, actor: 'screenshots' };
  await openMemberPages(service.deps, act, true);
  const add = (name: string) => service.createMember({ communityId, name });
  const [helga, ruth, murat] = [await add('Helga Brandt'), await add('Ruth Weber'), await add('Murat Yilmaz')];
  const today = new Date().toISOString().slice(0, 10);
  for (const [provider, receiver, hours, note] of [
    [helga, murat, 2, 'Knitting'],
    [murat, helga, 1, 'A shelf put up'],
    [helga, ruth, 1.5, 'Reading aloud'],
  ] as const) {
    await service.deps.postTransfers({
      ...{
        kind: 'exchange',
        communityId,
        providerAccountId: provider.accountId,
        receiverAccountId: receiver.accountId,
      },
      ...{ amountSeconds: hours * 3600, serviceDate: today, listingId: null, externalId: null, note, limited: false },
      recordedBy: 'screenshots',
    });
  }
  await propose(
    service.deps,
    { communityId },
    {
      ...{
        ...inPerson(ruth.uuid),
        accountId: ruth.accountId,
        side: 'helped',
        time: '1:00',
        day: today,
        note: 'Shopping',
      },
      ...{
        other: { accountId: helga.accountId, memberId: helga.uuid },
        listingId: null,
        form: randomUUID(),
        again: false,
      },
    },
  );
  const request = {
    type: 'request',
    title: 'Someone to water the plants',
    description: 'Two weeks in August.',
  } as const;
  await publishListing(service.deps, { ...act, memberId: ruth.uuid }, randomUUID(), { ...request, category: '' });
  return {
    home: `${origin}/at/${community.slug}`,
    async letter() {
      const [letter] = await writeLetters(service.deps, act, [helga.uuid]);
      return `${origin}/at/${community.slug}/enter?code=${letter?.code}`;
    },
  };
}
