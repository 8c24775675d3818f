/** The bank accounts that a community names, and how its inbox is worked on. */
import { invalidField, refusal } from '../../../../core/base/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { lockPartner } from '../../../../core/partners/queries.ts';
import { checkedIban } from '../../../bank-files/national-ibans.ts';
import { addAccountIn, bankAccountKey, findBankAccount } from './accounts.ts';
import {
  type BankAccountRow,
  type HolderAddress,
  selectBankAccounts,
  updateBankAccount,
  updateInboxRow,
  writtenAddress,
} from './file-queries.ts';
import { lockInbox, reopenAccount } from './queries.ts';
import { refreshIn } from './refresh.ts';

/** What is absent stays as it is. */
export interface InboxChanges {
  readonly account?: string | undefined;
  readonly accountHolder?: string | null | undefined;
  /** Null: none. */
  readonly holderAddress?: HolderAddress | null | undefined;
  readonly partnerId?: number | null | undefined;
  readonly fourEyes?: boolean | undefined;
  readonly lineOpenDays?: number | undefined;
}

/**
 * @param allow throws when this change is not allowed
 * @throws refusal validation_failed naming the field, partner_not_found
 */
export async function changeInboxSettings(
  deps: ChangeDeps,
  act: CommunityAct,
  changes: InboxChanges,
  allow: (before: InboxChanges, after: InboxChanges) => void = () => {},
): Promise<void> {
  const { communityId } = act;
  await change(deps, act, async (within) => {
    const { transaction, audit } = within;
    const [before] = await lockInbox(transaction, { communityId });
    allow({ ...before }, changes);
    const { fourEyes = null, lineOpenDays = null } = changes;
    if (fourEyes !== null || lineOpenDays !== null) {
      await updateInboxRow(transaction, { communityId, fourEyes, lineOpenDays });
    }
    const { account, accountHolder, holderAddress, partnerId } = changes;
    if ([account, accountHolder, holderAddress, partnerId].some((one) => one !== undefined)) {
      await changeAccountIn(within, communityId, changes);
    }
    await refreshIn(transaction, communityId);
    const named = { account, account_holder: accountHolder, partner_id: partnerId };
    const details = { four_eyes: fourEyes, line_open_days: lineOpenDays, ...named };
    audit('inbox.settings_changed', undefined, { after: details });
  });
}

async function changeAccountIn(within: Change, communityId: number, changes: InboxChanges): Promise<void> {
  const { transaction } = within;
  const { accountHolder, holderAddress, partnerId } = changes;
  if (partnerId !== undefined && partnerId !== null) {
    const [partner] = await lockPartner(transaction, { communityId, partnerId });
    if (!partner) throw refusal('partner_not_found', 'This community has no such partner.');
  }
  const row = await accountToChangeIn(within, communityId, changes.account);
  await updateBankAccount(transaction, {
    communityId,
    id: row.id,
    namedBy: 'settings',
    answers: JSON.stringify(row.answers),
    holder: accountHolder === undefined ? row.holder : accountHolder?.trim() || null,
    holderAddress: writtenAddress(holderAddress === undefined ? row.holderAddress : holderAddress),
    partnerId: partnerId === undefined ? row.partnerId : partnerId,
  });
  await reopenAccount(transaction, { communityId, accountId: row.id });
}

/** The account that is named, a new one if it is not known; without a name the only one. */
async function accountToChangeIn(
  within: Change,
  communityId: number,
  written: string | undefined,
): Promise<BankAccountRow> {
  const accounts = await selectBankAccounts(within.transaction, { communityId });
  const found = findBankAccount(accounts, written === undefined ? null : checkedAccount(written));
  if (found) return found;
  if (written === undefined) {
    throw invalidField('account', 'required', 'Name the account: the community has none, or several.');
  }
  return await addAccountIn(within, communityId, accounts, checkedAccount(written), 'settings');
}

/** @throws refusal validation_failed where an IBAN's check digits fail, or nothing of an account is there */
function checkedAccount(written: string): string {
  const key = bankAccountKey(written);
  if (/^[A-Z]{2}\d{2}/.test(key) && checkedIban(key) === undefined) {
    throw invalidField('account', 'invalid_iban', `${written} is no IBAN: its check digits or its length are wrong.`);
  }
  if (!/^[A-Z0-9]{4,64}$/.test(key)) {
    throw invalidField('account', 'invalid_format', 'An account has letters and digits only, 4 to 64 of them.');
  }
  return key;
}
