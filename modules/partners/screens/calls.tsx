import { useText } from '../../../console/src/i18n/text.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Beside } from '../../../console/src/parts/shell/beside.tsx';
import { CallLog } from './parts/call-log.tsx';

export default function Calls() {
  const text = useText();
  return (
    <Page title={text.calls.title} tags={<Beside entry="partners" />}>
      <CallLog />
    </Page>
  );
}
