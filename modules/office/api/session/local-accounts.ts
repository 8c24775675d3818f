/** Whether this installation has sign-ins of its own, beside those of the organisation's identity provider. */
import type { SignedIn } from '../../../../console/desk/contract/session.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import type { Config } from '../../../../core/base/config.ts';

type Ways = Pick<Config, 'localAccounts' | 'oidc' | 'mail'>;

/** @throws Refusal local_accounts_off */
export function checkLocalAccounts({ localAccounts, oidc }: Omit<Ways, 'mail'>): void {
  if (localAccounts) return;
  const through = oidc?.name ?? 'the identity provider';
  throw consoleRefusal(
    'local_accounts_off',
    `Passwords, passkeys and set-up links are switched off: sign in through ${through}.`,
  );
}

/** The ways to sign in that the console offers. */
export function presentWaysIn({ localAccounts, oidc, mail }: Ways): SignedIn['ways_in'] {
  const forgottenByMail = localAccounts && mail !== undefined;
  return { local_accounts: localAccounts, provider: oidc?.name ?? null, forgotten_by_mail: forgottenByMail };
}
