/** Administrators: accounts of people, with a role in each of their communities. */
import { ADMINISTRATOR_ROLES, type AdministratorRole } from '@timebank/contract/console';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { refusal } from '../../platform/refusal.ts';
import { appendAudit } from '../audit/append.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import { insertAdministrator, insertAdministratorRole } from './queries.ts';

export const ROLES = ADMINISTRATOR_ROLES;
export type Role = AdministratorRole;

export interface NewAdministrator {
  readonly communityId: number;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: Role;
  readonly actor: string;
}

/**
 * Creates an administrator with a role in one community.
 * @throws Refusal validation_failed naming the field
 */
export async function addAdministrator(
  database: Database,
  clock: Clock,
  administrator: NewAdministrator,
): Promise<{ id: number }> {
  const { communityId, name, password, role, actor } = administrator;
  const email = readEmail(administrator.email);
  if (name.trim() === '') throw invalid('name', 'too_short', 'name must not be empty.');
  checkNewPassword(password, [email, name]);
  const passwordHash = await hashPassword(password);
  const at = clock.now();
  return await database.transaction(async (transaction) => {
    const [row] = await insertAdministrator(transaction, email, name.trim(), passwordHash, at);
    if (!row) throw invalid('email', 'taken', `An administrator with the address ${email} exists already.`);
    await insertAdministratorRole(transaction, communityId, row.id, role);
    await auditAdministrator(transaction, { communityId, actor }, at, 'administrator.created', row.id, {
      after: { role },
    });
    return row;
  });
}

/** Who acts on administrators, for the audit log. */
export interface Act {
  readonly communityId: number;
  readonly actor: string;
  readonly address?: string;
  readonly requestId?: string;
}

/** Appends the audit row of an act on an administrator. */
export async function auditAdministrator(
  transaction: Transaction,
  act:
    | Act
    | { readonly communityId: null; readonly actor: string; readonly address?: string; readonly requestId?: string },
  at: Date,
  action: string,
  administratorId: number,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await appendAudit(transaction, [{ ...act, at, action, subject: `administrator:${administratorId}`, details }]);
}

/** @throws Refusal validation_failed */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
    throw invalid('email', 'invalid_format', 'email must be an e-mail address.');
  }
  return email;
}

/** A refusal of one field. */
export function invalid(field: string, code: string, message: string) {
  return refusal('validation_failed', message, [{ field, code, message }]);
}
