/** Lists without pages on the command line. */
import { type CommandContext, report } from './context.ts';

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
