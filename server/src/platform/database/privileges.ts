/** The privileges of the application's role: I3 (append-only) by privilege, in addition to the trigger. */
import pg from 'pg';

/** Tables whose rows are added and never changed. */
const APPEND_ONLY = new Set([
  'transfers',
  'audit_log',
  'statements',
  'statement_comparisons',
  'explained_transfers',
  'statement_hashes',
  'audit_seals',
]);
/** Tables that only the owner's role writes. */
const READ_ONLY = new Set(['schema_migrations']);
/** Tables whose rows expire, are withdrawn, or are recounted. Rows of all others are never deleted. */
const DELETABLE = new Set([
  'access_tokens',
  'credit_days',
  'activity_counts',
  'subscriptions',
  'events',
  'event_queue',
  'nodes',
  'deliveries',
  'flights',
  'member_partner_visibility',
  'member_words',
  'member_details',
  'member_calls',
  'member_checks',
  'member_pairs',
  'member_grams',
  'member_tallies',
  'snapshots',
  'sync_marks',
  'administrator_roles',
  'credentials',
  'key_urls',
  'used_proofs',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'administrator_identities',
  'provider_requests',
  'sessions',
  'letter_texts',
  'answers',
  'listing_forms',
  'member_sessions',
  'sign_in_requests',
  'setup_links',
  'invitations',
  'sign_in_attempts',
  'call_log',
  'call_counts',
  'comparison_lines',
  'transfer_external_ids',
  'import_rows',
  'exchange_rates',
  'bank_statements',
  'bank_lines',
  'bank_line_files',
  'payer_choices',
  'mails',
  'messages',
  'password_requests',
  'password_links',
]);

function privilegesOn(table: string): string[] {
  if (READ_ONLY.has(table)) return ['SELECT'];
  if (APPEND_ONLY.has(table)) return ['INSERT', 'SELECT'];
  return DELETABLE.has(table) ? ['DELETE', 'INSERT', 'SELECT', 'UPDATE'] : ['INSERT', 'SELECT', 'UPDATE'];
}

/** Grants the role its privileges on every table, and revokes any others. Does nothing for the tables' owner. */
export async function grantPrivileges(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ table: string; owner: string; held: string[] }>(
    `select c.relname as table, pg_get_userbyid(c.relowner) as owner,
            array(select a.privilege_type from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
                  where r.rolname = $1 order by 1) as held
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      order by c.relname`,
    [role],
  );
  const quotedRole = pg.escapeIdentifier(role);
  for (const { table, owner, held } of rows) {
    const wanted = privilegesOn(table);
    if (owner === role || held.join() === wanted.join()) continue;
    const quotedTable = `public.${pg.escapeIdentifier(table)}`;
    await client.query(`revoke all on ${quotedTable} from ${quotedRole}`);
    await client.query(`grant ${wanted.join(', ')} on ${quotedTable} to ${quotedRole}`);
  }
}
