/** What a person wants to be alerted to by mail. */
import { Checkbox, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ADMINISTRATOR_MAIL_KINDS, type AdministratorMailKind } from '@timebank/contract/words';
import { ALERT_PERMISSIONS } from '../../../../console/desk/contract/routes.ts';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useSession } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';

const OF_PARTNERS: ReadonlySet<AdministratorMailKind> = new Set(['webhooks', 'keys']);

export function AlertsCard() {
  const text = useText().alertMail;
  const client = useQueryClient();
  const { administrator, communities, preferences, ways_in: ways } = useSession();
  const { mails } = preferences;
  const action = useAction(async (kind: AdministratorMailKind, wanted: boolean) => {
    const others = mails.filter((one) => one !== kind);
    await call('updatePreferences', { body: { mails: wanted ? [...others, kind] : others } });
    await client.invalidateQueries({ queryKey: ['getSession'] });
    succeeded(text.saved);
  });
  const shown = ADMINISTRATOR_MAIL_KINDS.filter((kind) =>
    kind === 'backup'
      ? administrator.is_operator
      : communities.some(
          ({ permissions, has_partners }) =>
            permissions.includes(ALERT_PERMISSIONS[kind]) && (has_partners || !OF_PARTNERS.has(kind)),
        ),
  );
  return (
    <Card title={text.title} lead={text.lead(administrator.email)}>
      <Stack gap="md">
        {!ways.forgotten_by_mail && <Notice tone="info">{text.off}</Notice>}
        {shown.map((kind) => (
          <Checkbox
            key={kind}
            label={text.alerts[kind][0]}
            description={text.alerts[kind][1]}
            checked={mails.includes(kind)}
            disabled={action.busy}
            onChange={(event) => void action.run(kind, event.currentTarget.checked)}
          />
        ))}
        <ActionFailed error={action.error} />
      </Stack>
    </Card>
  );
}
