/** Who is signed in, as the console is told. */
import { ROLE_PERMISSIONS, type SignedIn, type Visitor } from '@timebank/contract/console';
import {
  countRecoveryCodes,
  type SessionRow,
  selectMemberships,
} from '../../../domain/administrators/session-queries.ts';
import type { Deps } from '../../../domain/deps.ts';
import { csrfToken } from '../access/csrf.ts';

export async function presentSignedIn(deps: Deps, session: SessionRow, cookie: string): Promise<SignedIn> {
  const { reads } = deps.database;
  const [memberships, codes] = await Promise.all([
    selectMemberships(reads, session.administratorId),
    session.totpEnabled ? countRecoveryCodes(reads, session.administratorId) : [],
  ]);
  return {
    signed_in: true,
    csrf_token: csrfToken(deps.keys, cookie),
    administrator: {
      id: session.administratorId,
      email: session.email,
      name: session.name,
      totp_enabled: session.totpEnabled,
      recovery_codes_left: codes[0]?.count ?? 0,
      is_operator: session.isOperator,
    },
    preferences: { language: session.language, columns: session.columns },
    communities: memberships.map(({ slug, name, kind, role }) => ({
      slug,
      name,
      kind,
      role,
      permissions: [...ROLE_PERMISSIONS[role]],
    })),
    session: {
      id: session.id,
      created_at: session.createdAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
      idle_expires_at: session.idleExpiresAt.toISOString(),
      password_recent_until: session.passwordRecentUntil.toISOString(),
    },
  };
}

export function presentVisitor({ keys }: Pick<Deps, 'keys'>, cookie: string): Visitor {
  return { signed_in: false, csrf_token: csrfToken(keys, cookie) };
}
