import { query, type StatementRow, write } from '../../../core/database/query.ts';

/**
 * A community as a move finds it. `state`: null: it is here and at work. `moveWith`: the other installation; null: of a
 * move that an earlier version began. `isEmptied`: its rows are being deleted, or are gone.
 */
export type MovingRow = StatementRow<'select_moving_community'>;

export const selectMovingCommunity = query(
  'select_moving_community',
  `select id, move_state as state, move_id as "moveId", moved_to as "movedTo", move_with as "moveWith",
     move_emptied_at is not null or (move_state = 'left'
       and not exists (select from accounts a where a.community_id = communities.id)) as "isEmptied!"
   from communities where slug = $slug`,
);

/** From its commit on nothing of it is changed any more, once what is under way has ended. */
export const beginLeaving = write(
  'begin_leaving',
  `update communities set move_state = 'leaving', move_id = $moveId!, move_with = $moveWith!, reason_before_move = partner_api_disabled_reason,
     partner_api_disabled_reason = $reason!
   where id = $communityId and move_state is null returning id`,
);

/** The other installation answers from now on. */
export const finishLeaving = write(
  'finish_leaving',
  `update communities set move_state = 'left', moved_to = $movedTo!, move_with = $moveWith!
   where id = $communityId and move_state = 'leaving' and move_id = $moveId returning id`,
);

/** From its commit on its rows are being deleted here. */
export const beginEmptying = write(
  'begin_emptying',
  `update communities set move_emptied_at = coalesce(move_emptied_at, $at!)
   where id = $communityId and move_state = 'left' and move_id = $moveId returning id`,
);

/** It is at work here: what arrived, and what was taken back. Zero rows: its rows are being deleted, or it is settled. */
export const settle = write(
  'settle',
  `update communities set move_state = null, move_id = null, moved_to = null, move_with = null,
     partner_api_disabled_reason = reason_before_move, reason_before_move = null
   where id = $communityId and move_id = $moveId and move_emptied_at is null returning id`,
);

/** Acts that a move left in the audit log of an installation; those of earlier versions do not name the move. */
export const selectMoveActs = query(
  'select_move_acts',
  `select details->>'move_id' as "moveId" from audit_log
   where subject = $subject and action = $action and coalesce(details->>'move_id', $moveId) = $moveId limit 1`,
);

/** Transactions that write, or have read under locks; one that has begun before a commit may not see it. */
export const selectWriters = query(
  'select_writers',
  `select distinct virtualtransaction as "writer!" from pg_locks
   where database = (select oid from pg_database where datname = current_database())
     and mode in ('RowShareLock', 'RowExclusiveLock') and granted and pid <> pg_backend_pid()`,
);
