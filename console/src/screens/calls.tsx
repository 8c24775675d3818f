import { useText } from '../i18n/text.ts';
import { CallLog } from '../parts/call-log.tsx';
import { Page } from '../parts/page.tsx';

export default function Calls() {
  const text = useText();
  return (
    <Page title={text.calls.title} lead={text.calls.lead}>
      <CallLog />
    </Page>
  );
}
