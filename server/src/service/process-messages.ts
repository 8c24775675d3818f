/** What the processes of one service tell each other, as JSON. */
import type { WorkerOptions } from '../domain/delivery/loop.ts';
import { ConfigError } from '../platform/base/config.ts';
import { SystemError } from '../platform/base/system-error.ts';
import { DatabaseOpenError } from '../platform/database/open-error.ts';
import type { MetricsSnapshot } from '../platform/metrics/metrics.ts';

/** From the first process to one that it started. */
export type ProcessOrder =
  | { readonly kind: 'go'; readonly worker: Pick<WorkerOptions, 'sender'> | undefined }
  | { readonly kind: 'count' }
  | { readonly kind: 'drain' }
  | { readonly kind: 'stop' };

/** From a process that was started. */
export type ProcessReport =
  | { readonly kind: 'listening'; readonly origin: string }
  | { readonly kind: 'ready' }
  | { readonly kind: 'counted'; readonly snapshot: MetricsSnapshot }
  | { readonly kind: 'outdated'; readonly reason: string }
  | ({ readonly kind: 'failed' } & ProcessFault);

/** An error on its way to another process. */
export interface ProcessFault {
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  /** Its message is a sentence for the operator. */
  readonly isSentence: boolean;
}

export function faultOf(error: unknown): ProcessFault {
  const isSentence = [ConfigError, DatabaseOpenError, SystemError].some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return { ...NOTHING, message: String(error) };
  const { message, stack, code, syscall } = error as NodeJS.ErrnoException;
  return { message, stack, code, syscall, isSentence };
}

const NOTHING = { stack: undefined, code: undefined, syscall: undefined, isSentence: false };

/** The error again, as whoever explains it expects it. */
export function errorOf({ isSentence, message, stack, code, syscall }: ProcessFault): Error {
  if (isSentence) return new DatabaseOpenError(message);
  return Object.assign(new Error(message), { stack }, code === undefined ? {} : { code }, syscall && { syscall });
}
