/** Calling, reading, acting, and who is signed in: what screens use of the API. */

import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { createContext, useContext, useRef, useState } from 'react';
import type { ConsoleAnswer } from '../../desk/contract/calls.ts';
import { CONSOLE_ROUTES, type ConsoleOperationId } from '../../desk/contract/operations.gen.ts';

import type { Permission } from '../../desk/contract/routes.ts';
import type { OwnMembership, SignedIn } from '../../desk/contract/session.ts';
import { ApiError, call, type Request } from './call.ts';

/** Whether repeating the same call may help. */
function mayRetry(error: Error): boolean {
  if (!(error instanceof ApiError)) return true;
  const { code, status } = error;
  return ['network', 'timeout', 'unreadable', 'rate_limited'].includes(code) || status >= 500;
}

export { ApiError, call } from './call.ts';

const RETRIES = 1;
const FRESH_MS = 5_000;

/** What was read, of all screens. One page, one service. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES && mayRetry(error),
      networkMode: 'always',
    },
  },
});

type ReadOptions<Id extends ConsoleOperationId> = Pick<
  UseQueryOptions<ConsoleAnswer<Id>>,
  'enabled' | 'refetchInterval' | 'staleTime' | 'gcTime'
>;

/** A read of a community is of the one whose screen it is, unless it names another. */
function useOwnParams<Id extends ConsoleOperationId>(id: Id, { params }: Request<Id>) {
  const community = useContext(CommunityContext);
  const isOfCommunity = CONSOLE_ROUTES[id][1].includes('{slug}');
  return isOfCommunity && community ? { slug: community.slug, ...params } : (params ?? {});
}

/** Reads an operation and keeps it fresh. */
export function useRead<Id extends ConsoleOperationId>(
  id: Id,
  request: Request<Id> = {},
  options: ReadOptions<Id> & { keepPrevious?: boolean } = {},
): UseQueryResult<ConsoleAnswer<Id>, Error> {
  const { keepPrevious, ...rest } = options;
  const params = useOwnParams(id, request);
  return useQuery<ConsoleAnswer<Id>>({
    queryKey: [id, params, request.query ?? {}],
    queryFn: ({ signal }) => call(id, { ...request, params, signal }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...rest,
  } as UseQueryOptions<ConsoleAnswer<Id>>);
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly next_cursor: string | null; readonly count?: RowCount | null };
}

/** How many rows a list has, on its first page. */
export interface RowCount {
  readonly rows: number;
  /** Whether there are more than were counted. */
  readonly more: boolean;
  readonly hours?: number;
  /** Of the rows, those whose hours do not count. */
  readonly reversed?: number;
  readonly reversed_hours?: number;
  /** Of the rows, gifts that count, which are no exchanges. */
  readonly gifts?: number;
  readonly gift_hours?: number;
}
type ItemOf<Id extends ConsoleOperationId> = ConsoleAnswer<Id> extends Page<infer Item> ? Item : never;

/**
 * Reads a list page by page.
 * @param everyMs how soon the pages that are loaded are read again, by what they hold; not while the tab is hidden
 */
export function useReadPages<Id extends ConsoleOperationId>(
  id: Id,
  request: Request<Id> = {},
  everyMs?: (items: readonly ItemOf<Id>[]) => number,
) {
  const params = useOwnParams(id, request);
  const found = useInfiniteQuery({
    queryKey: [id, params, request.query ?? {}],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...request.query, cursor: pageParam } as unknown as NonNullable<typeof request.query>;
      return (await call(id, { ...request, params, query, signal })) as unknown as Page<ItemOf<Id>>;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.meta.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      return everyMs ? everyMs(pages.flatMap(({ data }) => data)) * Math.max(1, pages.length) : false;
    },
  });
  const pages = found.data?.pages;
  const readAll = () => readEvery<Id>(id, { ...request, params });
  return { ...found, readAll, items: pages?.flatMap(({ data }) => data), count: pages?.[0]?.meta.count ?? undefined };
}

