/** GET /wallet/statements/{date} */
import type { getStatement } from '@timebank/contract';
import type { Handler } from '../../access/call.ts';
import { readStatement } from '../../statements/read-statement.ts';

export const getStatementHandler: Handler<typeof getStatement> = async ({ params, caller }, deps) => {
  const { communityId, partnerId } = caller;
  return { data: await readStatement(deps, communityId, partnerId, params.date) };
};
