import { Compass, House } from 'lucide-react';
import { useText } from '../../../console/src/i18n/text.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { Empty } from '../../../console/src/parts/page/states.tsx';
import { To } from '../../../console/src/parts/values/to.tsx';

export function NotFound() {
  const text = useText();
  return (
    <Page title={text.notFound.title}>
      <Empty icon={Compass} title={text.notFound.text} action={<To href="/">{text.notFound.home}</To>} />
    </Page>
  );
}

export function NoCommunity() {
  const text = useText();
  return (
    <Page title={text.notFound.noCommunityTitle}>
      <Empty icon={House} title={text.notFound.noCommunity} />
    </Page>
  );
}
