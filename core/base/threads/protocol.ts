/** The messages to and from a thread that reads a file. */

/** The file travels with the question; its memory is the thread's from then on. */
export interface Question<Task> {
  readonly task: Task;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** How far the reading is, in bytes. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** The reason why a file is unusable, in a form that can leave the thread. */
export interface ThreadFault {
  readonly message: string;
  readonly code?: string;
  readonly line?: number;
  /** Further facts from its reader. */
  readonly details?: object;
}

/**
 * Long lists come in parts, each acknowledged before the next is sent: unpacking them all at once would hold up the
 * service that they are kept away from.
 */
export type ThreadAnswer =
  | ({ readonly type: 'progress' } & Progress)
  | { readonly type: 'part'; readonly list: string; readonly items: readonly unknown[] }
  | { readonly type: 'result'; readonly rest: Readonly<Record<string, unknown>> }
  | { readonly type: 'fault'; readonly fault: ThreadFault };
