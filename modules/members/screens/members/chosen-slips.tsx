/** What is done for the members who are chosen in the list: payment slips, a message, letters. */
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useLocation } from 'wouter';
import { CHOSEN_MAX, SLIPS_MAX } from '../../../../console/desk/contract/routes.ts';
import { useCommunity } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { SlipsFailed, useSlips } from '../../../../console/src/parts/page/slips.tsx';

export default function ChosenSlips({
  chosen,
  choose,
  clear,
  close,
}: {
  /** Names by the id. */
  chosen: ReadonlyMap<string, string>;
  /** All that are shown. */
  choose: () => void;
  clear: () => void;
  close: () => void;
}) {
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
        <Button variant="default" onClick={choose}>
          {payingIn.chooseShown}
        </Button>
        {ids.length > 0 && (
          <Button variant="default" onClick={clear}>
            {payingIn.chooseNone}
          </Button>
        )}
        <Button
          leftSection={<Download size={16} aria-hidden="true" />}
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
      <SlipsFailed error={action.error} />
    </Card>
  );
}
