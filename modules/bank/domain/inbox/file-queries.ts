/** The bank accounts that a community has, its files, and how its inbox is worked on. */
import { query, type StatementRow, write } from '../../../../core/database/query.ts';

/** Where the holder of an account lives, in the parts that banks ask for. */
export interface HolderAddress {
  readonly street: string | null;
  readonly houseNumber: string | null;
  readonly postcode: string;
  readonly town: string;
  /** ISO 3166-1, two capitals. */
  readonly country: string;
}

/** `account`: empty: of files that name no account. */
export type BankAccountRow = StatementRow<'select_bank_accounts'>;

export const selectBankAccounts = query(
  'select_bank_accounts',
  `select id, account, holder, holder_address as "holderAddress", partner_id as "partnerId", named_by as "namedBy", answers
   from bank_accounts where community_id = $communityId order by id`,
);

export const insertBankAccount = write(
  'insert_bank_account',
  `insert into bank_accounts (community_id, account, named_by, created_at)
   values ($communityId, $account, $namedBy, $createdAt) returning id`,
);

/** An address as `updateBankAccount` takes it. */
export const writtenAddress = (address: HolderAddress | null) => (address === null ? null : JSON.stringify(address));

export const updateBankAccount = write(
  'update_bank_account',
  `update bank_accounts set holder = $holder, holder_address = $holderAddress, partner_id = $partnerId,
     named_by = $namedBy, answers = $answers
   where community_id = $communityId and id = $id`,
);

/** The account that no file had named: here, and in the list of each file about it. */
export const numberBankAccount = write(
  'number_bank_account',
  `with told as (
     update bank_files set accounts = array_replace(accounts, '', $account::text)
     where community_id = $communityId and accounts @> array[''])
   update bank_accounts set account = $account where community_id = $communityId and id = $id and account = ''`,
);

export const selectInboxSettings = query(
  'select_inbox_settings',
  `select four_eyes as "fourEyes", line_open_days as "lineOpenDays" from communities where id = $communityId`,
);

/** Null: as before. */
export const updateInboxRow = write(
  'update_inbox_settings',
  `update communities set four_eyes = coalesce($fourEyes::bool, four_eyes),
     line_open_days = coalesce($lineOpenDays::int, line_open_days)
   where id = $communityId`,
);

/** A file that is imported again keeps its first row; what its answers change is written. */
export const insertBankFile = write(
  'insert_bank_file',
  `insert into bank_files (community_id, sha256, name, accounts, first_day, last_day, proofs, questions, imported_by,
     imported_at)
   values ($communityId, $sha256, $name, $accounts, $firstDay, $lastDay, $proofs, $questions, $importedBy, $importedAt)
   on conflict (community_id, sha256) do update
     set proofs = excluded.proofs, questions = excluded.questions, accounts = excluded.accounts,
       first_day = excluded.first_day, last_day = excluded.last_day
   returning id`,
);

/** The file of an earlier import, where a choice was open. */
export const selectAskedFile = query(
  'select_asked_file',
  `select id from bank_files where community_id = $communityId and sha256 = $sha256 and questions <> '[]'`,
);

export type BankFileView = StatementRow<'select_bank_files'>;

const FILE = `select id as "fileId", sha256, name, accounts, first_day as "firstDay", last_day as "lastDay", proofs,
     questions, imported_by as "importedBy", imported_at as "importedAt"
   from bank_files`;

export const selectBankFiles = query(
  'select_bank_files',
  `${FILE} where community_id = $communityId and id = any($ids::bigint[]) order by id`,
);

/** Files with a proof that fails, or with a choice that nobody has made, the newest first. */
export const selectDoubtfulFiles = query(
  'select_doubtful_files',
  `${FILE} where community_id = $communityId and (proofs @> '[{"holds": false}]' or questions <> '[]') order by id desc limit $limit`,
);

export const selectBankFilePage = query<{ communityId: number; beforeId: string; limit: number }, BankFileView>(
  'select_bank_file_page',
  `${FILE} where community_id = $communityId and id < $beforeId::bigint order by id desc limit $limit`,
);
