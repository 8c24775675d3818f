/**
 * Moves one community between two installations that are at work (docs/decisions/cells.md). Each step is one transaction in one of them,
 * so that a move may be killed anywhere: it is repeated, and goes on, or taken back until the other installation answers.
 */
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { Clock } from '../../../core/base/clock.ts';
import { ConfigError } from '../../../core/base/config.ts';
import type { Keys } from '../../../core/base/keys.ts';
import { appendAudit, type NewAuditRow } from '../../../core/change/audit/append.ts';
import type { ConnectionSettings } from '../../../core/database/connection.ts';
import type { Database, Transaction } from '../../../core/database/query.ts';
import { openBackup } from '../../operate/backup/parts.ts';
import { COPY_DISCARDED, discardArriving, emptyLeft } from './delete-community.ts';
import { writeExport } from './export-community.ts';
import { newPassphrase, newSalt } from './export-secrets.ts';
import { type ImportedCommunity, importCommunity, WrittenMeanwhile } from './import-community.ts';
import {
  beginEmptying,
  beginLeaving,
  finishLeaving,
  type MovingRow,
  selectMoveActs,
  selectMovingCommunity,
  selectWriters,
  settle,
} from './move-queries.ts';

/** One of the two installations. */
export interface Cell {
  /** Which installation it is: addresses do not tell. */
  readonly installationId: string;
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

export interface MovedCommunity {
  readonly slug: string;
  readonly movedTo: string;
  /** Undefined: an earlier run had copied it. */
  readonly imported: ImportedCommunity | undefined;
}

const REASON = 'The community is moving to another installation.';
const LOOK_AGAIN_MS = 20;

/**
 * Moves it, or goes on with a move that was interrupted.
 * @throws ConfigError where it is not here, has moved elsewhere, or the other installation is another than it began with, or
 * has another one of its slug
 */
export async function moveCommunity(from: Cell, to: Cell, options: MoveOptions): Promise<MovedCommunity> {
  const { slug, movedTo, actor, onStep = () => {} } = options;
  let row = await find(from, slug);
  if (!row) throw new ConfigError(`There is no community with the slug ${slug}.`);
  if (row.state === 'arriving') {
    throw new ConfigError(`${slug} is on its way to this installation: repeat the move where it began.`);
  }
  if (row.state === 'copy') throw new ConfigError(`${slug} is a copy to compare with: move the community itself.`);
  if (row.state === 'left' && row.movedTo !== movedTo) {
    throw new ConfigError(`${slug} has moved to ${row.movedTo}: move it from there.`);
  }
  demandSameInstallation(row, to, slug);
  if (row.state === null) {
    await onStep('stop');
    row = await stop(from, to, row, actor);
  }
  const { id: communityId, moveId } = row as MovingRow & { readonly moveId: string };
  let imported: ImportedCommunity | undefined;
  if (row.state === 'leaving') {
    await onStep('wait');
    await waitForWriters(from.database);
    await onStep('copy');
    imported = await copyOnce(from, to, { ...options, communityId, moveId });
    await onStep('leave');
    await leave(from, { communityId, moveId, moveWith: to.installationId, slug, movedTo, actor });
  }
  await onStep('answer');
  await answerThere(to, slug, moveId);
  await onStep('empty');
  await from.database.transaction((transaction) =>
    beginEmptying(transaction, { communityId, moveId, at: from.clock.now() }),
  );
  await emptyLeft(from.ownerConnection, communityId);
  return { slug, movedTo, imported };
}

const find = async ({ database }: Pick<Cell, 'database'>, slug: string): Promise<MovingRow | undefined> =>
  (await selectMovingCommunity(database.reads, { slug }))[0];

/** @throws ConfigError for another installation than the one that a move began with */
function demandSameInstallation({ moveWith }: MovingRow, { installationId }: Cell, slug: string): void {
  if (moveWith === null || moveWith === installationId) return;
  throw new ConfigError(
    `The move of ${slug} began with another installation (${moveWith}) than --to-settings names (${installationId}): name its settings.`,
  );
}

/** Every transaction that commits from here on sees that nothing may be changed. */
async function stop(from: Cell, to: Cell, row: MovingRow, actor: string): Promise<MovingRow> {
  const { id } = row;
  const [moveId, moveWith] = [uuidv7(), to.installationId];
  const details = { move_id: moveId };
  await act(from, { communityId: id, actor, action: 'community.move_begun', details }, async (transaction) => {
    const [begun] = await beginLeaving(transaction, { communityId: id, moveId, moveWith, reason: REASON });
    return begun !== undefined;
  });
  return { ...row, state: 'leaving', moveId, moveWith };
}

const lookAgain = () => new ConfigError('Another command has just changed the move: look, and repeat.');

type Act = Pick<NewAuditRow, 'communityId' | 'actor' | 'action' | 'subject' | 'details'>;

/** @throws ConfigError where another command was first, and nothing changes */
export async function act(
  { database, clock }: Cell,
  row: Act,
  work: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await work(transaction))) throw lookAgain();
    const subject = row.subject ?? `community:${row.communityId}`;
    await appendAudit(transaction, [{ ...row, subject, at: clock.now() }]);
  });
}

