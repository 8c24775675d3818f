/** Payment slips of all members, as PDFs of many pages. */
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useAction, useCommunity } from '../../api/hooks.ts';
import { useLanguage } from '../../i18n/text.ts';
import { savePdf } from '../../parts/page/download.ts';
import { fieldText } from '../../parts/page/failure.ts';
import { succeeded } from '../../parts/page/notify.ts';
import { Card } from '../../parts/page/page.tsx';
import { ActionFailed } from '../../parts/page/states.tsx';

export function AllSlips() {
  const { text } = useLanguage();
  const { payingIn } = text;
  const { slug } = useCommunity();
  const action = useAction(async () => {
    let after: string | null = null;
    let slips = 0;
    do {
      const query: { after?: string } = after === null ? {} : { after };
      const { data } = await call('printPaymentSlips', { params: { slug }, query });
      savePdf(data.name, data.pdf);
      slips += data.slips;
      after = data.next;
    } while (after !== null);
    succeeded(payingIn.saved(slips));
  });
  const [fault] = action.error?.fields ?? [];
  const known: Readonly<Record<string, string>> = payingIn.faults;
  return (
    <Card
      title={payingIn.all}
      lead={payingIn.allLead}
      action={
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
          loading={action.busy}
          onClick={() => void action.run()}
        >
          {payingIn.save}
        </Button>
      }
    >
      {fault ? (
        <p role="alert" className="quiet">
          {known[fault.code] ?? fieldText(fault, text)}
        </p>
      ) : (
        <ActionFailed error={action.error} />
      )}
    </Card>
  );
}
