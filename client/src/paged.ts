/** Lists: the first page by `await`, every item by `for await`. */
import type { Page, Paged } from './types.ts';

/** @param load fetches one page; without a cursor, the first one */
export function paged<T>(load: (cursor: string | undefined) => Promise<Page<T>>): Paged<T> {
  let first: Promise<Page<T>> | undefined;

  async function* pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await load(cursor);
      yield page;
      cursor = page.meta.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page, on purpose.
    then(onPage, onError) {
      first ??= load(undefined);
      return first.then(onPage, onError);
    },
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.data;
    },
  };
}