/** Waits until all have ended that may have begun before the stop was committed: bookings, changes, imports. */
export async function waitForWriters({ heavy }: Pick<Database, 'heavy'>): Promise<void> {
  const writersNow = async () => new Set((await selectWriters(heavy)).map(({ writer }) => writer));
  let waitedFor = await writersNow();
  while (waitedFor.size > 0) {
    await delay(LOOK_AGAIN_MS);
    const writing = await writersNow();
    waitedFor = new Set([...waitedFor].filter((writer) => writing.has(writer)));
  }
}

const COPIES_MAX = 5;

interface CommunityCopy extends MoveOptions {
  readonly communityId: number;
  readonly moveId: string;
}

/** @returns undefined: it is there, as it has been since the stop */
async function copyOnce(from: Cell, to: Cell, options: CommunityCopy): Promise<ImportedCommunity | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await copy(from, to, options);
    } catch (error) {
      if (!(error instanceof WrittenMeanwhile) || tries === COPIES_MAX) throw error;
    }
  }
}

async function copy(from: Cell, to: Cell, options: CommunityCopy): Promise<ImportedCommunity | undefined> {
  const { slug, communityId, moveId, actor, note } = options;
  const there = await find(to, slug);
  if (there?.state === 'arriving' && there.moveId === moveId) return undefined;
  if (there?.state === 'arriving') await discardEarlier(from, to, there, options);
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
             partner_api_disabled_reason = $3, move_with = $4
           where id = $1`,
          [id, moveId, REASON, from.installationId],
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

/** A copy of a move that was taken back. @throws ConfigError for one that did not come from here */
async function discardEarlier(from: Cell, to: Cell, there: MovingRow, { slug, actor }: CommunityCopy): Promise<void> {
  if (there.moveId === null || (there.moveWith !== null && there.moveWith !== from.installationId)) {
    throw new ConfigError(
      `${slug} is on its way to that installation from another one (${there.moveWith}): end that move.`,
    );
  }
  const discarded = { moveId: there.moveId, actor, at: to.clock.now() };
  if (!(await discardArriving(to.ownerConnection, there.id, discarded))) throw lookAgain();
}

type Departure = Pick<CommunityCopy, 'communityId' | 'moveId' | 'slug' | 'movedTo' | 'actor'> & {
  readonly moveWith: string;
};

async function leave(from: Cell, { communityId, moveId, moveWith, slug, movedTo, actor }: Departure): Promise<void> {
  // Its own rows are deleted here; that it has moved is kept with the installation.
  const details = { slug, moved_to: movedTo, move_id: moveId };
  const row = { communityId: null, actor, action: 'community.moved', details };
  await act(from, { ...row, subject: `community:${communityId}` }, async (transaction) => {
    const [left] = await finishLeaving(transaction, { communityId, moveId, moveWith, movedTo });
    return left !== undefined;
  });
}

/**
 * From here on the other installation answers.
 * @throws ConfigError where it does not have the copy, or what it has did not come by this move
 */
async function answerThere(to: Cell, slug: string, moveId: string): Promise<void> {
  const there = await find(to, slug);
  if (!there) throw new ConfigError(`${slug} is not in the installation it moved to: is --to-settings the right file?`);
  if (there.state === 'arriving' && there.moveId === moveId) {
    const row = { communityId: there.id, actor: 'command line', action: ARRIVED, details: { move_id: moveId } };
    await act(to, row, async (transaction) => {
      const [settled] = await settle(transaction, { communityId: there.id, moveId });
      return settled !== undefined;
    });
    return;
  }
  const hasArrived = await wasDone(to, `community:${there.id}`, ARRIVED, moveId);
  if (there.state === 'arriving' || !hasArrived) {
    throw new ConfigError(
      `The installation has a community ${slug} that did not come by this move: is --to-settings the right file?`,
    );
  }
}

const ARRIVED = 'community.arrived';

async function wasDone({ database }: Cell, subject: string, action: string, moveId: string): Promise<boolean> {
  return (await selectMoveActs(database.reads, { subject, action, moveId })).length > 0;
}

export interface MoveCancellation {
  readonly slug: string;
  readonly actor: string;
  /** A person has seen that the copy is nowhere: the other installation was put back to before the move, or is gone. */
  readonly copyIsGone?: boolean;
}

/**
 * Takes an interrupted move back, so that the community is at work here again. It rests on what is found: the copy, which is
 * deleted, or the word of the other installation that it was.
 * @param to the other installation; needed once it may have answered
 * @returns whether a copy was deleted
 * @throws ConfigError where nothing is under way, rows have been deleted here, the other installation answers already, is
 * another than the community left for, or knows nothing of the copy
 */
export async function cancelMove(from: Cell, to: Cell | undefined, taking: MoveCancellation): Promise<boolean> {
  const { slug, actor } = taking;
  const row = await find(from, slug);
  if (!row) throw new ConfigError(`There is no community with the slug ${slug}.`);
  const { id: communityId, moveId } = row;
  if (moveId === null || row.state === 'arriving') throw new ConfigError(`No move of ${slug} has begun here.`);
  if (row.isEmptied)
    throw new ConfigError(`${slug} is at work at ${row.movedTo}: to have it back, move it from there.`);
  if (to) demandSameInstallation(row, to, slug);
  const isDiscarded = to ? await discardCopy(to, { ...row, moveId }, taking) : false;
  if (!to && row.state === 'left' && taking.copyIsGone !== true) {
    throw new ConfigError(
      `${slug} has left for ${row.movedTo}: add --to-settings, so that its copy there is taken back, or repeat the move.`,
    );
  }
  const details = { move_id: moveId, copy_discarded: isDiscarded };
  await act(from, { communityId, actor, action: 'community.move_taken_back', details }, async (transaction) => {
    const [settled] = await settle(transaction, { communityId, moveId });
    return settled !== undefined;
  });
  return isDiscarded;
}

/** Before the community is at work here, the copy can never be any more. */
async function discardCopy(
  to: Cell,
  { state, moveId, movedTo }: MovingRow & { readonly moveId: string },
  { slug, actor, copyIsGone = false }: MoveCancellation,
): Promise<boolean> {
  const there = await find(to, slug);
  if (there?.state === 'arriving' && there.moveId === moveId) {
    if (!(await discardArriving(to.ownerConnection, there.id, { moveId, actor, at: to.clock.now() })))
      throw lookAgain();
    return true;
  }
  if (state === 'leaving') return false;
  if (there) throw new ConfigError(`${slug} is at work at ${movedTo}: to have it back, move it from there.`);
  if (copyIsGone || (await wasDone(to, `move:${moveId}`, COPY_DISCARDED, moveId))) return false;
  throw new ConfigError(
    `The installation that ${slug} left for does not have it, and does not say that its copy was deleted. If it was put back to before the move, so that the copy is nowhere, add --copy-is-gone; else find the copy first.`,
  );
}
