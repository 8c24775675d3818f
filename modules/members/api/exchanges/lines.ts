/** The lines of an account, newest first, each with the balance after it. */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { LAST_ID } from '../../../../core/database/keyset.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { type Page, type PageOf, pageOf } from '../../../../core/http/paging.ts';
import { AccountLine } from '../../contract/accounts.ts';
import { type LineRow, selectAccountLines } from '../../domain/exchanges/console-queries.ts';
import { recordingMember } from './recorder.ts';

interface Line extends LineRow {
  readonly balanceAfterSeconds: number;
}

/**
 * Reads the newest lines, or those after a page's end.
 * @param after where the page before ended: the id of its last line, and the balance before that line
 */
async function readLines(
  on: Queryable,
  communityId: number,
  accountId: number,
  limit: number,
  after?: { readonly id: string; readonly balanceSeconds: number },
): Promise<Line[]> {
  const rows = await selectAccountLines(on, { communityId, accountId, beforeId: after?.id ?? LAST_ID, limit });
  // Lines and balance in one statement: the balance covers exactly these lines and all before.
  let balanceAfterSeconds = after?.balanceSeconds ?? rows[0]?.balanceSeconds ?? 0;
  return rows.map((row) => {
    const line = { ...row, balanceAfterSeconds };
    balanceAfterSeconds -= row.signedSeconds;
    return line;
  });
}

/** A page of an account's lines. The cursor carries the balance, so that a later page costs no more than the first. */
export async function linesReply(
  on: Queryable,
  page: Page,
  communityId: number,
  accountId: number,
): Promise<PageOf<AccountLine>> {
  const [id = '', balance] = page.after?.split(' ') ?? [];
  const after = page.after === undefined ? undefined : { id, balanceSeconds: Number(balance) };
  const lines = await readLines(on, communityId, accountId, page.limit, after);
  const sealed = (line: Line) => `${line.id} ${line.balanceAfterSeconds - line.signedSeconds}`;
  return pageOf(page, lines, sealed, presentLine);
}

/** The newest lines of an account, at most `limit`. */
export async function newestLines(
  on: Queryable,
  communityId: number,
  accountId: number,
  limit: number,
): Promise<AccountLine[]> {
  return (await readLines(on, communityId, accountId, limit)).map(presentLine);
}

export function presentLine(row: Line): AccountLine {
  return {
    ...shownAs(AccountLine, row),
    hours: hoursFromSeconds(row.signedSeconds),
    balance_after_hours: hoursFromSeconds(row.balanceAfterSeconds),
    counterpart: { kind: row.isOwn ? 'community' : row.otherKind, id: counterpartId(row), name: row.otherName },
    payment: row.payment,
    category: row.categoryName,
    recorded_by_name: row.recordedByName ?? (isOfOther(row) ? row.otherName : null),
  };
}

const isOfOther = ({ recordedBy, otherMemberId }: LineRow): boolean =>
  otherMemberId !== null && recordingMember(recordedBy) === otherMemberId;

function counterpartId(row: LineRow): string | null {
  if (row.otherMemberId !== null) return encodeId('usr', row.otherMemberId);
  if (row.otherKind === 'settlement')
    return row.isOwn || row.otherPartnerId === null ? null : String(row.otherPartnerId);
  return row.otherKind === 'organisation' ? `account:${row.otherAccountId}` : null;
}
