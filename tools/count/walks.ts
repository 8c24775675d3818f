/** The files whose functions run for one request, by V8's coverage of a service that has answered the same before. */
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openMemberPages } from '../../modules/members-pages/domain/member-access/switch.ts';
import { startTestService } from '../../test-support/harness.ts';
import { browserOfMember } from '../../test-support/member-browser.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Walk {
  readonly files: number;
  readonly functions: number;
}

/** What the product's own files have run while the work was done. */
async function walked(session: Session, work: () => Promise<unknown>): Promise<Walk> {
  await work();
  // What was counted until now is forgotten.
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const own = result.filter(({ url }) => {
    const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : '..';
    return !/^\.\.|node_modules|test-support|^tools/.test(file);
  });
  const ran = own.map(({ functions }) => functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length);
  return { files: ran.filter(Boolean).length, functions: ran.reduce((sum, count) => sum + count, 0) };
}

/** A token, a read, a credit, and a member who records an hour and sees its page. */
export async function countWalks(): Promise<Record<string, Walk>> {
  const service = await startTestService();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    const community = await service.createCommunity();
    const partner = await service.createPartner({ communityId: community.id });
    const anna = await service.createMember(partner);
    await service.createMember({ communityId: community.id, name: 'Ben Baker' });
    const token = await service.token(partner);
    await openMemberPages(service.deps, { communityId: community.id, actor: 'test' }, true);
    const browser = await browserOfMember(service, community, anna.uuid);
    const day = service.clock.now().toISOString().slice(0, 10);
    let count = 0;
    return {
      'POST /oauth/token': await walked(session, () => service.token(partner)),
      'GET /users/{id}': await walked(session, () => service.call('GET', `/users/${anna.id}`, { token })),
      'POST /wallet/credit': await walked(session, () => {
        const json = { user_id: anna.id, hours: 1, reference: `walk-${++count}` };
        return service.call('POST', '/wallet/credit', { token, json });
      }),
      "a member's hour": await walked(session, async () => {
        const form = crypto.randomUUID();
        const slip = {
          who: 'Ben Baker',
          side: 'helped',
          day,
          time: '1:00',
          note: `walk ${++count}`,
          form,
          again: 'yes',
        };
        const { status, location } = await browser.post('/record', '/record', slip);
        if (status !== 303) throw new Error(`the hour was not recorded: ${status}`);
        await browser.get((location ?? '').replace(`/at/${community.slug}`, ''));
      }),
    };
  } finally {
    session.disconnect();
    await service.stop();
  }
}
