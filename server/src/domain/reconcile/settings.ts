/** A partner's settings of reconciliation: which reference its credits carry, and what money is worth. */
import { refusal } from '../../platform/base/refusal.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import type { PartnerAct } from '../partners/provision.ts';
import { parseRate, writeRate } from './amount.ts';
import { lockReconciliationSettings, type MatchBy, updateReconciliationRow } from './queries.ts';

export interface ReconciliationChanges {
  readonly matchBy?: MatchBy;
  /** Hours per unit by currency: `{EUR: '1/20'}` or `{EUR: '0.05'}`; null takes a currency out. */
  readonly hoursPerUnit?: Readonly<Record<string, string | null>>;
}

/** @throws refusal validation_failed naming the currency, not_found */
export async function changeReconciliation(
  deps: ChangeDeps,
  act: PartnerAct,
  changes: ReconciliationChanges,
): Promise<void> {
  const { communityId, partnerId } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    const [before] = await lockReconciliationSettings(transaction, { communityId, partnerId });
    if (!before) throw refusal('not_found', 'There is no such partner.');
    const matchBy = changes.matchBy ?? before.matchBy;
    const hoursPerUnit = changedRates(before.hoursPerUnit, changes.hoursPerUnit ?? {});
    await updateReconciliationRow(transaction, {
      communityId,
      partnerId,
      matchBy,
      hoursPerUnit: JSON.stringify(hoursPerUnit),
      updatedAt: at,
    });
    const details = {
      before: { match_by: before.matchBy, hours_per_unit: before.hoursPerUnit },
      after: { match_by: matchBy, hours_per_unit: hoursPerUnit },
    };
    audit('partner.reconciliation_updated', `partner:${partnerId}`, details);
  });
}

function changedRates(
  before: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const rates = { ...before };
  for (const [currency, text] of Object.entries(changes)) {
    const rate = text === null ? undefined : parseRate(text);
    if (!/^[A-Z]{3}$/.test(currency) || (text !== null && !rate)) {
      const message = `"${currency}=${text}" is no rate; it must be a currency and hours per unit, such as EUR=1/20.`;
      throw refusal('validation_failed', message, [{ field: 'hours_per_unit', code: 'invalid_rate', message }]);
    }
    if (rate) rates[currency] = writeRate(rate);
    else delete rates[currency];
  }
  return rates;
}
