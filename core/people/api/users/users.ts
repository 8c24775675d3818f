/** `/users`: members as a partner may see them. */

import { decodeId, encodeId, type getUser, listUsers, type lookupUser, type User } from '@timebank/contract';
import type { Call, Caller, Handler } from '../../../access/call.ts';
import { inOrder, LOOK_UPS_MAX, type MemberLookUp, membersById } from '../../../access/members-by-id.ts';
import { userNotFound } from '../../../access/user-not-found.ts';
import { plainAddress } from '../../../base/address.ts';
import { refusal } from '../../../base/refusal.ts';
import { batchReads } from '../../../database/batcher.ts';
import { utcText } from '../../../database/utc-text.ts';
import type { Deps } from '../../../deps.ts';
import { openWalk, type WalkPage } from '../../../sync/api/walk.ts';
import type { ReadHorizon } from '../../../sync/horizon.ts';
import {
  type AskedUserPage,
  selectChangedUsers,
  selectChangedUsersWithEmail,
  selectUserByPaymentReference,
  selectUserPages,
  selectUserPageWithEmail,
  selectUsersById,
  selectUsersByIdWithEmail,
  type UserRow,
  usersOfPage,
} from '../../members/partner-queries.ts';
import { readPaymentReference } from '../../members/payment-reference.ts';

/** As it is now; of one that went out of the partner's sight there is the id alone. */
type ListedUserRow = UserRow & { readonly removed?: boolean };

/** Pages of one statement; each may have hundreds of rows. */
const PAGES_MAX = 16;

/** The handler of one application; pages that are asked for together share a statement. */
export function createListUsersHandler(
  { database: { heavy } }: Pick<Deps, 'database'>,
  readHorizon: ReadHorizon,
): Handler<typeof listUsers> {
  const findPage = batchReads<AskedUserPage, UserRow[]>(async (asked) => {
    const pages = await selectUserPages(heavy, { rows: asked });
    return pages.map(usersOfPage);
  }, PAGES_MAX);

  return async (call, deps) => {
    const page = await openWalk(call, deps, readHorizon, listUsers);
    return page.answer(await readPage(call, deps, page, findPage), (row) =>
      row.removed ? { id: encodeId('usr', row.id), removed: true } : presentUser(row),
    );
  };
}

function readPage(
  call: Call<typeof listUsers>,
  { database: { heavy }, clock }: Deps,
  { afterId, limit, perPage, since }: WalkPage,
  findPage: (page: AskedUserPage) => Promise<UserRow[]>,
): Promise<ListedUserRow[]> {
  const { communityId, partnerId, scopes } = call.caller;
  const keyset = { communityId, partnerId, afterId, limit };
  if (!scopes.includes('users.pii')) {
    if (since !== null) return selectChangedUsers(heavy, { ...keyset, since });
    return findPage({ communityId, partnerId, afterId, rowsMax: limit });
  }
  const audited = { ...keyset, ...emailReaderOf(call), answered: perPage, at: clock.now() };
  return since === null
    ? selectUserPageWithEmail(heavy, audited)
    : selectChangedUsersWithEmail(heavy, { ...audited, since });
}

// A member as partners see it, and who reads e-mail addresses.

/** The key `email` is there exactly when the statement read it, that is with the scope users.pii. */
function presentUser(row: UserRow): User {
  const createdAt = utcText(row.createdAt);
  const user = {
    id: encodeId('usr', row.id),
    name: row.name,
    status: 'active' as const,
    created_at: createdAt,
    updated_at: row.updatedAt === row.createdAt ? createdAt : utcText(row.updatedAt),
  };
  return row.email === undefined ? user : { ...user, email: row.email };
}

/** The reader of an e-mail address, for the audit row of the read. */
export interface EmailReader {
  readonly actor: string;
  readonly address: string | null;
  readonly requestId: string;
  /** First half of the token's SHA-256 in hex: finds the token's row, and is not the token. */
  readonly token: string;
}

const TOKEN_HASH_PREFIX_BYTES = 16;

function emailReaderOf(call: { caller: Caller; requestId: string; address: string }): EmailReader {
  return {
    actor: `partner:${call.caller.partnerId}`,
    // A link-local address may name its interface (`fe80::1%eth0`), which PostgreSQL does not read.
    address: plainAddress(call.address),
    requestId: call.requestId,
    token: call.caller.tokenHash.toString('hex', 0, TOKEN_HASH_PREFIX_BYTES),
  };
}

// GET /users/lookup

const RULES = {
  invalid_payment_reference:
    'payment_reference must be RF, two check digits and up to 21 letters or digits (ISO 11649).',
  wrong_check_digits: 'payment_reference has wrong check digits: it is mistyped.',
} as const;

export const lookupUserHandler: Handler<typeof lookupUser> = async ({ query, caller }, { database }) => {
  const text = query.payment_reference;
  if (text === undefined) throw atFault('required', 'payment_reference is required.');
  const read = readPaymentReference(text);
  if ('fault' in read) throw atFault(read.fault, RULES[read.fault]);
  const { communityId, partnerId } = caller;
  const [row] = await selectUserByPaymentReference(database.reads, {
    communityId,
    partnerId,
    paymentReference: read.reference,
  });
  if (!row) throw refusal('user_not_found', 'No member with this payment reference is visible to you.');
  return { data: { user_id: encodeId('usr', row.id), payment_reference: row.paymentReference } };
};

function atFault(code: string, message: string) {
  return refusal('invalid_request', message, [{ field: 'payment_reference', code, message }]);
}

// GET /users/{id}

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
