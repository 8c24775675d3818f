/** /communities/{slug}/imports and /imports/{importId}: past imports, and undoing them. */

import { actOf, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import { type getImport, listImports, PastImport, type undoImport } from '../../contract/imports.ts';
import { type PastImportRow, selectImport, selectImportPage } from '../../domain/import/console-queries.ts';
import { importNotFound, readObstacle, undoImportOrMove } from '../../domain/import/undo.ts';

/** Greater than every id. */
const LAST_ID = '9223372036854775807';

export const listImportsHandler: ConsoleHandler<typeof listImports> = async (call, deps) => {
  const page = openPage(call, deps, listImports);
  const { communityId } = call.membership;
  const rows = await selectImportPage(deps.database.reads, {
    communityId,
    beforeId: page.after ?? LAST_ID,
    limit: page.limit,
  });
  return pageOf(page, rows, ({ id }) => String(id), present);
};

export const getImportHandler: ConsoleHandler<typeof getImport> = async ({ membership, params }, { database }) => {
  const { communityId } = membership;
  const id = idOf(params.importId);
  const obstacle = await readObstacle(database.heavy, communityId, id);
  const past = await read(database.reads, communityId, id);
  return { data: { ...past, obstacle: obstacle && { ...obstacle, names: [...obstacle.names] } } };
};

export const undoImportHandler: ConsoleHandler<typeof undoImport> = async (call, deps) => {
  const id = idOf(call.params.importId);
  const act = actOf(call);
  await undoImportOrMove(deps, act, id);
  return { data: await read(deps.database.reads, act.communityId, id) };
};

function idOf(text: string | undefined): number {
  const id = readNumber(text);
  if (id === undefined) throw importNotFound();
  return id;
}

async function read(on: Queryable, communityId: number, id: number): Promise<PastImport> {
  const [row] = await selectImport(on, { communityId, importId: id });
  if (!row) throw importNotFound();
  return present(row);
}

function present(row: PastImportRow): PastImport {
  return {
    ...shownAs(PastImport, row),
    rows: row.rowCount,
    created: row.createdCount,
  };
}
