/**
 * Moves one community between two installations that are at work (ADR 0077). Each step is one transaction in one of them,
 * so that a move may be killed anywhere: it is repeated, and goes on, or taken back until the other installation answers.
 */
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { openBackup } from '../../platform/backup/parts.ts';
import type { Clock } from '../../platform/base/clock.ts';
import { ConfigError } from '../../platform/base/config.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { ConnectionSettings } from '../../platform/database/connection.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { appendAudit, type NewAuditRow } from '../audit/append.ts';
import { discardArriving, emptyLeft } from './delete-community.ts';
import { writeExport } from './export-community.ts';
import { newPassphrase, newSalt } from './export-secrets.ts';
import { type Imported, importCommunity } from './import-community.ts';
import {
  beginLeaving,
  finishLeaving,
  type MovingRow,
  selectMovingCommunity,
  selectWriters,
  settle,
} from './move-queries.ts';

/** One of the two installations. */
export interface Cell {
  readonly database: Database;
  readonly ownerConnection: ConnectionSettings;
  readonly keys: Keys;
  readonly clock: Clock;
}

/** The steps in their order; `onStep` is called before each. */
export const MOVE_STEPS = ['stop', 'wait', 'copy', 'leave', 'answer', 'empty'] as const;
export type MoveStep = (typeof MOVE_STEPS)[number];

export interface MoveOptions {
  readonly slug: string;
  /** The origin of the installation that receives it. */
  readonly movedTo: string;
  readonly actor: string;
  /** Called before each step, which waits for it; what it throws ends the move there. */
  readonly onStep?: ((step: MoveStep) => void | Promise<void>) | undefined;
  readonly note?: ((table: string) => void) | undefined;
}

export interface Moved {
  readonly slug: string;
  readonly movedTo: string;
  /** Undefined: an earlier run had copied it. */
  readonly imported: Imported | undefined;
}

const REASON = 'The community is moving to another installation.';
const LOOK_AGAIN_MS = 20;

/**
 * Moves it, or goes on with a move that was interrupted.
 * @throws ConfigError where it is not here, has moved elsewhere, or the other installation has another one of its slug
 */
export async function moveCommunity(from: Cell, to: Cell, options: MoveOptions): Promise<Moved> {
  const { slug, movedTo, actor, onStep = () => {} } = options;
  let row = await find(from, slug);
  if (!row) throw new ConfigError(`There is no community with the slug ${slug}.`);
  if (row.state === 'arriving') {
    throw new ConfigError(`${slug} is on its way to this installation: repeat the move where it began.`);
  }
  if (row.state === 'left' && row.movedTo !== movedTo) {
    throw new ConfigError(`${slug} has moved to ${row.movedTo}: move it from there.`);
  }
  if (row.state === null) {
    await onStep('stop');
    row = await stop(from, row, actor);
  }
  const { id: communityId, moveId } = row as MovingRow & { readonly moveId: string };
  let imported: Imported | undefined;
  if (row.state === 'leaving') {
    await onStep('wait');
    await waitForWriters(from.database);
    await onStep('copy');
    imported = await copyOnce(from, to, { ...options, communityId, moveId });
    await onStep('leave');
    await leave(from, { communityId, moveId, slug, movedTo, actor });
  }
  await onStep('answer');
  await answerThere(to, slug, moveId);
  await onStep('empty');
  await emptyLeft(from.ownerConnection, communityId);
  return { slug, movedTo, imported };
}

const find = async ({ database }: Pick<Cell, 'database'>, slug: string): Promise<MovingRow | undefined> =>
  (await selectMovingCommunity(database.reads, { slug }))[0];

/** Whatever is committed from here on sees that nothing may be changed. */
async function stop(from: Cell, { id }: MovingRow, actor: string): Promise<MovingRow> {
  const moveId = uuidv7();
  await act(from, { communityId: id, actor, action: 'community.move_begun' }, async (transaction) => {
    const [begun] = await beginLeaving(transaction, { communityId: id, moveId, reason: REASON });
    return begun !== undefined;
  });
  return { id, state: 'leaving', moveId, movedTo: null };
}

type Act = Pick<NewAuditRow, 'communityId' | 'actor' | 'action' | 'subject' | 'details'>;

/** @throws ConfigError where another command was first, and nothing changes */
async function act(
  { database, clock }: Cell,
  row: Act,
  work: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await work(transaction)))
      throw new ConfigError('Another command has just changed the move: look, and repeat.');
    const subject = row.subject ?? `community:${row.communityId}`;
    await appendAudit(transaction, [{ ...row, subject, at: clock.now() }]);
  });
}

