/** `timebank audit list`: who did what, when and from where. */

import type { Command } from 'commander';
import { type CommandContext, report } from '../../../console/desk/commands/context.ts';
import { CURSOR_KEYS, tableOf } from '../../../console/desk/commands/operation.ts';
import { queryOf, withQuery } from '../../../console/desk/commands/operation-options.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { findCommunity } from '../../../core/communities/find.ts';
import { readAuditPage } from '../api/audit/list.ts';
import { type AuditEntry, listAudit } from '../contract/audit.ts';

interface Options {
  readonly community?: string;
  readonly json?: boolean;
}

export function registerAuditList(audit: Command, context: CommandContext): void {
  const list = audit
    .command('list')
    .description('list who did what, newest first')
    .option('--community <slug>', 'the community; default: what concerns no single community, such as sign-ins');
  withQuery(list, listAudit).action(async (options: Options) => {
    const { community } = options;
    const call = {
      query: queryOf(listAudit, options),
      params: community === undefined ? {} : { slug: community },
      origin: '',
    };
    const { data, meta } = await withDatabase(context, 'audit list', async (tools) => {
      const id = community === undefined ? undefined : (await findCommunity(tools.database, community)).id;
      return await readAuditPage(call, { ...tools, keys: CURSOR_KEYS }, id);
    });
    report(context, options.json, { data, meta }, tableOf(data, columnsOf, meta.next_cursor));
  });
}

const columnsOf = (entry: AuditEntry) => ({
  ...{ at: entry.at, who: whoOf(entry), action: entry.action },
  subject: [entry.subject, entry.subject_name && `(${entry.subject_name})`].filter(Boolean).join(' '),
  what: whatOf(entry),
});

function whoOf({ actor: { kind, id, name } }: AuditEntry): string {
  if (kind === 'command') return 'command line';
  return [id === null ? kind : `${kind}:${id}`, name && `(${name})`].filter(Boolean).join(' ');
}

function whatOf({ before, after, details }: AuditEntry): string {
  const parts = { ...(before && { before }), ...(after && { after }), ...details };
  return Object.keys(parts).length === 0 ? '' : JSON.stringify(parts);
}
