/** Whether the members' pages are on. */
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { PagesSwitch } from '../parts/pages-switch.tsx';

export function PagesCard() {
  const text = useText();
  const { slug, kind } = useCommunity();
  const pages = useRead('getMemberPages', { params: { slug } }).data?.data;
  if (!pages) return null;
  const state = pages.enabled ? text.letters.pagesOn(pages.url) : text.letters.pagesOff;
  return (
    <Card title={text.letters.pages} lead={kind === 'sandbox' ? text.letters.noSandbox : state}>
      <PagesSwitch pages={pages} />
    </Card>
  );
}
