/**
 * The rows of a long answer a page at a time, where no index has their order: the server sorts it once, and only one
 * page of it is in memory here. Only inside a transaction or a snapshot, which the cursor ends with.
 */
import type { GivenParameters, Query, Queryable } from './query.ts';

const ROWS_AT_ONCE = 5000;

export async function* pagesOf<Parameters extends object, Row>(
  on: Queryable,
  select: Query<Parameters, Row>,
  ...given: GivenParameters<Parameters>
): AsyncGenerator<Row[]> {
  const cursor = `pages_of_${select.statement.name}`;
  const declaring: Queryable = {
    run: ({ text }, values) => on.run({ text: `declare ${cursor} no scroll cursor for ${text}` }, values),
  };
  await select(declaring, ...given);
  for (;;) {
    const rows = await on.run<Row>({ text: `fetch ${ROWS_AT_ONCE} from ${cursor}` }, []);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await on.run({ text: `close ${cursor}` }, []);
}
