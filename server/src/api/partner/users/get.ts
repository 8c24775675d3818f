/** GET /users/{id} */
import { decodeId, encodeId, type getUser } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import { batch } from '../../../platform/database/batcher.ts';
import { refusal } from '../../../platform/refusal.ts';
import type { Handler } from '../../http/handler.ts';
import { type EmailReader, presentUser, readerOf } from './present.ts';
import { selectUsersById, selectUsersByIdWithEmail, type UserRow } from './queries.ts';

const LOOK_UPS_MAX = 200;

interface LookUp {
  readonly communityId: number;
  readonly partnerId: number;
  readonly memberId: string;
}

interface LookUps {
  readonly plain: (key: LookUp) => Promise<UserRow | undefined>;
  readonly withEmail: (key: LookUp & { readonly reader: EmailReader }) => Promise<UserRow | undefined>;
}

/** One pair of batches per running service. */
const lookUpsOf = new WeakMap<Deps, LookUps>();

export const getUserHandler: Handler<typeof getUser> = async (call, deps) => {
  const { communityId, partnerId, scopes } = call.caller;
  const memberId = decodeId('usr', call.params.id ?? '');
  const row = memberId === undefined ? undefined : await find({ communityId, partnerId, memberId });
  if (!row) throw refusal('user_not_found', 'No member with this id is visible to you.');
  return { status: 200, body: { data: presentUser(row) } };

  function find(key: LookUp) {
    const lookUps = lookUpsOf.get(deps) ?? startLookUps(deps);
    return scopes.includes('users.pii') ? lookUps.withEmail({ ...key, reader: readerOf(call) }) : lookUps.plain(key);
  }
};

function startLookUps(deps: Deps): LookUps {
  const { database, clock } = deps;
  const lookUps: LookUps = {
    plain: batch(
      async (keys) => inOrder(keys.length, await selectUsersById(database.reads, ...idsOf(keys))),
      LOOK_UPS_MAX,
    ),
    withEmail: batch(
      async (keys) =>
        inOrder(
          keys.length,
          await selectUsersByIdWithEmail(
            database.relaxed,
            ...idsOf(keys),
            clock.now(),
            keys.map(({ reader }) => reader.actor),
            keys.map(({ memberId }) => encodeId('usr', memberId)),
            keys.map(({ reader }) => reader.address),
            keys.map(({ reader }) => reader.requestId),
            keys.map(({ reader }) => reader.token),
          ),
        ),
      LOOK_UPS_MAX,
    ),
  };
  lookUpsOf.set(deps, lookUps);
  return lookUps;
}

function idsOf(keys: readonly LookUp[]): [number[], number[], string[]] {
  return [
    keys.map(({ communityId }) => communityId),
    keys.map(({ partnerId }) => partnerId),
    keys.map(({ memberId }) => memberId),
  ];
}

/** Rows by the position, from 1, of the key they answer. */
function inOrder(count: number, rows: readonly (UserRow & { position: number })[]): (UserRow | undefined)[] {
  const values = new Array<UserRow | undefined>(count).fill(undefined);
  for (const row of rows) values[row.position - 1] = row;
  return values;
}
