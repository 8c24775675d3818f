/** GET /wallet/statements/{date} */
import type { getStatement } from '@timebank/contract';
import { readStatement } from '../../../domain/statements/read-statement.ts';
import type { Handler } from '../access/call.ts';

export const getStatementHandler: Handler<typeof getStatement> = async ({ params, caller }, deps) => {
  const { communityId, partnerId } = caller;
  return { data: await readStatement(deps, communityId, partnerId, params.date) };
};
