/**
 * The rows of a long answer a page at a time, where no index has their order: the server sorts it once, and only one
 * page of it is in memory here. Only inside a transaction or a snapshot, which the cursor ends with.
 */
import type { Query, Queryable } from './query.ts';

const ROWS_AT_ONCE = 5000;

export async function* pagesOf<Parameters extends readonly unknown[], Row>(
  on: Queryable,
  { statement }: Query<Parameters, Row>,
  ...parameters: Parameters
): AsyncGenerator<Row[]> {
  const cursor = `pages_of_${statement.name}`;
  await on.run({ text: `declare ${cursor} no scroll cursor for ${statement.text}` }, parameters);
  for (;;) {
    const rows = await on.run<Row>({ text: `fetch ${ROWS_AT_ONCE} from ${cursor}` }, []);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await on.run({ text: `close ${cursor}` }, []);
}
