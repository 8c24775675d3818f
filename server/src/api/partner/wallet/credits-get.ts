/** GET /wallet/credits/{id} */
import { decodeId, type getCredit } from '@timebank/contract';
import { selectCredit } from '../../../domain/ledger/credit-queries.ts';
import { creditOf } from '../../../domain/ledger/read-state.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { presentCredit } from '../../present/credit.ts';
import type { Handler } from '../access/call.ts';

export const getCreditHandler: Handler<typeof getCredit> = async ({ params, caller }, { database }) => {
  const id = decodeId('crd', params.id);
  const [row] = id
    ? await selectCredit(database.reads, { communityId: caller.communityId, partnerId: caller.partnerId, creditId: id })
    : [];
  if (!row) throw refusal('credit_not_found', 'No credit of yours has this id.');
  return { data: presentCredit(creditOf(row)) };
};
