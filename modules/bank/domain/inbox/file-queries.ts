/** The bank accounts that a community has, its files, and how its inbox is worked on. */
import { query, write } from '../../../../core/database/query.ts';
import type { BankProof, BankQuestion } from '../../../bank-files/types.ts';

/** Where the holder of an account lives, in the parts that banks ask for. */
export interface HolderAddress {
  readonly street: string | null;
  readonly houseNumber: string | null;
  readonly postcode: string;
  readonly town: string;
  /** ISO 3166-1, two capitals. */
  readonly country: string;
}

export interface BankAccountRow {
  readonly id: number;
  /** Empty: of files that name no account. */
  readonly account: string;
  readonly holder: string | null;
  readonly holderAddress: HolderAddress | null;
  readonly partnerId: number | null;
  readonly namedBy: 'settings' | 'file';
  readonly answers: Readonly<Record<string, string>>;
}

export const selectBankAccounts = query<{ communityId: number }, BankAccountRow>(
  'select_bank_accounts',
  `select id, account, holder, holder_address as "holderAddress", partner_id as "partnerId", named_by as "namedBy", answers
   from bank_accounts where community_id = $communityId order by id`,
);

export const insertBankAccount = write<
  { communityId: number; account: string; namedBy: 'settings' | 'file'; createdAt: Date },
  { id: number }
>(
  'insert_bank_account',
  `insert into bank_accounts (community_id, account, named_by, created_at)
   values ($communityId, $account, $namedBy, $createdAt) returning id`,
);

/** An address as `updateBankAccount` takes it. */
export const writtenAddress = (address: HolderAddress | null) => (address === null ? null : JSON.stringify(address));

export const updateBankAccount = write<{
  communityId: number;
  id: number;
  holder: string | null;
  holderAddress: string | null;
  partnerId: number | null;
  namedBy: 'settings' | 'file';
  answers: string;
}>(
  'update_bank_account',
  `update bank_accounts set holder = $holder, holder_address = $holderAddress, partner_id = $partnerId,
     named_by = $namedBy, answers = $answers
   where community_id = $communityId and id = $id`,
);

/** The account that no file had named: here, and in the list of each file about it. */
export const numberBankAccount = write<{ communityId: number; id: number; account: string }>(
  'number_bank_account',
  `with told as (
     update bank_files set accounts = array_replace(accounts, '', $account::text)
     where community_id = $communityId and accounts @> array[''])
   update bank_accounts set account = $account where community_id = $communityId and id = $id and account = ''`,
);

export const selectInboxSettings = query<{ communityId: number }, { fourEyes: boolean; lineOpenDays: number }>(
  'select_inbox_settings',
  `select four_eyes as "fourEyes", line_open_days as "lineOpenDays" from communities where id = $communityId`,
);

/** Null: as before. */
export const updateInboxRow = write<{ communityId: number; fourEyes: boolean | null; lineOpenDays: number | null }>(
  'update_inbox_settings',
  `update communities set four_eyes = coalesce($fourEyes::bool, four_eyes),
     line_open_days = coalesce($lineOpenDays::int, line_open_days)
   where id = $communityId`,
);

export interface BankFileRow {
  readonly communityId: number;
  readonly sha256: Buffer;
  readonly name: string | null;
  readonly accounts: readonly string[];
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly proofs: string;
  readonly questions: string;
  readonly importedBy: string;
  readonly importedAt: Date;
}

/** A file that is imported again keeps its first row; what its answers change is written. */
export const insertBankFile = write<BankFileRow, { id: number }>(
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
export const selectAskedFile = query<{ communityId: number; sha256: Buffer }, { id: number }>(
  'select_asked_file',
  `select id from bank_files where community_id = $communityId and sha256 = $sha256 and questions <> '[]'`,
);

export interface BankFileView {
  readonly fileId: number;
  readonly sha256: Buffer;
  readonly name: string | null;
  readonly accounts: readonly string[];
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly proofs: readonly BankProof[];
  readonly questions: readonly BankQuestion[];
  readonly importedBy: string;
  readonly importedAt: Date;
}

const FILE = `select id as "fileId", sha256, name, accounts, first_day as "firstDay", last_day as "lastDay", proofs,
     questions, imported_by as "importedBy", imported_at as "importedAt"
   from bank_files`;

export const selectBankFiles = query<{ communityId: number; ids: readonly number[] }, BankFileView>(
  'select_bank_files',
  `${FILE} where community_id = $communityId and id = any($ids::bigint[]) order by id`,
);

/** Files with a proof that fails, or with a choice that nobody has made, the newest first. */
export const selectDoubtfulFiles = query<{ communityId: number; limit: number }, BankFileView>(
  'select_doubtful_files',
  `${FILE} where community_id = $communityId and (proofs @> '[{"holds": false}]' or questions <> '[]') order by id desc limit $limit`,
);

export const selectBankFilePage = query<{ communityId: number; beforeId: string; limit: number }, BankFileView>(
  'select_bank_file_page',
  `${FILE} where community_id = $communityId and id < $beforeId::bigint order by id desc limit $limit`,
);
