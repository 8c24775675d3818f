/** The lines of comparisons: written, carried on, settled, changed, and cleaned up. */

import { deletesRows } from '../../../../core/database/fragments.ts';
import { query, type RowFrom, write } from '../../../../core/database/query.ts';
import type { PERSONS_LINE_STATES, RECONCILIATION_LINE_STATES } from '../../contract/reconciliation.ts';
import type { Line } from './lines.ts';

export type LineState = (typeof RECONCILIATION_LINE_STATES)[number];
export type PersonsLineState = (typeof PERSONS_LINE_STATES)[number];

export type CurrentLineRow = RowFrom<typeof lockCurrentLines>;

/** The differences that a comparison of this file decides on: those of the file, and bookings that no file explains. */
export const lockCurrentLines = write<'lock_current_lines', { difference: Buffer }>(
  'lock_current_lines',
  `select l.comparison_id::int as "comparisonId", l.number, l.difference, l.state, l.note, l.changed_by as "changedBy",
     l.changed_at as "changedAt"
   from comparison_lines l
   join statement_comparisons c on c.community_id = l.community_id and c.id = l.comparison_id
   where l.community_id = $communityId and l.state in ('open', 'asked', 'explained') and l.partner_id = $partnerId
     and (l.place is null or c.file_sha256 = $fileSha256)
   for update of l`,
);

export const endLines = write(
  'end_lines',
  { rows: { comparisonId: 'bigint', number: 'int', state: 'text not null' } },
  `update comparison_lines l set state = r.state, settled_by = $settledBy!, revision = revision + 1
   from unnest($rows) as r ($columns)
   where l.community_id = $communityId and l.comparison_id = r.comparison_id and l.number = r.number`,
);

export interface NewLineRow extends Line {
  readonly number: number;
  readonly state: LineState | null;
  readonly note: string | null;
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
}

export const insertLines = write<
  {
    readonly rows: readonly NewLineRow[];
    communityId: number;
    comparisonId: number;
    partnerId: number;
    createdAt: Date;
  },
  never
>(
  'insert_comparison_lines',
  {
    rows: {
      ...({ number: 'int', kind: 'text', state: 'text', difference: 'bytea', place: 'text' } as const),
      ...({ entryReference: 'text', endToEndId: 'text', amount: 'text', entryAmount: 'text' } as const),
      ...({ currency: 'text', bookedOn: 'date', worthHours: 'numeric', payerText: 'text', problem: 'text' } as const),
      ...({ unreadable: 'text', isReversal: 'bool', creditId: 'uuid', memberId: 'uuid' } as const),
      ...({ namedMemberId: 'uuid', note: 'text', changedBy: 'text', changedAt: 'timestamptz' } as const),
    },
  },
  `insert into comparison_lines (community_id, comparison_id, partner_id, created_at, revision, $columns)
   select $communityId, $comparisonId, $partnerId, $createdAt, 0, line.* from unnest($rows) line`,
);

export const selectLineState = query(
  'select_line_state',
  `select kind, problem, state, note from comparison_lines
   where community_id = $communityId and partner_id = $partnerId and comparison_id = $comparisonId
     and number = $number`,
);

/** No row: another person's change or a later comparison was first. */
export const updateLine = write(
  'update_comparison_line',
  `update comparison_lines set state = $state!, note = $note, changed_by = $changedBy!, changed_at = $changedAt!,
     revision = revision + 1
   where community_id = $communityId and partner_id = $partnerId and comparison_id = $comparisonId and number = $number
     and revision = $revision and state in ('open', 'asked', 'explained')
   returning revision`,
);

export const deleteOldLines = query(
  'delete_old_comparison_lines',
  deletesRows(
    'comparison_lines',
    ['community_id', 'comparison_id', 'number'],
    `created_at < $before order by created_at`,
  ),
);

/** Empties the payer's text and the note on the lines of a member and on those where the payer named the member. */
export const eraseComparisonLines = write(
  'erase_comparison_lines',
  `update comparison_lines set payer_text = null, end_to_end_id = null, note = null, revision = revision + 1
   where community_id = $communityId and (member_id = $memberId or named_member_id = $memberId)`,
);
