/** POST /wallet/credits */
import {
  type CheckResult,
  type CreditOutcome,
  CreditRequest,
  compileBody,
  type creditMany,
  type ErrorBody,
} from '@timebank/contract';
import type { Caller, Handler } from '../../access/call.ts';
import { createInTurn } from '../../base/in-turn.ts';
import { type Refusal, refusal } from '../../base/refusal.ts';
import { DatabaseBusy, DatabaseUnavailable } from '../../database/connection.ts';
import type { Deps } from '../../deps.ts';
import { partialError } from '../../http/errors.ts';
import { invalidBody } from '../../http/steps.ts';
import type { Outcome } from '../types.ts';
import { postCredit } from './credit.ts';
import { creditIn, statusOfCredit } from './reply.ts';

/** Credits of a request that wait for the ledger at a time, so that the queue of each partner is bounded. */
const AT_ONCE = 125;

/** A request that has waited this long for earlier ones of its partner books nothing: its answer would come too late. */
const PATIENCE_MS = 3000;

/**
 * Each credit is checked, booked and answered by itself. A partner's requests follow each other: side by side each would
 * take as long as all of them, and none be answered in time.
 */
export function createCreditManyHandler(): Handler<typeof creditMany> {
  const turns = createInTurn<number>();
  let check: ReturnType<typeof compileBody<typeof CreditRequest>> | undefined;

  return async ({ body, caller, origin, requestId }, deps) => {
    const context = { origin, requestId };
    let fault: unknown;
    check ??= compileBody(CreditRequest);
    const items = checkAll(body.credits, check);
    const data: CreditOutcome[] = [];
    const arrivedMs = performance.now();
    await turns.run(caller.partnerId, async () => {
      if (performance.now() - arrivedMs > PATIENCE_MS) throw new DatabaseBusy('earlier requests of the partner run');
      for (let start = 0; start < items.length; start += AT_ONCE) {
        const settled = await postAll(items.slice(start, start + AT_ONCE), caller, deps);
        for (const result of settled) data.push({ index: data.length, ...outcomeOf(result) });
      }
    });
    // The answer is a success, so its line in the log shows no cause.
    if (fault !== undefined) {
      deps.log.error({ requestId, err: fault }, 'credits of a request failed');
      deps.metrics?.countFault();
    }
    return { data, noted: noteOf(data) };

    function outcomeOf(result: PromiseSettledResult<Outcome>): Omit<CreditOutcome, 'index'> {
      try {
        if (result.status === 'rejected') throw result.reason;
        const { credit, replayed } = creditIn(result.value);
        return { status: statusOfCredit(replayed), replayed, data: credit };
      } catch (error) {
        const { status, body: shown } = partialError(error, context);
        if (status === 500) fault ??= error;
        return { status, error: shown as ErrorBody };
      }
    }
  };
}

/** For the log of calls, which has a row for the whole. */
function noteOf(outcomes: readonly CreditOutcome[]): Refusal | undefined {
  const refused = outcomes.filter(({ error }) => error !== undefined);
  const [first] = refused;
  if (!first?.error) return undefined;
  const { error, error_description: reason } = first.error;
  const description = `Refused ${refused.length} of ${outcomes.length}, the first at ${first.index}: ${reason}`;
  return refusal(error, description);
}

/** A reference counts as used by the first item that has it, even if that one is refused. */
function checkAll(
  items: readonly unknown[],
  check: (item: unknown) => CheckResult<CreditRequest>,
): readonly CheckResult<CreditRequest>[] {
  const seen = new Set<unknown>();
  return items.map((item) => {
    const reference = typeof item === 'object' && item !== null && 'reference' in item ? item.reference : undefined;
    const isRepeated = typeof reference === 'string' && seen.size === seen.add(reference).size;
    const checked = check(item);
    if (!isRepeated || 'errors' in checked) return checked;
    const message = 'reference is that of an earlier credit of this request.';
    return { errors: [{ field: 'reference', code: 'repeated_reference', message }] };
  });
}

/**
 * Books all at once, in their order.
 * @throws DatabaseUnavailable: their outcome is unknown, and the partner repeats the whole request
 */
async function postAll(
  items: readonly CheckResult<CreditRequest>[],
  caller: Caller,
  deps: Deps,
): Promise<PromiseSettledResult<Outcome>[]> {
  const settled = await Promise.allSettled(
    items.map(async (item) => {
      if ('errors' in item) throw invalidBody(item.errors);
      return await postCredit(item.value, caller, deps, true);
    }),
  );
  for (const result of settled) {
    if (result.status === 'rejected' && result.reason instanceof DatabaseUnavailable) throw result.reason;
  }
  return settled;
}
