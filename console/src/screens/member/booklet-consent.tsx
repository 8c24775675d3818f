/** What a member allows to be printed in the booklet of offers and requests. */
import { Select } from '@mantine/core';
import { BOOKLET_CONTACTS, type BookletContact } from '@timebank/contract/words';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { succeeded } from '../../parts/page/notify.ts';
import { Card } from '../../parts/page/page.tsx';
import { ActionFailed } from '../../parts/page/states.tsx';

export function BookletConsentCard({ memberId }: { memberId: string }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const found = useRead('getBookletConsent', { params: { slug, memberId } });
  const action = useAction(async (contact: BookletContact) => {
    await call('setBookletConsent', { params: { slug, memberId }, body: { contact } });
    succeeded(text.booklet.consentSaved);
    await refresh('getBookletConsent', 'listBookletEntries');
  });
  if (!found.data) return null;
  const { contact } = found.data.data;
  return (
    <Card title={text.booklet.consent} lead={text.booklet.consentLead}>
      <Select
        aria-label={text.booklet.consent}
        allowDeselect={false}
        disabled={!can('members.write')}
        data={BOOKLET_CONTACTS.map((value) => ({ value, label: text.booklet.consentOf[value] }))}
        value={contact}
        onChange={(value) => value && value !== contact && void action.run(value as BookletContact)}
      />
      <ActionFailed error={action.error} />
    </Card>
  );
}
