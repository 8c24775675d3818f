/** GET /users/{id} */
import { decodeId, encodeId, type getUser } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import { batch } from '../../../platform/database/batcher.ts';
import type { Handler } from '../access/call.ts';
import { userNotFound } from '../access/user-not-found.ts';
import { type EmailReader, emailReaderOf, presentUser } from './present.ts';
import { selectUsersById, selectUsersByIdWithEmail, type UserRow } from './queries.ts';

const LOOK_UPS_MAX = 200;

interface LookUp {
  readonly communityId: number;
  readonly partnerId: number;
  readonly memberId: string;
}

/** The handler of one application; look-ups that arrive together share a statement. */
export function createGetUserHandler({ database, clock }: Pick<Deps, 'database' | 'clock'>): Handler<typeof getUser> {
  const findPlain = batch<LookUp, UserRow | undefined>(
    async (keys) => inOrder(keys.length, await selectUsersById(database.reads, ...idsOf(keys))),
    LOOK_UPS_MAX,
  );
  const findWithEmail = batch<LookUp & { readonly reader: EmailReader }, UserRow | undefined>(
    async (keys) =>
      inOrder(
        keys.length,
        await selectUsersByIdWithEmail(
          database.relaxed,
          keys.map(({ reader, ...key }) => ({ ...key, ...reader, subject: encodeId('usr', key.memberId) })),
          { at: clock.now() },
        ),
      ),
    LOOK_UPS_MAX,
  );

  return async (call) => {
    const { communityId, partnerId, scopes } = call.caller;
    const memberId = decodeId('usr', call.params.id ?? '');
    const row = memberId === undefined ? undefined : await find({ communityId, partnerId, memberId });
    if (!row) throw userNotFound(call.params.id ?? '');
    return { data: presentUser(row) };

    function find(key: LookUp) {
      return scopes.includes('users.pii') ? findWithEmail({ ...key, reader: emailReaderOf(call) }) : findPlain(key);
    }
  };
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
