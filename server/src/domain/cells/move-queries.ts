import { type NoParameters, query, write } from '../../platform/database/query.ts';

/** A community as a move finds it. */
export interface MovingRow {
  readonly id: number;
  /** Null: it is here and at work. */
  readonly state: 'leaving' | 'arriving' | 'left' | null;
  readonly moveId: string | null;
  readonly movedTo: string | null;
}

export const selectMovingCommunity = query<{ slug: string }, MovingRow>(
  'select_moving_community',
  `select id, move_state as state, move_id as "moveId", moved_to as "movedTo" from communities where slug = $slug`,
);

/** From its commit on nothing of it is changed any more, once what is under way has ended. */
export const beginLeaving = write<{ communityId: number; moveId: string; reason: string }, { id: number }>(
  'begin_leaving',
  `update communities set move_state = 'leaving', move_id = $moveId, reason_before_move = partner_api_disabled_reason,
     partner_api_disabled_reason = $reason
   where id = $communityId and move_state is null returning id`,
);

/** The other installation answers from now on. */
export const finishLeaving = write<{ communityId: number; moveId: string; movedTo: string }, { id: number }>(
  'finish_leaving',
  `update communities set move_state = 'left', moved_to = $movedTo
   where id = $communityId and move_state = 'leaving' and move_id = $moveId returning id`,
);

/** It is at work here: what arrived, and what was taken back. */
export const settle = write<{ communityId: number; moveId: string }, { id: number }>(
  'settle',
  `update communities set move_state = null, move_id = null, moved_to = null,
     partner_api_disabled_reason = reason_before_move, reason_before_move = null
   where id = $communityId and move_id = $moveId returning id`,
);

/** Transactions that write, or have read under locks; one that has begun before a commit may not see it. */
export const selectWriters = query<NoParameters, { writer: string }>(
  'select_writers',
  `select distinct virtualtransaction as writer from pg_locks
   where database = (select oid from pg_database where datname = current_database())
     and mode in ('RowShareLock', 'RowExclusiveLock') and granted and pid <> pg_backend_pid()`,
);
