/** GET /wallet/statements/{date} */
import type { getStatement } from '@timebank/contract';
import type { Handler } from '../http/handler.ts';
import { readStatement } from './read-statement.ts';

export const getStatementHandler: Handler<typeof getStatement> = async ({ params, caller }, deps) => {
  const { communityId, partnerId } = caller;
  const { statement, closed } = await readStatement(deps, communityId, partnerId, params.date ?? '');
  if (closed) deps.wakeWorker();
  return { status: 200, body: { data: statement } };
};
