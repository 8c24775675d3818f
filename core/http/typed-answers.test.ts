/** The contract binds what goes out: `tsc` fails here when a reply or a path parameter of another shape compiles. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { creditWallet, getUser, issueToken, listUsers, retryDelivery } from '@timebank/contract';
import type { ConsoleCall, ConsoleHandler, ConsoleReply } from '../../console/desk/call.ts';
import type { listMembers } from '../../modules/members/contract/members.ts';
import type { removePasskey } from '../../modules/office/contract/passkeys.ts';
import type { getPartner } from '../../modules/partners/contract/partners.ts';
import type { Call, ClientHandler, Handler, Reply } from '../access/call.ts';
import { pageOf } from './paging.ts';

const AT = '2026-11-20T09:30:00.000Z';
const USER = { id: 'usr_1', name: 'Anna', status: 'active' as const, created_at: AT, updated_at: AT };
const PAGE = { per_page: 1, has_more: false, next_cursor: null };

test('a partner handler compiles only with the answer that its operation declares', () => {
  const compiled: readonly Handler<typeof getUser>[] = [
    async () => ({ data: USER }),
    async () => ({ data: { ...USER, email: null }, headers: { Link: '' } }),
    // @ts-expect-error a required field is missing
    async () => ({ data: { id: 'usr_1', name: 'Anna', status: 'active' as const, created_at: AT } }),
    // @ts-expect-error a field has another type
    async () => ({ data: { ...USER, name: 1 } }),
    // @ts-expect-error a word is not one of the list
    async () => ({ data: { ...USER, status: 'left' as const } }),
    // @ts-expect-error the answer has no data
    async () => ({ meta: PAGE }),
    // @ts-expect-error the data are a list
    async () => ({ data: [USER] }),
    // @ts-expect-error the operation has no success of this status
    async () => ({ data: USER, status: 201 }),
  ];
  assert.equal(compiled.length, 8);
});

test('a list that can be kept in step compiles only with its sync token', () => {
  const compiled: readonly Handler<typeof listUsers>[] = [
    async () => ({ data: [USER, { id: 'usr_2', removed: true }], meta: { ...PAGE, sync_token: null } }),
    // @ts-expect-error meta.sync_token is missing
    async () => ({ data: [USER], meta: PAGE }),
    // @ts-expect-error meta.sync_token is a number
    async () => ({ data: [USER], meta: { ...PAGE, sync_token: 1 } }),
    // @ts-expect-error meta is missing
    async () => ({ data: [USER] }),
    // @ts-expect-error an item lacks its fields
    async () => ({ data: [{ id: 'usr_1' }], meta: { ...PAGE, sync_token: null } }),
  ];
  assert.equal(compiled.length, 5);
});

test('pages carry the type of their items to the answer', () => {
  const page = { perPage: 1, limit: 2, after: undefined, isSigned: false, seal: (cursor: string) => ({ cursor }) };
  const list = pageOf(
    page,
    [{ id: 'a', n: 1 }],
    (row) => row.id,
    ({ n }) => n,
  );
  const [first]: number[] = list.data;
  // @ts-expect-error the items are numbers
  const texts: string[] = list.data;
  assert.deepEqual([first, texts], [1, [1]]);
});

test('an answer with several statuses, and one of an OAuth endpoint, are typed alike', () => {
  type Credited = Reply<typeof creditWallet>;
  const statusOf = ({ status = 200 }: Credited): 200 | 201 => status;
  // @ts-expect-error the data of a credit have no such field
  const unknownField = ({ data }: Credited) => data.cents;
  const tokens: readonly ClientHandler<typeof issueToken>[] = [
    async () => ({ body: { access_token: 'a', token_type: 'Bearer', expires_in: 3600, scope: 'users.read' } }),
    // @ts-expect-error the lifetime is a number
    async () => ({ body: { access_token: 'a', token_type: 'Bearer', expires_in: '3600', scope: 'users.read' } }),
    // @ts-expect-error the token is missing
    async () => ({ body: { token_type: 'Bearer', expires_in: 3600, scope: 'users.read' } }),
  ];
  assert.deepEqual([typeof statusOf, typeof unknownField, tokens.length], ['function', 'function', 3]);
});

test('a console handler compiles only with the answer that its operation declares', () => {
  const meta = { ...PAGE, count: { rows: 0, more: false } };
  const lists: readonly ConsoleHandler<typeof listMembers>[] = [
    async () => ({ data: [], meta }),
    // @ts-expect-error meta.count is missing
    async () => ({ data: [], meta: PAGE }),
    // @ts-expect-error an item lacks its fields
    async () => ({ data: [{ id: 'usr_1' }], meta }),
  ];
  const removals: readonly ConsoleHandler<typeof removePasskey>[] = [
    async () => ({ data: { id: 1, deleted: true }, cookie: 'sent along' }),
    // @ts-expect-error the id of a passkey is a number
    async () => ({ data: { id: 'one', deleted: true } }),
    // @ts-expect-error the id is missing
    async () => ({ data: { deleted: true } }),
  ];
  // @ts-expect-error the data of a partner have no such field
  const unknownField = ({ data }: ConsoleReply<typeof getPartner>) => data.secret_hash;
  assert.deepEqual([lists.length, removals.length, typeof unknownField], [3, 3, 'function']);
});

test('the parameters of a call are those of its path', () => {
  const known = ({ params }: Call<typeof retryDelivery>): readonly string[] => [params.id, params.delivery_id];
  // @ts-expect-error the path has no such parameter
  const unknownName = ({ params }: Call<typeof retryDelivery>) => params.deliveryId;
  // @ts-expect-error the path has no parameter
  const none = ({ params }: Call<typeof listUsers>) => params.id;
  const ofConsole = ({ params }: ConsoleCall<typeof getPartner>): readonly string[] => [params.slug, params.partnerId];
  // @ts-expect-error the path has no such parameter
  const unknownOfConsole = ({ params }: ConsoleCall<typeof getPartner>) => params.partner_id;
  for (const read of [known, unknownName, none, ofConsole, unknownOfConsole]) assert.equal(typeof read, 'function');
});
