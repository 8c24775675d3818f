/** A partner's setting of reconciliation: which of the bank's references its credits carry. */
import { refusal } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import type { PartnerAct } from '../../../../core/partners/provision.ts';
import { lockReconciliationSettings, type MatchBy, updateReconciliationRow } from './queries.ts';

/** @throws refusal not_found */
export async function changeMatchBy(deps: ChangeDeps, act: PartnerAct, matchBy: MatchBy): Promise<void> {
  const { communityId, partnerId } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    const [before] = await lockReconciliationSettings(transaction, { communityId, partnerId });
    if (!before) throw refusal('not_found', 'There is no such partner.');
    await updateReconciliationRow(transaction, { communityId, partnerId, matchBy, updatedAt: at });
    const details = { before: { match_by: before.matchBy }, after: { match_by: matchBy } };
    audit('partner.reconciliation_updated', `partner:${partnerId}`, details);
  });
}
