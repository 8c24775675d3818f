/** What is done for the members who are chosen in the list: payment slips, a message, letters, what the booklet says. */
import { Button, Select } from '@mantine/core';
import { BOOKLET_CONTACTS, type BookletContact } from '@timebank/contract/words';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { CHOSEN_MAX, SLIPS_MAX } from '../../../../console/desk/contract/routes.ts';
import { call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { SlipsFailed, useSlips } from '../../../../console/src/parts/page/slips.tsx';
import { ActionFailed, succeeded } from '../../../../console/src/parts/page/states.tsx';

interface ChosenSlipsProps {
  /** Names by the id. */
  chosen: ReadonlyMap<string, string>;
  /** All that are shown. */
  /** Undefined while there is nothing to choose from. */
  choose: (() => void) | undefined;
  clear: () => void;
  close: () => void;
}

export default function ChosenSlips({ chosen, choose, clear, close }: ChosenSlipsProps) {
  const { payingIn, act, messages } = useText();
  const { slug, can } = useCommunity();
  const ids = [...chosen.keys()];
  const [, navigate] = useLocation();
  const letterTo = [...chosen].map(([id, name]) => ({ id, name, hint: '', balanceHours: null }));
  const action = useSlips(slug);
  const parts = Array.from({ length: Math.ceil(ids.length / SLIPS_MAX) }, (_, at) =>
    ids.slice(at * SLIPS_MAX, (at + 1) * SLIPS_MAX),
  );
  return (
    <Card
      title={payingIn.some}
      lead={payingIn.someLead}
      action={
        <Button variant="default" onClick={close}>
          {act.close}
        </Button>
      }
    >
      <div className="row">
        <Button variant="default" disabled={!choose} onClick={choose}>
          {payingIn.chooseShown}
        </Button>
        {ids.length > 0 && (
          <Button variant="default" onClick={clear}>
            {payingIn.chooseNone}
          </Button>
        )}
        <Button
          leftSection={<Download size={16} />}
          disabled={ids.length === 0}
          loading={action.busy}
          onClick={() => void action.run(parts.map((part) => ({ members: part.join(',') })))}
        >
          {payingIn.saveChosen(ids.length)}
        </Button>
        {can('members.write') && ids.length > 0 && ids.length <= CHOSEN_MAX && (
          <Button variant="default" onClick={() => navigate(`/c/${slug}/messages`, { state: { messageTo: ids } })}>
            {messages.write}
          </Button>
        )}
        {ids.length > 0 && (
          <Button variant="default" onClick={() => navigate(`/c/${slug}/letters`, { state: { letterTo } })}>
            {messages.toLetters}
          </Button>
        )}
      </div>
      {can('members.write') && ids.length > CHOSEN_MAX && <p className="quiet">{messages.tooMany(CHOSEN_MAX)}</p>}
      {can('members.write') && ids.length > 0 && ids.length <= CHOSEN_MAX && <InBooklet ids={ids} />}
      <SlipsFailed error={action.error} />
    </Card>
  );
}

/** What is printed beside these names: one answer for all of them. */
function InBooklet({ ids }: { ids: readonly string[] }) {
  const { booklet } = useText();
  const { slug } = useCommunity();
  const [contact, setContact] = useState<BookletContact | null>(null);
  const action = useAction(async (allowed: BookletContact) => {
    const body = { member_ids: [...ids], contact: allowed };
    const { changed } = (await call('setBookletConsents', { params: { slug }, body })).data;
    succeeded(booklet.consentsSaved(changed));
    setContact(null);
    await refresh('listMembers', 'getMember', 'getBookletConsent', 'listBookletEntries');
  });
  return (
    <div className="row">
      <Select
        label={booklet.consentOfChosen(ids.length)}
        description={booklet.consentLead}
        data={BOOKLET_CONTACTS.map((value) => ({ value, label: booklet.consentOf[value] }))}
        value={contact}
        onChange={(value) => setContact(value as BookletContact | null)}
      />
      <Button
        variant="default"
        disabled={contact === null}
        loading={action.busy}
        onClick={() => contact && void action.run(contact)}
      >
        {booklet.consentRecord}
      </Button>
      <ActionFailed error={action.error} />
    </div>
  );
}
