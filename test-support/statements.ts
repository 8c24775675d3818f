/** The statements of the server, as tests of all of them see them. */
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { SqlStatement } from '../core/database/query.ts';

const ROOT = join(import.meta.dirname, '..');
/** Every statement is in a file of such a name. */
export const STATEMENT_FILES = '{core,console,modules,service}/**/*queries.ts';

export interface FoundStatement {
  readonly file: string;
  readonly exportName: string;
  /** The position of a filtered list among those of the export. */
  readonly at: number;
  readonly statement: SqlStatement;
}

/** The statements of every `queries.ts` and `*-queries.ts`, those of filtered lists too. */
export async function allStatements(): Promise<FoundStatement[]> {
  const found: FoundStatement[] = [];
  for await (const file of glob(STATEMENT_FILES, { cwd: ROOT })) {
    const module: Record<string, unknown> = await import(join(ROOT, file));
    for (const [exportName, value] of Object.entries(module)) {
      for (const [at, statement] of statementsIn(value).entries()) found.push({ file, exportName, at, statement });
    }
  }
  return found;
}

function statementsIn(value: unknown): readonly SqlStatement[] {
  if (value === null || !['object', 'function'].includes(typeof value)) return [];
  const { statements = [] } = value as { statements?: readonly SqlStatement[] };
  return statements;
}
