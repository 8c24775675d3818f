/** GET /users/{id} */
import { decodeId, encodeId, type getUser } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import { selectUsersById, selectUsersByIdWithEmail, type UserRow } from '../../../domain/members/partner-queries.ts';
import { batchReads } from '../../../platform/database/batcher.ts';
import type { Handler } from '../access/call.ts';
import { inOrder, LOOK_UPS_MAX, type MemberLookUp, membersById } from '../access/members-by-id.ts';
import { userNotFound } from '../access/user-not-found.ts';
import { type EmailReader, emailReaderOf, presentUser } from './present.ts';

/** The handler of one application. */
export function createGetUserHandler({ database, clock }: Pick<Deps, 'database' | 'clock'>): Handler<typeof getUser> {
  const findPlain = membersById(database.reads, selectUsersById);
  const findWithEmail = batchReads<MemberLookUp & { readonly reader: EmailReader }, UserRow | undefined>(
    async (keys) =>
      inOrder(
        keys.length,
        await selectUsersByIdWithEmail(database.relaxed, {
          rows: keys.map(({ reader, ...key }) => ({ ...key, ...reader, subject: encodeId('usr', key.memberId) })),
          at: clock.now(),
        }),
      ),
    LOOK_UPS_MAX,
  );

  return async (call) => {
    const { communityId, partnerId, scopes } = call.caller;
    const memberId = decodeId('usr', call.params.id);
    const row = memberId === undefined ? undefined : await find({ communityId, partnerId, memberId });
    if (!row) throw userNotFound(call.params.id);
    return { data: presentUser(row) };

    function find(lookUp: MemberLookUp): Promise<UserRow | undefined> {
      return scopes.includes('users.pii')
        ? findWithEmail({ ...lookUp, reader: emailReaderOf(call) })
        : findPlain(lookUp);
    }
  };
}
