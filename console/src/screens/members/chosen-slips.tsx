/** Payment slips of the members who are chosen in the list: one PDF, or several where they are many. */
import { Button } from '@mantine/core';
import { SLIPS_MAX } from '@timebank/contract/console/routes';
import { Download } from 'lucide-react';
import { useCommunity } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { Card } from '../../parts/page/page.tsx';
import { SlipsFailed, useSlips } from '../../parts/page/slips.tsx';

export default function ChosenSlips({
  chosen,
  choose,
  clear,
  close,
}: {
  chosen: readonly string[];
  /** All that are shown. */
  choose: () => void;
  clear: () => void;
  close: () => void;
}) {
  const { payingIn, act } = useText();
  const { slug } = useCommunity();
  const action = useSlips(slug);
  const parts = Array.from({ length: Math.ceil(chosen.length / SLIPS_MAX) }, (_, at) =>
    chosen.slice(at * SLIPS_MAX, (at + 1) * SLIPS_MAX),
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
        {chosen.length > 0 && (
          <Button variant="default" onClick={clear}>
            {payingIn.chooseNone}
          </Button>
        )}
        <Button
          leftSection={<Download size={16} aria-hidden="true" />}
          disabled={chosen.length === 0}
          loading={action.busy}
          onClick={() => void action.run(parts.map((ids) => ({ members: ids.join(',') })))}
        >
          {payingIn.saveChosen(chosen.length)}
        </Button>
      </div>
      <SlipsFailed error={action.error} />
    </Card>
  );
}
