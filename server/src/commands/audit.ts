/** `timebank audit list`: who did what, when and from where. */
import { type AuditEntry, listAudit } from '@timebank/contract/console';
import type { Command } from 'commander';
import { readAuditPage } from '../api/console/audit/list.ts';
import { findCommunity } from '../domain/communities/create.ts';
import { type CommandContext, report, withDatabase } from './context.ts';
import { asTable, CURSOR_KEYS } from './operation.ts';
import { queryOf, withQuery } from './operation-options.ts';

interface Options {
  readonly community?: string;
  readonly json?: boolean;
}

export function registerAuditCommands(program: Command, context: CommandContext): void {
  const list = program
    .command('audit')
    .description('read the audit log')
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
    report(context, options.json, { data, meta }, linesOf(data, options, meta.next_cursor));
  });
}

const linesOf = asTable(['at', 'who', 'action', 'subject', 'what'], (entry: AuditEntry) => [
  ...[entry.at, whoOf(entry), entry.action],
  [entry.subject, entry.subject_name && `(${entry.subject_name})`].filter(Boolean).join(' '),
  whatOf(entry),
]);

function whoOf({ actor: { kind, id, name } }: AuditEntry): string {
  if (kind === 'command') return 'command line';
  return [id === null ? kind : `${kind}:${id}`, name && `(${name})`].filter(Boolean).join(' ');
}

function whatOf({ before, after, details }: AuditEntry): string {
  const parts = { ...(before && { before }), ...(after && { after }), ...details };
  return Object.keys(parts).length === 0 ? '' : JSON.stringify(parts);
}
