/** What PostgreSQL says of a statement, without running it: Parse and Describe of the protocol, and its tree. */
import type pg from 'pg';
import type { SqlStatement } from '../../core/database/query.ts';
import { parseTree, type TreeNode } from './parse-tree.ts';

/** A column. */
export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

export interface DescribedStatement {
  readonly fields: readonly Field[];
  /** The types of `$1`, `$2` and so on. */
  readonly parameterIDs: readonly number[];
}

/** Asks one connection. */
export function describe(client: pg.Client, { text }: SqlStatement): Promise<DescribedStatement> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    let parameterIDs: readonly number[] = [];
    client.query({
      submit(connection: pg.Connection) {
        const wire = connection as unknown as Record<'parse' | 'describe', (message: object) => void> & {
          sync(): void;
          once(event: 'parameterDescription', listener: (message: { dataTypeIDs: readonly number[] }) => void): void;
        };
        wire.once('parameterDescription', ({ dataTypeIDs }) => {
          parameterIDs = dataTypeIDs;
        });
        wire.parse({ text });
        wire.describe({ type: 'S' });
        wire.sync();
      },
      handleRowDescription(message: { fields: readonly Field[] }) {
        fields = message.fields;
      },
      handleError(error: Error) {
        reject(new Error(`${error.message}: ${text}`));
      },
      handleReadyForQuery() {
        resolve({ fields, parameterIDs });
      },
    } as unknown as pg.Submittable);
  });
}

/** Asks for the tree as well. */
export async function describeWithTree(
  client: pg.Client,
  statement: SqlStatement,
): Promise<DescribedStatement & { readonly tree: TreeNode }> {
  const trees: string[] = [];
  const note = ({ message, detail }: { message?: string | undefined; detail?: string | undefined }) => {
    if (message === 'parse tree:') trees.push(detail ?? '');
  };
  await client.query('set client_min_messages = log; set debug_pretty_print = off; set debug_print_parse = on');
  client.on('notice', note);
  try {
    const described = await describe(client, statement);
    return { ...described, tree: parseTree(trees[0] ?? '') };
  } finally {
    client.off('notice', note);
    await client.query('set debug_print_parse = off');
  }
}
