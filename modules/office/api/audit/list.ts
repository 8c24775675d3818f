/** GET /communities/{slug}/audit and /installation/audit */

import { decodeId } from '@timebank/contract';
import type { CommunityCall, CommunityDeps, CommunityHandler, ConsoleHandler } from '../../../../console/desk/call.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { openPage, type Page, type PageOf, pageOf } from '../../../../core/http/paging.ts';
import { type AuditEntry, listAudit, listInstallationAudit } from '../../contract/audit.ts';
import {
  type AuditRow,
  selectAuditPage,
  selectInstallationAuditPage,
  selectRolesOf,
  selectSubjectNames,
} from '../../domain/audit-queries.ts';

/** Greater than every id. */
const LAST_ID = '9223372036854775807';
/** Details that are fields of their own in the answer. */
const OWN_MEMBERS = new Set(['before', 'after']);

export const listAuditHandler: CommunityHandler<typeof listAudit> = (call, deps) =>
  readAuditPage(call, deps, call.membership.communityId);

export const listInstallationAuditHandler: ConsoleHandler<typeof listInstallationAudit> = async (call, deps) => {
  if (!call.session.isOperator)
    throw consoleRefusal('not_permitted', 'Only an operator of the installation may read this.');
  return await readAuditPage(call, deps, undefined);
};

/** @param communityId undefined: the acts that concern no single community */
export async function readAuditPage(
  call: Pick<CommunityCall<typeof listAudit>, 'query' | 'origin'> & {
    readonly params: Readonly<Record<string, string>>;
  },
  deps: Pick<CommunityDeps, 'database' | 'keys'>,
  communityId: number | undefined,
): Promise<PageOf<AuditEntry>> {
  const page = openPage(call, deps, communityId === undefined ? listInstallationAudit : listAudit);
  const { actor_kind, actor_id, action, subject, request_id, since, before } = call.query;
  if (actor_id !== undefined && actor_kind !== 'administrator' && actor_kind !== 'partner') {
    const message = 'actor_id goes together with actor_kind administrator or partner.';
    throw refusal('invalid_request', message, [{ field: 'actor_id', code: 'conflict', message }]);
  }
  const number = readNumber(actor_id);
  if (actor_id !== undefined && number === undefined) return emptyPageOf(page);
  const emailRead = action === 'email.read' || action === 'email';
  const asked = {
    beforeId: page.after ?? LAST_ID,
    limit: page.limit,
    actorKind: actor_id === undefined ? actor_kind : undefined,
    actor: number === undefined ? undefined : `${actor_kind}:${number}`,
    actionPrefix: action === undefined || emailRead ? undefined : `${action}.`,
    emailRead: emailRead ? 'email.read' : undefined,
    subject,
    requestId: request_id,
    since,
    before,
  };
  const { heavy } = deps.database;
  const rows =
    communityId === undefined
      ? await selectInstallationAuditPage(heavy, asked)
      : await selectAuditPage(heavy, { ...asked, communityId });
  const names = await readAuditNames(heavy, communityId, rows);
  return pageOf(
    page,
    rows,
    ({ id }) => id,
    (row) => presentEntry(row, names),
  );
}

const emptyPageOf = (page: Page) =>
  pageOf(
    page,
    [] as AuditRow[],
    () => '',
    (row): AuditEntry => presentEntry(row, { nameOf: () => null, actorNameOf: () => null, roleOf: () => null }),
  );

function presentEntry(row: AuditRow, { nameOf, actorNameOf, roleOf }: AuditNames): AuditEntry {
  const { before, after } = row.details;
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: {
      kind: row.actorKind,
      id: readNumber(row.actor.split(':')[1]) ?? null,
      name: row.actorName ?? actorNameOf(row.actor),
      role: roleOf(row.actor),
    },
    action: row.action,
    subject: row.subject,
    subject_name: row.subjectName ?? nameOf(row.subject),
    address: row.address,
    request_id: row.requestId,
    before: recordOf(before),
    after: recordOf(after),
    details: Object.fromEntries(Object.entries(row.details).filter(([name]) => !OWN_MEMBERS.has(name))),
  };
}

function recordOf(value: unknown): Record<string, unknown> | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

// The names of what a page of the audit log is about, and the roles of those who acted.

export interface AuditNames {
  /** Null where the subject is gone, or has no name. */
  readonly nameOf: (subject: string | null) => string | null;
  /** Of a member or deputy. */
  readonly actorNameOf: (actor: string) => string | null;
  readonly roleOf: (actor: string) => AuditEntry['actor']['role'];
}

/** @param communityId undefined: the acts that concern no single community, whose subjects name themselves */
export async function readAuditNames(
  on: Queryable,
  communityId: number | undefined,
  rows: readonly AuditRow[],
): Promise<AuditNames> {
  if (communityId === undefined) return { nameOf: () => null, actorNameOf: () => null, roleOf: () => null };
  const actors = rows.flatMap(({ actor }) => idOfActor(actor) ?? []);
  const subjects = [...rows.flatMap(({ subject }) => (subject === null ? [] : [subject])), ...actors];
  const uuids = (prefix: 'usr' | 'dpt' | 'lst' | 'whs') =>
    subjects
      .flatMap((subject) => (subject.startsWith(`${prefix}_`) ? [decodeId(prefix, subject)] : []))
      .filter(isThere);
  const numbers = (kind: string) =>
    subjects
      .flatMap((subject) => (subject.startsWith(`${kind}:`) ? [readNumber(subject.split(':')[1])] : []))
      .filter(isThere);
  const administratorIds = rows
    .flatMap(({ actor }) => (actor.startsWith('administrator:') ? [readNumber(actor.split(':')[1])] : []))
    .filter(isThere);
  const [found, roles] = await Promise.all([
    selectSubjectNames(on, {
      communityId,
      members: uuids('usr'),
      deputies: uuids('dpt'),
      listings: uuids('lst'),
      subscriptions: uuids('whs'),
      accounts: numbers('account'),
      categories: numbers('category'),
    }),
    selectRolesOf(on, { communityId, administratorIds }),
  ]);
  const names = new Map(found.map(({ subject, name }) => [subject, name]));
  const roleById = new Map(roles.map(({ administratorId, role }) => [`administrator:${administratorId}`, role]));
  return {
    nameOf: (subject) => (subject === null ? null : (names.get(keyOf(subject)) ?? null)),
    actorNameOf: (actor) => names.get(keyOf(idOfActor(actor) ?? '')) ?? null,
    roleOf: (actor) => roleById.get(actor) ?? null,
  };
}

const isThere = <T>(value: T | undefined): value is T => value !== undefined;

/** `usr_…` of `member:usr_…`, `dpt_…` of `deputy:dpt_…`; undefined: another. */
const idOfActor = (actor: string) => /^(?:member|deputy):(.+)$/.exec(actor)?.[1];

/** Rows are named by UUID, subjects by the id that people see. */
const keyOf = (subject: string) =>
  decodeId('usr', subject) ??
  decodeId('dpt', subject) ??
  decodeId('lst', subject) ??
  decodeId('whs', subject) ??
  subject;
