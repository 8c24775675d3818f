/** The statements of the server, as tests of all of them see them. */
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { Declaration, Query, SqlStatement } from '../core/database/query.ts';

const ROOT = join(import.meta.dirname, '..');
/** Every statement is in a file of such a name. */
export const STATEMENT_FILES = '{core,console,modules,service}/**/*queries.ts';

export interface FoundStatement {
  readonly file: string;
  readonly exportName: string;
  /** The position of a filtered list among those of the export. */
  readonly at: number;
  readonly statement: SqlStatement;
  readonly declaration: Declaration;
}

/** The statements of every `queries.ts` and `*-queries.ts`, those of filtered lists too. */
export async function allStatements(): Promise<FoundStatement[]> {
  const found: FoundStatement[] = [];
  for await (const file of glob(STATEMENT_FILES, { cwd: ROOT })) {
    const module: Record<string, unknown> = await import(join(ROOT, file));
    for (const [exportName, value] of Object.entries(module)) {
      const { statements, declaration } = statementsIn(value);
      for (const [at, statement] of statements.entries()) found.push({ file, exportName, at, statement, declaration });
    }
  }
  return found;
}

function statementsIn(value: unknown): Pick<Query<object, unknown>, 'statements' | 'declaration'> {
  const isStatement = typeof value === 'function' && 'declaration' in value;
  return isStatement ? (value as Query<object, unknown>) : { statements: [], declaration: { name: '', options: {} } };
}
