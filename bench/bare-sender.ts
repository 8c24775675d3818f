/** The least a webhook delivery costs: a loop of signed undici posts, nothing else. Driven by messages. */
import { createHmac, randomBytes } from 'node:crypto';
import { Pool } from 'undici';

export interface BareOrder {
  readonly url: string;
  readonly ca: string;
  readonly body: string;
  readonly connections: number;
  readonly count: number;
}

const key = randomBytes(32);
let pool: Pool | undefined;

async function post(path: string, body: Buffer): Promise<void> {
  const id = 'evt_00000000-0000-7000-8000-000000000000';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Timebank-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const answer = await (pool as Pool).request({ method: 'POST', path, headers, body });
  await answer.body.dump();
  if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`);
}

if (import.meta.main) {
  process.on('message', async ({ url, ca, body, connections, count }: BareOrder) => {
    const { origin, pathname } = new URL(url);
    pool ??= new Pool(origin, { connections, allowH2: false, connect: { ca } });
    const bytes = Buffer.from(body);
    const before = process.cpuUsage();
    let left = count;
    const loop = async () => {
      while (left-- > 0) await post(pathname, bytes);
    };
    await Promise.all(Array.from({ length: connections }, loop));
    const { user, system } = process.cpuUsage(before);
    process.send?.(user + system);
  });
}
