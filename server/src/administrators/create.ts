/** Administrators of a community. */
import { appendAudit } from '../audit/append.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/query.ts';
import { refusal } from '../refusal.ts';
import { hashPassword, PASSWORD_MAX, PASSWORD_MIN } from './password.ts';
import { insertAdministrator, insertAdministratorRole } from './queries.ts';

export const ROLES = ['owner', 'administrator', 'coordinator', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

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
export async function createAdministrator(
  database: Database,
  clock: Clock,
  administrator: NewAdministrator,
): Promise<{ id: number }> {
  const { communityId, name, password, role, actor } = administrator;
  const email = administrator.email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid('email', 'invalid_format', 'email must be an e-mail address.');
  if (name.trim() === '') throw invalid('name', 'too_short', 'name must not be empty.');
  const length = [...password].length;
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    throw invalid('password', 'too_short', `password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`);
  }
  const passwordHash = await hashPassword(password);
  const at = clock.now();
  return await database.transaction(async (transaction) => {
    const [row] = await insertAdministrator(transaction, email, name.trim(), passwordHash, at);
    if (!row) throw invalid('email', 'taken', `An administrator with the address ${email} exists already.`);
    await insertAdministratorRole(transaction, communityId, row.id, role);
    await appendAudit(transaction, [
      {
        communityId,
        at,
        actor,
        action: 'administrator.created',
        subject: `administrator:${row.id}`,
        details: { role },
      },
    ]);
    return row;
  });
}

function invalid(field: string, code: string, message: string) {
  return refusal('validation_failed', message, [{ field, code, message }]);
}
