/** The signed-in person, as the console shows them. */
import { ROLE_PERMISSIONS, SECOND_FACTOR_PUT_OFF_DAYS } from '../../../../console/desk/contract/routes.ts';
import type { SignedIn, Visitor } from '../../../../console/desk/contract/session.ts';
import type { OfficeDeps } from '../../../../console/desk/office-deps.ts';
import {
  type Membership,
  type SessionRow,
  selectMemberships,
  selectProtection,
} from '../../../../console/desk/session-queries.ts';
import { ago, DAY_MS } from '../../../../core/base/time.ts';
import { csrfToken } from '../../../../core/http/cookies.ts';
import { presentWaysIn } from './local-accounts.ts';

export async function presentSignedIn(deps: OfficeDeps, session: SessionRow, cookie: string): Promise<SignedIn> {
  const { reads } = deps.database;
  const [memberships, [protection]] = await Promise.all([
    selectMemberships(reads, { administratorId: session.administratorId }),
    selectProtection(reads, { administratorId: session.administratorId }),
  ]);
  const putOffAt = protection?.secondFactorPutOffAt;
  const putOff = putOffAt && putOffAt > ago(deps.clock.now(), SECOND_FACTOR_PUT_OFF_DAYS * DAY_MS);
  return {
    signed_in: true,
    csrf_token: csrfToken(deps.keys, cookie),
    ways_in: presentWaysIn(deps.config),
    administrator: {
      id: session.administratorId,
      email: session.email,
      name: session.name,
      totp_enabled: session.totpEnabled,
      recovery_codes_left: protection?.recoveryCodes ?? 0,
      has_passkey: protection?.hasPasskey ?? false,
      has_password: protection?.hasPassword ?? false,
      has_identity: protection?.hasIdentity ?? false,
      // A passkey is a second way in, and protects nothing: a password alone still opens the account.
      asked_for_second_factor:
        (protection?.hasPassword ?? false) &&
        deps.config.localAccounts &&
        !session.totpEnabled &&
        !putOff &&
        memberships.some(isPowerful),
      is_operator: session.isOperator,
    },
    preferences: { language: session.language, columns: session.columns, mails: [...session.mails] },
    communities: memberships.map(({ slug, name, kind, hoursAs, role, hasPartners }) => ({
      has_partners: hasPartners,
      hours_as: hoursAs,
      slug,
      name,
      kind,
      role,
      permissions: [...ROLE_PERMISSIONS[role]],
    })),
    call_log_days: deps.config.keptDays.calls,
    session: {
      id: session.id,
      created_at: session.createdAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
      idle_expires_at: session.idleExpiresAt.toISOString(),
      password_recent_until: session.passwordRecentUntil.toISOString(),
      failed_codes: session.failedCodes,
    },
  };
}

/** Whether the role is one of those that run the community: its account is worth stealing. */
export function isPowerful({ role }: Pick<Membership, 'role'>): boolean {
  return role === 'owner' || role === 'administrator';
}

export function presentVisitor({ keys, config }: Pick<OfficeDeps, 'keys' | 'config'>, cookie: string): Visitor {
  return { signed_in: false, csrf_token: csrfToken(keys, cookie), ways_in: presentWaysIn(config) };
}
