/** Lists on the command line that no operation has. */
import { type CommandContext, report } from './context.ts';

/** Prints a list that is one page: with `--json` in the form of all lists. */
export function reportList<Item>(
  context: CommandContext,
  json: boolean | undefined,
  data: readonly Item[],
  linesOf: (shown: readonly Item[]) => string[],
): void {
  report(context, json, { data, meta: { per_page: data.length, has_more: false, next_cursor: null } }, linesOf(data));
}
