/** The audit log: who did what, when, from where. */
import { plainAddress } from '../../base/address.ts';
import type { Queryable } from '../../database/query.ts';
import { insertAuditRows } from './queries.ts';

/** One row. No secrets, tokens or personal values in any member. */
export interface NewAuditRow {
  /** Null: the act concerns the installation, or its community is unknown. */
  readonly communityId: number | null;
  readonly at: Date;
  /** `partner:12`, `administrator:3`, `command`, `anonymous`. */
  readonly actor: string;
  /** Noun and verb: `partner.suspended`. */
  readonly action: string;
  /** The object of the act: `partner:12`, `credential:4`. */
  readonly subject?: string;
  readonly address?: string;
  readonly requestId?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Who acts, and from where if it was over HTTP. */
export interface Actor {
  readonly actor: string;
  readonly address?: string;
  readonly requestId?: string;
}

/** Only who acts and from where, to be spread into a row. */
export function actorOf({ actor, address, requestId }: Actor): Actor {
  return {
    actor,
    ...(address === undefined ? {} : { address }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/**
 * Appends all rows in one statement. Changes pass their transaction, so that no change goes unaudited; reads pass a
 * lane and fail when it fails.
 */
export async function appendAudit(on: Queryable, rows: readonly NewAuditRow[]): Promise<void> {
  if (rows.length === 0) return;
  await insertAuditRows(on, {
    rows: rows.map(({ communityId, at, actor, action, subject = null, address, requestId = null, details = {} }) => ({
      communityId,
      at,
      actor,
      action,
      subject,
      requestId,
      address: plainAddress(address),
      details: JSON.stringify(details),
    })),
  });
}