/** Waits until all have ended that may have begun before the stop was committed: bookings, changes, imports. */
async function waitForWriters({ heavy }: Pick<Database, 'heavy'>): Promise<void> {
  const writersNow = async () => new Set((await selectWriters(heavy)).map(({ writer }) => writer));
  let waitedFor = await writersNow();
  while (waitedFor.size > 0) {
    await delay(LOOK_AGAIN_MS);
    const writing = await writersNow();
    waitedFor = new Set([...waitedFor].filter((writer) => writing.has(writer)));
  }
}

interface Copying extends MoveOptions {
  readonly communityId: number;
  readonly moveId: string;
}

/** @returns undefined: it is there, as it has been since the stop */
async function copyOnce(from: Cell, to: Cell, options: Copying): Promise<Imported | undefined> {
  const { slug, communityId, moveId, actor, note } = options;
  const there = await find(to, slug);
  if (there?.state === 'arriving' && there.moveId === moveId) return undefined;
  // Of a move that was taken back.
  if (there?.state === 'arriving' && there.moveId) await discardArriving(to.ownerConnection, there.id, there.moveId);
  const [passphrase, salt] = [newPassphrase(), newSalt()];
  const stream = new PassThrough();
  const source = { communityId, keys: from.keys, passphrase, salt, at: from.clock.now() };
  const sending = writeExport(from.ownerConnection, stream, source);
  const arriving = openBackup(stream).then((backup) =>
    importCommunity(backup, to.ownerConnection, {
      ...{ passphrase, keys: to.keys, actor, clock: to.clock, note },
      async mark(client, id) {
        await client.query(
          `update communities set move_state = 'arriving', move_id = $2, reason_before_move = partner_api_disabled_reason,
             partner_api_disabled_reason = $3
           where id = $1`,
          [id, moveId, REASON],
        );
      },
    }),
  );
  sending.catch((error) => stream.destroy(error));
  arriving.catch(() => stream.destroy());
  const [received, sent] = await Promise.allSettled([arriving, sending]);
  if (received.status === 'fulfilled' && sent.status === 'fulfilled') return received.value;
  const failures = [received, sent].flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  // The side that ended because of the other one says only that the stream has ended.
  throw failures.find(({ message }) => !/premature|aborted|ends too early/i.test(message)) ?? failures[0];
}

async function leave(
  from: Cell,
  { communityId, moveId, slug, movedTo, actor }: Pick<Copying, 'communityId' | 'moveId' | 'slug' | 'movedTo' | 'actor'>,
): Promise<void> {
  // Its own rows are deleted here; that it has moved is kept with the installation.
  const row = { communityId: null, actor, action: 'community.moved', details: { slug, moved_to: movedTo } };
  await act(from, { ...row, subject: `community:${communityId}` }, async (transaction) => {
    const [left] = await finishLeaving(transaction, { communityId, moveId, movedTo });
    return left !== undefined;
  });
}

/** From here on the other installation answers. */
async function answerThere(to: Cell, slug: string, moveId: string): Promise<void> {
  const there = await find(to, slug);
  if (!there) throw new ConfigError(`${slug} is not in the installation it moved to: is --to-settings the right file?`);
  if (there.state !== 'arriving' || there.moveId !== moveId) return;
  const row = { communityId: there.id, actor: 'command line', action: 'community.arrived' };
  await act(to, row, async (transaction) => {
    const [settled] = await settle(transaction, { communityId: there.id, moveId });
    return settled !== undefined;
  });
}

/**
 * Takes an interrupted move back, so that the community is at work here again.
 * @param to the other installation; needed once it may have answered
 * @throws ConfigError where nothing is under way, or the other installation answers already
 */
export async function takeBackLeaving(from: Cell, to: Cell | undefined, slug: string, actor: string): Promise<void> {
  const row = await find(from, slug);
  if (!row) throw new ConfigError(`There is no community with the slug ${slug}.`);
  const { id: communityId, state, moveId } = row;
  if (moveId === null || state === 'arriving') throw new ConfigError(`No move of ${slug} has begun here.`);
  if (state === 'left' && !to) {
    throw new ConfigError(
      `${slug} has left for ${row.movedTo}: add --to-settings, so that its copy there is taken back, or repeat the move.`,
    );
  }
  const there = to && (await find(to, slug));
  const isCopy = there?.state === 'arriving' && there.moveId === moveId;
  if (state === 'left' && there && !isCopy) {
    throw new ConfigError(`${slug} is at work at ${row.movedTo}: to have it back, move it from there.`);
  }
  // Before it is at work here, the copy can never be any more.
  if (to && there && isCopy) await discardArriving(to.ownerConnection, there.id, moveId);
  await act(from, { communityId, actor, action: 'community.move_taken_back' }, async (transaction) => {
    const [settled] = await settle(transaction, { communityId, moveId });
    return settled !== undefined;
  });
}
