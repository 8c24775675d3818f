/** The names of what a page of the audit log is about, and the roles of those who acted. */
import { decodeId } from '@timebank/contract';
import type { AuditEntry } from '@timebank/contract/console';
import { type AuditRow, selectRolesOf, selectSubjectNames } from '../../../domain/audit/console-queries.ts';
import type { Queryable } from '../../../platform/database/query.ts';
import { readNumber } from '../access/numbers.ts';

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
