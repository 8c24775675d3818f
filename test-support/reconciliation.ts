/** A partner whose credits are compared with statements. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { changeRates } from '../core/partners/rates/rates.ts';
import type { MatchBy } from '../modules/bank/domain/reconcile/queries.ts';
import { reconcile } from '../modules/bank/domain/reconcile/reconcile.ts';
import type { Matches } from '../modules/bank/domain/reconcile/report.ts';
import { changeMatchBy } from '../modules/bank/domain/reconcile/settings.ts';
import { type CamtEntry, camt } from './camt.ts';
import type { TestMember, TestService } from './harness.ts';
import { credited, reverse } from './wallet.ts';

export const FIXTURE = join(import.meta.dirname, '../fixtures/statement-camt053.xml');

const statement = (text: string) => ({ name: 'day.xml', chunks: Readable.from([Buffer.from(text)]) });

/** It is 2026-11-19; an hour is worth 25 euros. */
export async function setUpReconciliation(service: TestService, matchBy: MatchBy = 'entry_reference') {
  service.clock.set('2026-11-19T16:00:00.000Z');
  const partner = await service.createPartner();
  const member = await service.createMember({ ...partner, name: 'Anna Berger' });
  const token = await service.token(partner);
  const { deps } = service;
  const act = { ...partner, actor: 'test' };
  await changeMatchBy(deps, act, matchBy);
  await changeRates(deps, act, { hoursPerUnit: { EUR: '1/25' }, from: null });
  const compareText = (text: string, rowsAtOnce?: number) => reconcile(deps, act, statement(text), rowsAtOnce);
  return {
    partner,
    member,
    token,
    /** With a token of its own: tests move the clock by days. */
    credit: async (reference: string, hours: number, to: TestMember = member) =>
      credited(service, await service.token(partner), to.id, hours, reference),
    reverse: async (creditId: string, reference: string) =>
      reverse(service, await service.token(partner), creditId, reference),
    compareText,
    compare: (entries: readonly CamtEntry[], rowsAtOnce?: number) => compareText(camt(entries), rowsAtOnce),
    compareFixture: () => reconcile(deps, act, { name: 'day.xml', chunks: createReadStream(FIXTURE) }),
  };
}

/** Lists that are not empty, but for what agrees, as references; of what was not understood, places. */
export function differences(matches: Matches): Record<string, (string | null)[]> {
  const { matched, returned, other_entries, other_movements, no_payment_reference, ...lists } = matches;
  const named = Object.entries(lists).map(([name, list]) => [
    name,
    list.map((item) =>
      'proof' in item
        ? item.proof
        : 'what' in item
          ? item.place
          : 'place' in item
            ? (item.reference ?? item.end_to_end_id)
            : item.reference,
    ),
  ]);
  return Object.fromEntries(named.filter(([, list]) => (list as unknown[]).length > 0));
}
