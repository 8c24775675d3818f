/** Whether the members' pages are on. */
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { PagesSwitch } from '../../parts/forms/pages-switch.tsx';
import { Card } from '../../parts/page/page.tsx';

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
