/**
 * The one way to change what a community has: a transaction in which the change, its audit rows and its events are
 * written together (I5). The ledger's group commit does the same for transfers, many at a time
 * (`ledger/post-batch.ts`).
 */

import type { PlatformDeps } from '../base/deps.ts';
import { moving } from '../base/refusal.ts';
import type { SqlStatement, Transaction } from '../database/query.ts';
import { rowsTouched } from '../database/transaction.ts';
import { appendEvents, type EventContent } from '../events/delivery/append.ts';
import { type Actor, actorOf, appendAudit, type NewAuditRow } from './audit/append.ts';
import type { Hooks, Reason } from './hooks.ts';
import { selectMoving } from './queries.ts';

/** Who acts, from where, and in which community; null: on the installation. */
export interface Act extends Actor {
  readonly communityId: number | null;
}

/** An act in a community. */
export interface CommunityAct extends Actor {
  readonly communityId: number;
}

export interface ChangeDeps extends Pick<PlatformDeps, 'database' | 'clock' | 'wakeWorker'> {
  /** What modules add. */
  readonly hooks: Hooks;
}

/** The tools that the work of a change is given. */
export interface Change {
  readonly transaction: Transaction;
  /** The time of everything the change writes. */
  readonly at: Date;
  /** The lists that an act of the core walks. */
  readonly hooks: Hooks;
  /**
   * Notes what was done. Ids and names of fields, never secrets or personal values.
   * @param action noun and verb: `partner.suspended`
   * @param subject what it was done to: `partner:12`
   */
  audit(action: string, subject?: string, details?: NewAuditRow['details']): void;
  /** The same where the actor or the community is known only during the work: the holder of a link or a token. */
  auditAs(by: Act, action: string, subject?: string, details?: NewAuditRow['details']): void;
  /** Tells entitled partners; written with the change. Only in a community. */
  emit(...events: readonly EventContent[]): void;
  /** Notes why members may be written to; what comes of it is written with the change. Only in a community. */
  due(reasons: readonly Reason[]): void;
  /** The community that the work has just made: what is emitted from here on happens in it. */
  founded(communityId: number): void;
  /** Writes what was emitted so far: after each part of a change that has more events than memory should hold. */
  flush(): Promise<void>;
  /** Deliveries became due without a new event. */
  wake(): void;
}

/** Events of one statement. */
const EVENTS_MAX = 1000;

/**
 * Runs the work in one transaction and commits it with its audit rows and events; then wakes the worker if there is
 * something to send. Whatever the work throws undoes everything.
 * @throws Error when rows were changed or events emitted and nothing was audited
 */
export async function change<T>(deps: ChangeDeps, act: Act, work: (change: Change) => Promise<T>): Promise<T> {
  const at = deps.clock.now();
  let awake = false;
  const result = await deps.database.transaction(async (transaction) => {
    const rows: NewAuditRow[] = [];
    const events: EventContent[] = [];
    const reasons: Reason[] = [];
    let { communityId } = act;
    const flush = async () => {
      while (events.length > 0) {
        awake = true;
        if (communityId === null) throw new Error('an event outside a community');
        const where = { communityId, createdAt: at };
        const next = events.splice(0, EVENTS_MAX).map((content) => ({ ...content, ...where }));
        await appendEvents(transaction, next);
      }
    };
    const watched = watch(transaction);
    awake = false;
    const auditAs: Change['auditAs'] = (by, action, subject, details) => {
      const of = { communityId: by.communityId, at, ...actorOf(by) };
      rows.push({ ...of, action, ...(subject && { subject }), ...(details && { details }) });
    };
    const done = await work({
      transaction: watched,
      at,
      hooks: deps.hooks,
      audit: (action, subject, details) => auditAs(act, action, subject, details),
      auditAs,
      emit(...more) {
        events.push(...more);
      },
      due(more) {
        reasons.push(...more);
      },
      founded(id) {
        communityId = id;
      },
      flush,
      wake() {
        awake = true;
      },
    });
    if (rows.length === 0 && (events.length > 0 || reasons.length > 0 || (await watched.changedRows())))
      throw new Error('a change without an audit row');
    await flush();
    if (reasons.length > 0) {
      if (communityId === null) throw new Error('a reason outside a community');
      for (const read of deps.hooks.onDue) await read({ transaction: watched, at }, communityId, reasons);
    }
    await Promise.all([appendAudit(transaction, rows), refuseMoving(transaction, rows)]);
    return done;
  });
  if (awake) deps.wakeWorker();
  return result;
}

/**
 * At its end: a change that sees no move here is one that the move waits for.
 * @throws Refusal temporarily_unavailable where a community that it concerns is moving, or has left
 */
async function refuseMoving(transaction: Transaction, rows: readonly NewAuditRow[]): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ communityId }) => communityId ?? []))];
  if (ids.length > 0 && (await selectMoving(transaction, { communityIds: ids })).length > 0) throw moving();
}

/** The transaction, and whether a statement has changed rows in it: one that found none to change has not. */
function watch(transaction: Transaction): Transaction & { changedRows(): Promise<boolean> } {
  const changes: Promise<boolean>[] = [];
  return {
    kind: 'transaction',
    run<Row>(statement: SqlStatement, values: readonly unknown[]) {
      const answer = transaction.run<Row>(statement, values);
      if (statement.changesRows)
        changes.push(
          answer.then(
            (rows) => rowsTouched(rows) !== 0,
            () => false,
          ),
        );
      return answer;
    },
    changedRows: async () => (await Promise.all(changes)).includes(true),
  };
}
