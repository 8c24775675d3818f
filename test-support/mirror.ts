/** A partner's copy of a list as a partner keeps it: one full walk, then what the sync token answers. */
import assert from 'node:assert/strict';
import type { TestService } from './harness.ts';
import { whenAnswered } from './when-answered.ts';

type Item = { readonly id: string; readonly removed?: true };

export interface Mirror {
  readonly items: ReadonlyMap<string, Item>;
  readonly polls: number;
  /** Goes on from the last token, each page from another node. */
  poll(): Promise<void>;
  /** The whole list, as a walk of its own. */
  list(): Promise<Map<string, Item>>;
}

/** @param nodes services of one database; pages are asked of them in turn */
export function createMirror(nodes: readonly TestService[], path: string, token: string, perPage: number): Mirror {
  const items = new Map<string, Item>();
  let syncToken: string | null = null;
  let polls = 0;
  let turn = 0;

  async function* walk(first: Record<string, string>): AsyncGenerator<Item, string> {
    for (let query = first; ; ) {
      const node = nodes[turn++ % nodes.length] as TestService;
      const asked = { ...query, per_page: String(perPage) };
      const { status, body } = await whenAnswered(() => node.call('GET', path, { token, query: asked }));
      assert.equal(status, 200, JSON.stringify(body));
      yield* body.data as Item[];
      if (!body.meta.has_more) return body.meta.sync_token;
      query = { cursor: body.meta.next_cursor };
    }
  }

  return {
    items,
    get polls() {
      return polls;
    },
    async poll() {
      const pages = walk(syncToken === null ? {} : { sync_token: syncToken });
      for (;;) {
        const next = await pages.next();
        if (next.done) {
          syncToken = next.value;
          polls += 1;
          return;
        }
        if (next.value.removed) items.delete(next.value.id);
        else items.set(next.value.id, next.value);
      }
    },
    async list() {
      const all = new Map<string, Item>();
      for await (const item of walk({})) all.set(item.id, item);
      return all;
    },
  };
}
