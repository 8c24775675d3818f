/** The hash of a statement, recomputed as a partner would: from the answers of the API alone. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestPartner, TestService } from './harness.ts';

/** A day's statement, which must be there. */
export async function fetchStatement(service: TestService, partner: TestPartner, date: string) {
  const token = await service.token(partner);
  const { status, body } = await service.call('GET', `/wallet/statements/${date}`, { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function listed(service: TestService, token: string, query: Record<string, string>, per_page: string) {
  const all = [];
  let cursor: string | null = null;
  do {
    const page = { ...query, per_page, ...(cursor === null ? {} : { cursor }) };
    const { body } = await service.call('GET', '/wallet/credits', { token, query: page });
    all.push(...body.data);
    cursor = body.meta.next_cursor;
  } while (cursor !== null);
  return all;
}

interface ShownExchange {
  id: string;
  user_id: string;
  seconds: number;
  reference: string;
  created_at: string;
  reversal: { reference: string; created_at: string };
}

/** From the definition, and nothing of the service's own code. */
export async function recomputedHash(
  service: TestService,
  partner: TestPartner,
  date: string,
  perPage = '500',
): Promise<string> {
  const token = await service.token(partner);
  const { opening_seconds, closing_seconds, previous_hash } = await fetchStatement(service, partner, date);
  const credits: ShownExchange[] = await listed(service, token, { booked_on: date }, perPage);
  const returned: ShownExchange[] = await listed(service, token, { reversed_on: date }, perPage);
  const lines = [
    ...credits.map((each) => ({ at: each.created_at, kind: 'credit', reference: each.reference, each })),
    ...returned.map((each) => ({
      at: each.reversal.created_at,
      kind: 'reversal',
      reference: each.reversal.reference,
      each,
    })),
  ];
  const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  lines.sort((a, b) => bytes(a.at, b.at) || bytes(a.each.id, b.each.id) || bytes(a.kind, b.kind));
  const text = [
    previous_hash,
    `{"closing_seconds":${closing_seconds},"date":"${date}","opening_seconds":${opening_seconds}}`,
    ...lines.map(
      ({ kind, reference, each }) =>
        `{"id":"${each.id}","kind":"${kind}","reference":${JSON.stringify(reference)},"seconds":${each.seconds},"user_id":"${each.user_id}"}`,
    ),
  ];
  return createHash('sha256')
    .update(text.map((line) => `${line}\n`).join(''), 'utf8')
    .digest('hex');
}
