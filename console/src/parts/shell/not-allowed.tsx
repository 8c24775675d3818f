/** Who may use a screen that this role may not. */

import type { AdministratorRole } from '@timebank/contract/words';
import { Lock } from 'lucide-react';
import type { Permission } from '../../../desk/contract/routes.ts';
import { ROLE_PERMISSIONS } from '../../../desk/contract/routes.ts';
import { useCommunity } from '../../api/hooks.ts';
import { useLanguage } from '../../i18n/text.ts';
import { Page } from '../page/page.tsx';
import { Empty } from '../page/states.tsx';

export default function NotAllowed({ needs }: { needs: Permission }) {
  const { text, format } = useLanguage();
  const { role } = useCommunity();
  const roles = (Object.keys(ROLE_PERMISSIONS) as AdministratorRole[]).filter((one) =>
    ROLE_PERMISSIONS[one].includes(needs),
  );
  return (
    <Page title={text.failure.notPermittedTitle}>
      <Empty icon={Lock} title={text.failure.yourRole(text.roles[role])}>
        {text.failure.rolesThatMay(format.list(roles.map((one) => text.roles[one])), roles.length)}
      </Empty>
    </Page>
  );
}
