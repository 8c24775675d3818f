/** Lists on the command line: the console's own, with its filters, limits and faults, and a page at a time. */
import type { ConsoleOperation, ConsoleQueryOf } from '@timebank/contract/console';
import { type Command, Option } from 'commander';
import type { ListCall, ListDeps } from '../api/console/access/call.ts';
import type { PageOf } from '../api/http/paging.ts';
import { readQuery } from '../api/http/query-string.ts';
import { deriveKeys } from '../platform/base/keys.ts';
import type { Database } from '../platform/database/query.ts';
import { type CommandContext, report, table } from './context.ts';

const attributeOf = (parameter: string) => parameter.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Adds the operation's query parameters as options: `per_page` is `--per-page`. */
export function withFilters(command: Command, { query }: Pick<ConsoleOperation, 'query'>): Command {
  for (const [name, { schema, description }] of Object.entries(query)) {
    const words: readonly string[] | undefined = 'enum' in schema ? (schema.enum as string[]) : undefined;
    const value = words ? 'word' : name === 'per_page' ? 'count' : 'text';
    const told = asTyped(description, query).replaceAll('`', '').replace(/\.$/, '');
    const option = new Option(`${optionOf(name)} <${value}>`, told[0]?.toLowerCase() + told.slice(1));
    command.addOption(words ? option.choices(words) : option);
  }
  return command.option('--json', 'print JSON: data and meta, as the console reads them');
}

/** The text of a parameter with the names of others as they are typed here: `actor_kind` is --actor-kind. */
const asTyped = (text: string, query: ConsoleOperation['query']): string =>
  text.replace(/`?\b([a-z]+(?:_[a-z]+)+)\b`?/g, (written, name: string) => (name in query ? optionOf(name) : written));

const optionOf = (parameter: string) => `--${parameter.replaceAll('_', '-')}`;

/**
 * The options as a call of the operation.
 * @throws refusal invalid_request naming every parameter at fault
 */
export function listCall<O extends ConsoleOperation>(
  operation: O,
  options: object,
  params: Readonly<Record<string, string>>,
): ListCall<O> {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const parameters = new URLSearchParams();
  for (const name of Object.keys(operation.query)) {
    const text = given[attributeOf(name)];
    if (text !== undefined) parameters.set(name, String(text));
  }
  const { values } = readQuery(operation, `?${parameters}`);
  return { query: values as ConsoleQueryOf<O>, params, origin: '' };
}

/** Whoever has the database may read every list: here the seal of a cursor only finds slips, and needs no secret. */
const CURSOR_KEYS = deriveKeys('');

export const listDeps = (database: Database): ListDeps => ({ database, keys: CURSOR_KEYS });

/**
 * Prints a list that has no pages: with `--json` in the same form.
 * @param limit how many were wanted; `data` may have one more, which tells that there are more
 */
export function reportList<Item>(
  context: CommandContext,
  json: boolean | undefined,
  data: readonly Item[],
  linesOf: (shown: readonly Item[]) => string[],
  limit = data.length,
): void {
  const shown = data.slice(0, limit);
  const hasMore = data.length > limit;
  const more = hasMore ? ['', 'There is more: raise --limit'] : [];
  const meta = { per_page: limit, has_more: hasMore, next_cursor: null };
  report(context, json, { data: shown, meta }, [...linesOf(shown), ...more]);
}

/** Prints a page: a table and the way to the next page, or with `--json` what the console reads. */
export function reportPage<Item>(
  context: CommandContext,
  json: boolean | undefined,
  { data, meta }: PageOf<Item>,
  header: readonly string[],
  cellsOf: (item: Item) => readonly string[],
): void {
  const rows = data.map((item) => cellsOf(item));
  const next = meta.next_cursor === null ? [] : ['', `There is more: --cursor ${meta.next_cursor}`];
  report(context, json, { data, meta }, data.length === 0 ? ['Nothing found.'] : [...table(header, rows), ...next]);
}
