/** /communities/{slug}/accounts: the community fund and organisations. */
import { hoursFromSeconds } from '@timebank/contract';
import { actOf, type CommunityDeps, type CommunityHandler } from '../../../../console/desk/call.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { unlessWidening } from '../../../../console/desk/session.ts';
import { widensAccount } from '../../../../console/desk/widens.ts';
import { openPage } from '../../../../core/http/paging.ts';
import { hoursOrNull, secondsOrNull } from '../../../../core/ledger/api/present/hours.ts';
import {
  type Account,
  type createAccount,
  type listAccounts,
  listAccountTransfers,
  type updateAccount,
} from '../../contract/accounts.ts';
import { type AccountRow, selectSharedAccount } from '../../domain/account-queries.ts';
import { addOrganisation, changeLowerBalance, listSharedAccounts } from '../../domain/accounts.ts';
import { linesReply } from './lines.ts';

const ACCOUNTS_MAX = 500;

export const listAccountsHandler: CommunityHandler<typeof listAccounts> = async ({ membership }, deps) => ({
  data: (await listSharedAccounts(deps.database, membership.communityId)).slice(0, ACCOUNTS_MAX).map(present),
  meta: { per_page: ACCOUNTS_MAX, has_more: false, next_cursor: null },
});

export const createAccountHandler: CommunityHandler<typeof createAccount> = async (call, deps) => {
  const { name, lower_balance_hours } = call.body;
  const organisation = { name, lowerBalanceSeconds: secondsOrNull(lower_balance_hours ?? null) };
  // A new account follows the community's limit unless the request sets one.
  unlessWidening(call, deps, widensAccount)(null, organisation.lowerBalanceSeconds);
  const id = await addOrganisation(deps, actOf(call), organisation);
  return { data: present(await find(deps, call.membership.communityId, id)) };
};

export const updateAccountHandler: CommunityHandler<typeof updateAccount> = async (call, deps) => {
  const { communityId } = call.membership;
  const account = await accountOfPath(deps, communityId, call.params.accountId);
  const seconds = secondsOrNull(call.body.lower_balance_hours);
  const allow = unlessWidening(call, deps, widensAccount);
  await changeLowerBalance(deps, actOf(call), `account:${account.id}`, seconds, allow);
  return { data: present(await find(deps, communityId, account.id)) };
};

export const listAccountTransfersHandler: CommunityHandler<typeof listAccountTransfers> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listAccountTransfers);
  const account = await accountOfPath(deps, communityId, call.params.accountId);
  return await linesReply(deps.database.heavy, page, communityId, account.id);
};

/** The shared account that a path names. @throws Refusal account_not_found */
export const accountOfPath = async (deps: CommunityDeps, communityId: number, accountId: string): Promise<AccountRow> =>
  await find(deps, communityId, readNumber(accountId));

async function find({ database }: CommunityDeps, communityId: number, id: number | undefined): Promise<AccountRow> {
  const [account] = id === undefined ? [] : await selectSharedAccount(database.reads, { communityId, accountId: id });
  if (!account) throw consoleRefusal('account_not_found', 'This community has no such organisation or community fund.');
  return account;
}

function present(row: AccountRow): Account {
  return {
    id: row.id,
    kind: row.kind === 'chest' ? 'chest' : 'organisation',
    name: row.name,
    balance_hours: hoursFromSeconds(row.balanceSeconds),
    lower_balance_hours: hoursOrNull(row.lowerBalanceSeconds),
  };
}
