/**
 * Importing 10,000 members and their listings while partners subscribe to events of each, against the same without
 * subscriptions.
 */
import { randomBytes } from 'node:crypto';
import { connectDatabase } from '../core/database/connect.ts';
import { type Database, type NoParameters, query } from '../core/database/query.ts';
import { IMPORTS } from '../modules/moving/domain/import/import.ts';
import { HOOKS } from '../service/modules.ts';
import { compare, type Measurement } from './measure.ts';
import { startWebhookService } from './webhook-service.ts';

const ROWS = 10_000;
const PARTNERS = 3;
/** Telling partners may make an import a fifth slower. */
const GOAL = 0.83;
const NO_SUBSCRIPTION = '00000000-0000-7000-8000-000000000000';

const selectCommunity = query<NoParameters, { id: number }>(
  'bench_select_first_community',
  'select id from communities order by id limit 1',
);

export async function benchImport(): Promise<Measurement[]> {
  const service = await startWebhookService();
  const database = await connectDatabase({ host: service.demo.socketDir, user: 'timebank_app', database: 'timebank' });
  try {
    const [community] = await selectCommunity(database.heavy);
    if (!community) throw new Error('the demo has no community');
    const partners = await Promise.all(
      Array.from({ length: PARTNERS }, (_, at) => service.createPartner(`Import ${at}`)),
    );
    const targetUrl = service.targetUrl('/import');
    const rateOf = async (visible: boolean, tell: boolean) => {
      const subscribed = tell ? partners : [];
      const ids = await Promise.all(subscribed.map(({ subscribe }) => subscribe(targetUrl, ['*'])));
      const rate = await importBoth(database, community.id, visible);
      // The next round begins with nothing left to do.
      await Promise.all(subscribed.map(({ unsubscribe }, at) => unsubscribe(ids[at] as string)));
      await service.settled(NO_SUBSCRIPTION);
      return rate;
    };
    const what = `each row of files of ${ROWS} members and ${ROWS} listings, ${PARTNERS} partners with subscriptions`;
    const delivered = () => rateOf(true, true);
    return [
      await compare({ what, against: 'the same without subscriptions', goal: GOAL }, delivered, () =>
        rateOf(true, false),
      ),
      await compare({ what, against: 'files that make no events', goal: GOAL }, delivered, () => rateOf(false, false)),
    ];
  } finally {
    await database.close();
    await service.stop();
  }
}

/** Rows per second. Partners see nothing of members who are pending, nor of listings that are held. */
async function importBoth(database: Database, communityId: number, visible: boolean): Promise<number> {
  const clock = { now: () => new Date() };
  const prefix = randomBytes(6).toString('hex');
  const file = (header: string, row: (n: number) => string) =>
    Buffer.from([header, ...Array.from({ length: ROWS }, (_, n) => row(n)), ''].join('\n'));
  const members = file(
    'external_id,name,email,status,balance_hours',
    (n) => `${prefix}-${n},Anna Berger ${n},anna${n}@example.org,${visible ? 'active' : 'pending'},2.5`,
  );
  const listings = file(
    'external_id,member_external_id,type,title,status',
    (n) => `${prefix}-${n},${prefix}-${n},service,Garden help ${n},${visible ? 'active' : 'held'}`,
  );
  const options = { skipBad: false, recordedBy: 'bench' };
  const startedMs = performance.now();
  for (const [kind, bytes] of [
    ['members', members],
    ['listings', listings],
  ] as const) {
    const { created, problems } = await IMPORTS[kind](
      { database, clock, wakeWorker() {}, hooks: HOOKS },
      communityId,
      bytes,
      options,
    );
    if (created !== ROWS) throw new Error(`${kind}: ${created} rows were created; ${problems[0]?.message}`);
  }
  return (2 * ROWS) / ((performance.now() - startedMs) / 1000);
}
