/** A new password by the link of a mail. It sets the password and nothing else: one-time codes and passkeys stay. */
import { createHash } from 'node:crypto';
import { endSessions } from '../../../../console/desk/session-queries.ts';
import { foldAddress } from '../../../../core/base/email-address.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import {
  insertPasswordRequest,
  lockPasswordLink,
  type PasswordLinkRow,
  selectPasswordLink,
  updatePasswordLinksUsed,
} from '../../../mail/domain/password-queries.ts';
import { updatePasswordHash } from './queries.ts';
import { linkInvalid } from './setup-links.ts';

const hashOfToken = (token: string) => createHash('sha256').update(token).digest();

/** Notes the request. The same work for every address: what comes of it is decided later (`modules/mail/domain/mailer.ts`). */
export async function askForPassword({ database, clock }: ChangeDeps, address: string): Promise<void> {
  await insertPasswordRequest(database.reads, { address: foldAddress(address), at: clock.now() });
}

/** @throws Refusal setup_link_invalid */
export async function readPasswordLink({ database, clock }: ChangeDeps, token: string): Promise<PasswordLinkRow> {
  const [row] = await selectPasswordLink(database.reads, { tokenHash: hashOfToken(token), now: clock.now() });
  if (!row) throw linkInvalid();
  return row;
}

/**
 * Uses the link up, and every other one of the account; all sessions end.
 * @throws Refusal setup_link_invalid when it was used meanwhile
 */
export async function resetPasswordByMail(
  deps: ChangeDeps,
  token: string,
  passwordHash: string,
  from: { readonly address: string; readonly requestId: string },
): Promise<void> {
  const act = { communityId: null, actor: 'anonymous', ...from };
  await change(deps, act, async ({ transaction, at, auditAs }) => {
    const [link] = await lockPasswordLink(transaction, { tokenHash: hashOfToken(token), now: at });
    if (!link) throw linkInvalid();
    const { administratorId } = link;
    await updatePasswordLinksUsed(transaction, { administratorId, at });
    await updatePasswordHash(transaction, { administratorId, passwordHash });
    // Who reads the mailbox may be the one who tried codes: only a right one forgets the wrong ones.
    await endSessions(transaction, { administratorId, butSessionId: null, at });
    const actor = `administrator:${administratorId}`;
    auditAs({ ...act, actor }, 'administrator.password_reset', actor);
  });
}
