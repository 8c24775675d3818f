/** GET /wallet/statements/{date} */
import type { getStatement } from '@timebank/contract';
import { readStatement } from '../../../domain/statements/read-statement.ts';
import type { Handler } from '../../http/handler.ts';

export const getStatementHandler: Handler<typeof getStatement> = async ({ params, caller }, deps) => {
  const { communityId, partnerId } = caller;
  return { status: 200, body: { data: await readStatement(deps, communityId, partnerId, params.date ?? '') } };
};
