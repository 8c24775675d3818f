/** Mails of news, for members who want them: once a week what is new, and once a day what fits the own listings. */
import { encodeId } from '@timebank/contract';
import type { PlatformDeps } from '../../../core/base/deps.ts';
import { FIRST_ID } from '../../../core/database/keyset.ts';
import { insertNewsMails, selectCategoryReaders, selectDigestReaders, selectNewsCommunities } from './news-queries.ts';
import { dueDay, dueWeek, type NewsSpan, spanOfDay, spanOfWeek } from './news-times.ts';

type NewsDeps = Pick<PlatformDeps, 'database' | 'clock'>;

const READERS_AT_ONCE = 500;
/** New listings that are looked at, the newest: more in a day or a week is an import. */
const RECENT_MAX = 1000;

/** A round for all members: which mails, and what they are about. */
interface Round {
  readonly kind: 'digest' | 'category';
  /** `2026-W48`, `2026-11-27` */
  readonly of: string;
  readonly span: NewsSpan;
}

/**
 * Writes the mails of news that are due. What has been written by this node is not looked for again: a member who
 * chooses them later gets the next.
 */
export function createNewsWriter({ database, clock }: NewsDeps): (signal?: AbortSignal) => Promise<void> {
  const done = { digest: '', category: '' };
  return async (signal) => {
    const now = clock.now();
    for (const round of roundsAt(now)) {
      if (done[round.kind] === round.of) continue;
      for (const { communityId } of await selectNewsCommunities(database.heavy)) {
        await writeRound({ database, clock }, communityId, round, signal);
        if (signal?.aborted) return;
      }
      done[round.kind] = round.of;
    }
  };
}

function roundsAt(now: Date): readonly Round[] {
  const [week, day] = [dueWeek(now), dueDay(now)];
  return [
    ...(week === undefined ? [] : [{ kind: 'digest', of: week, span: spanOfWeek(week) } as const]),
    ...(day === undefined ? [] : [{ kind: 'category', of: day, span: spanOfDay(day) } as const]),
  ];
}

async function writeRound(
  { database, clock }: NewsDeps,
  communityId: number,
  { kind, of, span }: Round,
  signal: AbortSignal | undefined,
): Promise<void> {
  const select = kind === 'digest' ? selectDigestReaders : selectCategoryReaders;
  let afterId = FIRST_ID;
  while (!signal?.aborted) {
    const page = { communityId, afterId, ...span, limit: READERS_AT_ONCE, recentMax: RECENT_MAX };
    const readers = await select(database.heavy, page);
    const rows = readers.flatMap(({ id, hasNews }) =>
      hasNews ? [{ reasonKey: `${kind}:${encodeId('usr', id)}:${of}`, memberId: id }] : [],
    );
    if (rows.length > 0) await insertNewsMails(database.heavy, { rows, communityId, at: clock.now() });
    const last = readers.at(-1);
    if (!last || readers.length < READERS_AT_ONCE) return;
    afterId = last.id;
  }
}
