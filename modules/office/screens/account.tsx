/** One's own account: authenticator app, passkeys, identity provider, password, name, sessions. */
import { useSession } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { AlertsCard } from './account/alerts.tsx';
import { IdentitiesCard } from './account/identities.tsx';
import { PasskeysCard } from './account/passkeys.tsx';
import { PasswordCard } from './account/password.tsx';
import { PersonCard } from './account/person.tsx';
import { SessionsCard } from './account/sessions.tsx';
import { TotpCard } from './account/totp.tsx';

export default function Account() {
  const text = useText();
  const { administrator, ways_in: ways } = useSession();
  const byPassword = ways.local_accounts && administrator.has_password;
  return (
    <Page title={text.account.title} lead={text.account.lead(administrator.email)} narrow>
      {byPassword && <TotpCard />}
      {ways.local_accounts && <PasskeysCard />}
      <IdentitiesCard />
      {byPassword && <PasswordCard />}
      <PersonCard />
      <AlertsCard />
      <SessionsCard />
    </Page>
  );
}
