/** The names of what a page of the audit log is about, and the roles of those who acted. */
import { decodeId } from '@timebank/contract';
import type { AuditEntry } from '@timebank/contract/console';
import { type AuditRow, selectRolesOf, selectSubjectNames } from '../../../domain/audit/console-queries.ts';
import type { Queryable } from '../../../platform/database/query.ts';
import { readNumber } from '../access/numbers.ts';

export interface AuditNames {
  /** Null where the subject is gone, or has no name. */
  readonly nameOf: (subject: string | null) => string | null;
  readonly roleOf: (actor: string) => AuditEntry['actor']['role'];
}

/** @param communityId undefined: the acts that concern no single community, whose subjects name themselves */
export async function readAuditNames(
  on: Queryable,
  communityId: number | undefined,
  rows: readonly AuditRow[],
): Promise<AuditNames> {
  if (communityId === undefined) return { nameOf: () => null, roleOf: () => null };
  const subjects = rows.flatMap(({ subject }) => (subject === null ? [] : [subject]));
  const uuids = (prefix: 'usr' | 'lst' | 'whs') =>
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
    roleOf: (actor) => roleById.get(actor) ?? null,
  };
}

const isThere = <T>(value: T | undefined): value is T => value !== undefined;

/** Rows are named by UUID, subjects by the id that people see. */
const keyOf = (subject: string) =>
  decodeId('usr', subject) ?? decodeId('lst', subject) ?? decodeId('whs', subject) ?? subject;
