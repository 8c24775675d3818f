import { query } from '../../database/query.ts';

export const insertAuditRows = query(
  'insert_audit_rows',
  {
    rows: {
      communityId: 'int',
      at: 'timestamptz',
      actor: 'text',
      action: 'text',
      subject: 'text',
      address: 'inet',
      requestId: 'text',
      details: 'jsonb',
    },
  },
  `insert into audit_log ($columns) select * from unnest($rows)`,
);

/** Only rows older than a year, whatever is asked for. */
export const deleteOldEmailReads = query(
  'delete_old_email_reads',
  'select delete_old_email_reads($before, $limit) as "deleted!"',
);
