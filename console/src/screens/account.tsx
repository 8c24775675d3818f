/** One's own account: authenticator app, passkeys, password, name, sessions. */
import { useSession } from '../api/hooks.ts';
import { useText } from '../i18n/text.ts';
import { Page } from '../parts/page/page.tsx';
import { PasskeysCard } from './account/passkeys.tsx';
import { PasswordCard } from './account/password.tsx';
import { PersonCard } from './account/person.tsx';
import { SessionsCard } from './account/sessions.tsx';
import { TotpCard } from './account/totp.tsx';

export default function Account() {
  const text = useText();
  const { administrator } = useSession();
  return (
    <Page title={text.account.title} lead={text.account.lead(administrator.email)} narrow>
      <TotpCard />
      <PasskeysCard />
      <PasswordCard />
      <PersonCard />
      <SessionsCard />
    </Page>
  );
}
