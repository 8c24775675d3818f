/** Whether the size of a community is felt: the same requests at ten thousand, a hundred thousand and a million members. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { deriveKeys } from '../core/base/keys.ts';
import { keyFileOf, readKeyFile } from '../core/installation/key-file.ts';
import { openConsole } from '../test-support/console.ts';
import { fillLargeCommunity, queryableOn } from '../test-support/large-community.ts';
import { type DemoService, startDemo } from './demo-service.ts';
import { type BenchCommunity, requestsOf } from './growth-requests.ts';
import { type Growth, median, type Remark } from './measure.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const FIRST_PORT = 18091;
/** Largest to smallest. */
const GOAL = 1.3;
const WARM_UP = 3;
const ROUNDS = 15;

/** A row in the middle of each list, and the community and its partner. */
const MIDDLE = `
  with c as (select id, slug from communities order by id limit 1), m as (
    select m.* from members m, c where m.community_id = c.id and m.status = 'active' and m.visibility is null
    order by m.id offset $1::int / 2 limit 1
  ), l as (
    select l.id from listings l join members o on o.community_id = l.community_id and o.id = l.member_id, c
    where l.community_id = c.id and l.status = 'active' and o.status = 'active' and o.visibility is null
    order by l.id offset $1::int / 4 limit 1
  ), t as (
    select t.id, t.reference from transfers t, c where t.community_id = c.id and t.kind = 'credit'
    order by t.id offset $1::int / 2 limit 1
  ), x as (
    select t.id from transfers t, c where t.community_id = c.id and t.kind = 'exchange' order by t.id offset $1::int * 4 limit 1
  ), e as (
    select id from events order by id offset (select count(*) / 2 from events) limit 1
  )
  select c.id as "communityId", c.slug, (select min(id) from partners p where p.community_id = c.id) as "partnerId",
    m.id as member, m.search_name as "middleName", m.payment_reference as "middlePaymentReference", l.id as listing,
    t.id as credit, t.reference as "middleReference", x.id as exchange, e.id as event
  from c, m, l, t, x, e`;

/** Some members and listings from all over the table change. */
const CHANGES = ['members', 'listings'].map(
  (table) => `update ${table} set updated_at = now() where community_id = $1 and status = 'active' and id in (
    select id from ${table} where community_id = $1 and created_at = updated_at order by md5(id::text) limit 20)`,
);

/** A service with a community of one size. */
interface Community {
  readonly asked: BenchCommunity;
  stop(): Promise<void>;
}

/**
 * Asks the communities in turn, so that a drifting machine drifts for all.
 * @param quick without the largest size, which takes long to fill
 * @param tell each result as it is there
 */
export async function benchGrowth(quick: boolean, tell: (found: Growth | Remark) => void): Promise<void> {
  const sizes = quick ? SIZES.slice(0, -1) : SIZES;
  const communities: Community[] = [];
  try {
    for (const [at, members] of sizes.entries()) communities.push(await start(members, FIRST_PORT + at));
    const requests = await Promise.all(communities.map(({ asked }) => requestsOf(asked)));
    for (const [at, { what }] of (requests[0] ?? []).entries()) {
      try {
        tell(await growthOf(at, what));
      } catch (error) {
        tell({ what, remark: `FAILED: ${(error as Error).message}` });
      }
    }

    async function growthOf(at: number, what: string): Promise<Growth> {
      const took = requests.map((): number[] => []);
      for (let round = 0; round < WARM_UP + ROUNDS; round++) {
        for (const [size, list] of requests.entries()) {
          const startedMs = performance.now();
          await list[at]?.send();
          if (round >= WARM_UP) took[size]?.push(performance.now() - startedMs);
        }
      }
      const medianMs = took.map(median);
      const ratio = (medianMs.at(-1) ?? Number.NaN) / (medianMs[0] ?? Number.NaN);
      return { what, sizes, medianMs, ratio, goal: GOAL };
    }
  } finally {
    for (const community of communities) await community.stop();
  }
}

async function start(members: number, port: number): Promise<Community> {
  const demo = await startDemo({ PORT: String(port), WEBHOOK_ALLOW_CIDR: '127.0.0.0/8' });
  const client = new pg.Client(demo.databaseUrl);
  const stop = async () => {
    await client.end();
    await demo.stop();
  };
  try {
    await client.connect();
    await fill(client, members);
    return { asked: await askedOf(demo, client, members), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Fills the first community: as many listings as members, ten times as many transfers. */
export async function fill(client: pg.Client, members: number): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select id from communities order by id limit 1');
  await fillLargeCommunity(
    queryableOn(client),
    rows[0]?.id ?? 0,
    { members, listings: members, transfers: 10 * members },
    new Date(),
  );
  await client.query('update partners set rate_limit_per_minute = 0');
  await client.query('vacuum analyze');
}

async function askedOf(demo: DemoService, client: pg.Client, members: number): Promise<BenchCommunity> {
  const { admin_email, admin_password } = JSON.parse(await readFile(join(demo.dataDir, 'demo.json'), 'utf8'));
  const { rows } = await client.query(MIDDLE, [members]);
  const { communityId, slug, partnerId, middleName, middleReference, middlePaymentReference, ...middle } = rows[0];
  const browser = await openConsole({ origin: new URL(demo.api).origin });
  const signedIn = await browser.signIn(admin_email, admin_password);
  if (signedIn.status !== 200) throw new Error(`sign-in: ${signedIn.text}`);
  return {
    ...{ api: demo.api, clientId: demo.clientId, clientSecret: demo.clientSecret, token: demo.token },
    ...{ slug, partnerId, middle, middleName, middleReference, middlePaymentReference },
    keys: deriveKeys((await readKeyFile(keyFileOf(demo.dataDir))) ?? ''),
    console: browser,
    async change() {
      for (const sql of CHANGES) await client.query(sql, [communityId]);
    },
  };
}
