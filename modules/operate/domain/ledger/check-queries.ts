import { query } from '../../../../core/database/query.ts';

/**
 * Takes it upon this node to verify the ledger, if no verification is younger than `verifiedBefore` and none was begun
 * after `begunBefore`. Of several nodes one finds the row as it was.
 */
export const claimLedgerCheck = query(
  'claim_ledger_check',
  `insert into ledger_check as c (begun_at) values ($now!)
   on conflict (id) do update set begun_at = excluded.begun_at
     where (c.verified_at is null or c.verified_at <= $verifiedBefore) and (c.begun_at is null
       or c.begun_at <= $begunBefore)
   returning true as claimed`,
);

/** A verification of an older snapshot that ends later changes nothing. */
export const noteLedgerCheck = query(
  'note_ledger_check',
  `insert into ledger_check as c (verified_at, holds) values ($verifiedAt!, $holds!)
   on conflict (id) do update set verified_at = excluded.verified_at, holds = excluded.holds
     where c.verified_at is null or c.verified_at <= excluded.verified_at`,
);
