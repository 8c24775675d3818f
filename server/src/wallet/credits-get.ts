/** GET /wallet/credits/{id} */
import { decodeId, type getCredit } from '@timebank/contract';
import type { Handler } from '../http/handler.ts';
import { creditOf } from '../ledger/read-state.ts';
import { refusal } from '../refusal.ts';
import { presentCredit } from './present.ts';
import { selectCredit } from './queries.ts';

export const getCreditHandler: Handler<typeof getCredit> = async ({ params, caller }, { database }) => {
  const id = decodeId('crd', params.id ?? '');
  const [row] = id ? await selectCredit(database.reads, caller.communityId, caller.partnerId, id) : [];
  if (!row) throw refusal('credit_not_found', 'No credit of yours has this id.');
  return { status: 200, body: { data: presentCredit(creditOf(row)) } };
};
