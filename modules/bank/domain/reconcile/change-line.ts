/** A person's work on a difference: its state, and a note. */

import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import type { PartnerAct } from '../../../../core/partners/provision.ts';
import { type PersonsLineState, selectLineState, updateLine } from './line-queries.ts';
import { lineKind } from './lines.ts';

export interface LineAct extends PartnerAct {
  readonly comparisonId: number;
  readonly number: number;
}

export interface LineChanges {
  /** The revision of the line as it was read. */
  readonly revision: number;
  readonly state?: PersonsLineState;
  readonly note?: string | null;
}

/** @throws refusal reconciliation_not_found, state_conflict when the line has changed since or has nothing to settle */
export async function changeLine(deps: ChangeDeps, act: LineAct, changes: LineChanges): Promise<void> {
  const { communityId, partnerId, comparisonId, number } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    const [before] = await selectLineState(transaction, { communityId, partnerId, comparisonId, number });
    if (!before) throw consoleRefusal('reconciliation_not_found', 'There is no such line.');
    const { state: stateBefore, note: noteBefore } = before;
    const settled = stateBefore === null || stateBefore === 'settled' || stateBefore === 'carried';
    if (settled) throw consoleConflict('line_settled', 'This line has nothing to settle any more.');
    const state = changes.state ?? stateBefore;
    const note = changes.note === undefined ? noteBefore : changes.note?.trim() || null;
    const [updated] = await updateLine(transaction, {
      ...{ communityId, partnerId, comparisonId, number, revision: changes.revision },
      ...{ state, note, changedBy: act.actor, changedAt: at },
    });
    if (!updated) throw consoleConflict('changed_meanwhile', 'Somebody else has changed this line in the meantime.');
    // A note may be about a person.
    audit('statement.line_changed', `partner:${partnerId}`, {
      ...{ comparison_id: comparisonId, number, kind: lineKind(before), note_changed: note !== noteBefore },
      ...{ before: { state: stateBefore }, after: { state } },
    });
  });
}
