/** /communities/{slug}/partners/{partnerId}/reconciliation-settings and /reconciliations */
import { createHash } from 'node:crypto';
import { actOf, type CommunityHandler, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import type { Uploads } from '../../../../console/desk/uploads.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Deps } from '../../../../core/deps.ts';
import { readBankFileInThread } from '../../../bank-files/read-in-thread.ts';
import { BankFileFault } from '../../../bank-files/types.ts';
import {
  type getReconciliationSettings,
  RECONCILIATION_FILE_BYTES_MAX,
  type ReconciliationSettings,
  type reconcileStatement,
  type updateReconciliationSettings,
} from '../../contract/reconciliation.ts';
import { selectReconciliationSettings } from '../../domain/reconcile/queries.ts';
import { compareRead } from '../../domain/reconcile/reconcile.ts';
import { changeMatchBy } from '../../domain/reconcile/settings.ts';
import { fileRefusal } from '../inbox/present.ts';
import { readReport } from './reports.ts';

export const getReconciliationSettingsHandler: ConsoleHandler<typeof getReconciliationSettings> = async (
  call,
  deps,
) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  return { data: await readSettings(deps, communityId, id) };
};

export const updateReconciliationSettingsHandler: CommunityHandler<typeof updateReconciliationSettings> = async (
  call,
  deps,
) => {
  const { id: partnerId, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  await changeMatchBy(deps, { ...actOf(call), partnerId }, call.body.match_by);
  return { data: await readSettings(deps, communityId, partnerId) };
};

async function readSettings(
  { database }: Pick<Deps, 'database'>,
  communityId: number,
  id: number,
): Promise<ReconciliationSettings> {
  const [row] = await selectReconciliationSettings(database.reads, { communityId, partnerId: id });
  if (!row) throw refusal('partner_not_found', 'This community has no such partner.');
  return { match_by: row.matchBy };
}

/** The handler of one process; comparisons and imports share the limits for uploaded files. */
export function createReconcileHandler(uploads: Uploads): ConsoleHandler<typeof reconcileStatement> {
  return async (call, deps) => {
    const { membership, params, query } = call;
    const { id: partnerId, communityId } = await findPartner(deps, membership, params.partnerId);
    return await uploads.take(communityId, call.file, RECONCILIATION_FILE_BYTES_MAX, async (bytes) => {
      try {
        const name = query.file_name ?? null;
        const read = await readBankFileInThread(name, bytes, {});
        const sha256 = createHash('sha256').update(bytes).digest();
        const { id } = await compareRead(deps, { ...actOf(call), partnerId }, { name, sha256, read });
        return { data: await readReport(deps, communityId, partnerId, id) };
      } catch (error) {
        if (!(error instanceof BankFileFault)) throw error;
        throw fileRefusal(error);
      }
    });
  };
}
