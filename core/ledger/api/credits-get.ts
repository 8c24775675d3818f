/** GET /wallet/credits/{id} */
import { decodeId, type getCredit } from '@timebank/contract';
import type { Handler } from '../../access/call.ts';
import { refusal } from '../../base/refusal.ts';
import { selectCredit } from '../credit-queries.ts';
import { creditOf } from '../read-state.ts';
import { presentCredit } from './present/credit.ts';

export const getCreditHandler: Handler<typeof getCredit> = async ({ params, caller }, { database }) => {
  const id = decodeId('crd', params.id);
  const [row] = id
    ? await selectCredit(database.reads, { communityId: caller.communityId, partnerId: caller.partnerId, creditId: id })
    : [];
  if (!row) throw refusal('credit_not_found', 'No credit of yours has this id.');
  return { data: presentCredit(creditOf(row)) };
};
