/** The balances that statements name, and what moved on an account day by day. */
import { query, type StatementRow, write } from '../../../../core/database/query.ts';

export const insertBankStatements = write(
  'insert_bank_statements',
  {
    rows: {
      ...({ number: 'int', accountId: 'bigint', currency: 'text', firstDay: 'date', lastDay: 'date' } as const),
      ...({ opening: 'text', closing: 'text' } as const),
    },
  },
  `insert into bank_statements (community_id, file_id, $columns)
   select $communityId, $fileId, row.* from unnest($rows) as row`,
);

/** An answer may read other accounts, days and amounts. */
export const deleteBankStatements = write(
  'delete_bank_statements',
  'delete from bank_statements where community_id = $communityId and file_id = $fileId',
);

/** `opening`: before the first line of `firstDay`. `closing`: behind the last line of `lastDay`. */
export type StatementBalances = StatementRow<'select_statement_balances'>;

/** Each statement once, whatever number of files hold it. */
export const selectStatementBalances = query(
  'select_statement_balances',
  `select currency, first_day as "firstDay", last_day as "lastDay", opening, closing
   from bank_statements
   where community_id = $communityId and account_id = $accountId and first_day between $from and $to
   group by currency, first_day, last_day, opening, closing
   order by first_day, last_day limit $limit`,
);

/** `lacksBalances`: its balances were read, and not kept: that began later. */
export type FileDays = StatementRow<'select_file_days'>;

/**
 * Files that are about days of a span: of one account by what they say, of several by the account's own lines. What only
 * details the entries of others is about no day.
 */
export const selectFileDays = query(
  'select_file_days',
  `select f.id as "fileId", f.name, f.imported_at as "importedAt",
     case when cardinality(f.accounts) = 1 then f.first_day else own.first_day end as "firstDay!",
     case when cardinality(f.accounts) = 1 then f.last_day else own.last_day end as "lastDay!",
     own.is_final and f.proofs @? '$[*] ? (@.kind == "balance" && @.expected != null)' and not exists (
       select from bank_statements s where s.community_id = f.community_id and s.file_id = f.id) as "lacksBalances"
   from bank_files f
   cross join lateral (
     select min(l.booked_on) as first_day, max(l.booked_on) as last_day,
       coalesce(bool_and(l.statement_kind = 'final') filter (where l.first_file_id = f.id), false) as is_final,
       coalesce(bool_or(l.statement_kind = 'details') filter (where l.first_file_id = f.id), false) as is_details
     from bank_line_files x
     join bank_lines l on l.community_id = x.community_id and l.id = x.line_id
     where x.community_id = f.community_id and x.file_id = f.id and l.account_id = $accountId) own
   where f.community_id = $communityId and f.accounts @> array[$account::text] and f.first_day < $to::date
     and f.last_day >= $from::date and not own.is_details
     and (cardinality(f.accounts) = 1 or own.first_day is not null)
   order by f.id limit $limit`,
);

/** Whether the amount of a line `l` is in that of its batch: in what the batch lacks, if its file has some of its details. */
export const IN_BATCH = `exists (
       select from bank_lines b
       where b.community_id = l.community_id and b.reference = l.entry_reference and b.account_id = l.account_id
         and b.missing_details is not null and b.id <> l.id and not exists (
           select from bank_line_files x
           where x.community_id = b.community_id and x.file_id = b.first_file_id and x.line_id = l.id))`;

export type DaySum = StatementRow<'select_day_sums'>;

/**
 * What moved on each day of a span, its end left out. What is counted in a batch, or with the line that it is, is not
 * counted again.
 */
export const selectDaySums = query(
  'select_day_sums',
  `select l.booked_on as day, l.currency, sum(l.amount::numeric)::text as sum
   from bank_lines l
   where l.community_id = $communityId and l.account_id = $accountId and l.booked_on >= $from::date
     and l.booked_on < $to::date and l.same_as_line_id is null and not ${IN_BATCH}
   group by l.booked_on, l.currency order by l.booked_on`,
);
