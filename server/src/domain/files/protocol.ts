/** What the thread that reads people's files is asked, and how it answers. */
import type { ImportKind, ImportOptions } from '../import/types.ts';

/** What to read out of a file. */
export type Task =
  | { readonly what: 'statement' }
  | { readonly what: 'rows'; readonly kind: ImportKind; readonly options: ReadOptions }
  | { readonly what: 'sample'; readonly kind: ImportKind; readonly options: ReadOptions };

export type ReadOptions = Pick<ImportOptions, 'separator' | 'encoding' | 'columns'>;

/** The file travels with the question; its memory is the thread's from then on. */
export interface Question {
  readonly task: Task;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Long lists come in parts, each acknowledged before the next is sent: unpacking them all at once would hold up the
 * service that they are kept away from.
 */
export type FileAnswer =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'part'; readonly list: string; readonly items: readonly unknown[] }
  | { readonly type: 'result'; readonly rest: Readonly<Record<string, unknown>> }
  | { readonly type: 'unusable'; readonly message: string }
  | { readonly type: 'fault'; readonly code: string; readonly line: number; readonly message: string };