/** Every row of a list, page by page, up to a bound. @throws ApiError */
async function readEvery<Id extends ConsoleOperationId>(id: Id, request: Request<Id>) {
  const rows: ItemOf<Id>[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...request.query, per_page: ROWS_AT_ONCE, cursor } as unknown as NonNullable<typeof request.query>;
    const page = (await call(id, { ...request, query })) as unknown as Page<ItemOf<Id>>;
    rows.push(...page.data);
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor && rows.length < ALL_ROWS_MAX);
  return { rows, isWhole: !cursor };
}

/** Every row of a list at once. */
export function useReadAll<Id extends ConsoleOperationId>(id: Id, request: Request<Id> = {}) {
  const params = useOwnParams(id, request);
  return useQuery<readonly ItemOf<Id>[]>({
    queryKey: [id, params, request.query ?? {}, 'all'],
    queryFn: async () => (await readEvery<Id>(id, { ...request, params })).rows,
    placeholderData: keepPreviousData,
  });
}

/** Rows of a page while a whole list is read: the most that one answer has. */
const ROWS_AT_ONCE = 500;
/** Rows of a list that are taken away at once, on paper or in a file. */
const ALL_ROWS_MAX = 20_000;

/** The part of `useReadPages` that a list needs. */
export interface ReadPages<Row> {
  readonly data: unknown;
  readonly items: readonly Row[] | undefined;
  readonly count: RowCount | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  /** Every row that fits, page by page, up to a bound. @throws ApiError */
  readAll(): Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }>;
  refetch(): Promise<unknown>;
  fetchNextPage(): Promise<unknown>;
}

/** Reads the named operations again where they are shown. */
export async function refresh(...ids: ConsoleOperationId[]): Promise<void> {
  await Promise.all(ids.map((id) => queries.invalidateQueries({ queryKey: [id] })));
}

export interface Action<Args extends readonly unknown[]> {
  /** Whether it succeeded. Never throws an ApiError; that becomes `error`. */
  readonly run: (...args: Args) => Promise<boolean>;
  readonly busy: boolean;
  readonly error: ApiError | undefined;
  readonly clear: () => void;
}

/** Something that changes the world, once at a time. What was typed is the caller's, and stays. */
export function useAction<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  onError?: (error: ApiError) => void,
): Action<Args> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const running = useRef(false);
  const run = async (...args: Args): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await act(...args);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.code !== 'dismissed') {
        setError(thrown);
        onError?.(thrown);
      }
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { run, busy, error, clear: () => setError(undefined) };
}

/** How one signs in here; by password until the service has said otherwise. */
export function useWaysIn(): SignedIn['ways_in'] {
  const { data } = useRead('getSession', {}, { staleTime: Number.POSITIVE_INFINITY });
  return data?.data.ways_in ?? { local_accounts: true, provider: null, forgotten_by_mail: false };
}

export const SessionContext = createContext<SignedIn | undefined>(undefined);
export const CommunityContext = createContext<OwnMembership | undefined>(undefined);

/** The person who is signed in. Only inside the shell. */
export function useSession(): SignedIn {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session');
  return session;
}

/** The community of the address, and what the person may do there. Only inside its routes. */
export function useCommunity(): OwnMembership & { can(permission: Permission): boolean } {
  const community = useContext(CommunityContext);
  if (!community) throw new Error('no community');
  return { ...community, can: (permission) => community.permissions.includes(permission) };
}

const LAST_COMMUNITY = 'timebank-community';

/** The community that was last looked at, else the first. Its name in the address is no secret. */
export function lastCommunity(communities: readonly OwnMembership[]): OwnMembership | undefined {
  const slug = localStorage.getItem(LAST_COMMUNITY);
  return communities.find((one) => one.slug === slug) ?? communities[0];
}

export function rememberCommunity(slug: string): void {
  localStorage.setItem(LAST_COMMUNITY, slug);
}

/** Puts an answer about the session where `useRead('getSession')` finds it. */
export function keepSession(answer: ConsoleAnswer<'getSession'>): void {
  queries.setQueryData(['getSession', {}, {}], answer);
}
