import { useText } from '../i18n/text.ts';
import { CallLog } from '../parts/lists/call-log.tsx';
import { Page } from '../parts/page/page.tsx';

export default function Calls() {
  const text = useText();
  return (
    <Page title={text.calls.title}>
      <CallLog />
    </Page>
  );
}
