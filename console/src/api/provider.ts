/** The way to the organisation's identity provider and back: in this window, or in another where work would be lost. */
import type { FieldError } from './call.ts';
import { ApiError, call, type FailureCode } from './call.ts';

type BeginOperation = 'beginProviderSignIn' | 'beginProviderConfirmation' | 'beginIdentity';

/** The destination once back; kept for this window alone, since it may hold an invitation. */
const DESTINATION = 'timebank-provider-to';
/** The state of what was begun in a window of its own. */
const BESIDE = 'timebank-provider-beside';
const CHANNEL = 'timebank-provider';
const WINDOW = 'popup,width=560,height=760';

/**
 * Leaves for the provider, and comes back to a path below /console.
 * @throws ApiError
 */
export async function leaveForProvider(begin: BeginOperation, to: string): Promise<void> {
  const { data } = await call(begin);
  sessionStorage.setItem(DESTINATION, to);
  window.location.assign(data.url);
}

/**
 * Opens the provider in a window of its own; `onProviderDone` hears when it has finished.
 * @throws ApiError
 */
export async function openProvider(begin: BeginOperation): Promise<void> {
  // Opened within the click: browsers block a window that opens later.
  const beside = window.open('about:blank', '_blank', WINDOW);
  if (!beside) throw new ApiError('window_blocked', 'no window');
  try {
    const { data } = await call(begin);
    localStorage.setItem(BESIDE, stateOf(new URL(data.url).search));
    beside.location.assign(data.url);
  } catch (error) {
    beside.close();
    throw error;
  }
}

/** Listens for a window that has finished. @returns what ends it */
export function onProviderDone(done: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = done;
  return () => channel.close();
}

/** The provider's response, and the next address; `beside`: none, since the window was opened for this. */
export interface Return {
  readonly response: string;
  readonly to: string;
  readonly beside: boolean;
}

/** Reads what is in the address. */
export function readReturn(): Return {
  const { search } = window.location;
  const beside = localStorage.getItem(BESIDE) === stateOf(search) && search !== '';
  const to = sessionStorage.getItem(DESTINATION) ?? '/';
  return { response: search.slice(1), to: to.startsWith('/') ? to : '/', beside };
}

/** Takes it out of the address and off the notes: it has been read for good. */
export function forgetReturn({ beside }: Return): void {
  sessionStorage.removeItem(DESTINATION);
  if (beside) localStorage.removeItem(BESIDE);
  window.history.replaceState(null, '', window.location.pathname);
}

/** Says to the window that waits that this one has finished. */
export function announceDone(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('done');
  channel.close();
  window.close();
}

/** A failure as the history keeps it for the page that shows it. */
export interface KeptFailure {
  readonly code: FailureCode;
  readonly status: number;
  readonly fields: readonly FieldError[];
}

export const keptFailure = ({ code, status, fields }: ApiError): { readonly failure: KeptFailure } => ({
  failure: { code, status, fields },
});

/** The failure that the history keeps for this page. */
export function failureOf(state: unknown): ApiError | undefined {
  const kept = (state as { failure?: KeptFailure } | null)?.failure;
  return kept && new ApiError(kept.code, '', { status: kept.status, fields: kept.fields });
}

const stateOf = (search: string) => new URLSearchParams(search).get('state') ?? '';
