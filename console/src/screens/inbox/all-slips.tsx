/** Payment slips of all members, as PDFs of many pages, and the way to those of some. */
import { Button, Group } from '@mantine/core';
import { Download } from 'lucide-react';
import { Link } from 'wouter';
import { useCommunity } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { Card } from '../../parts/page/page.tsx';
import { SlipsFailed, useSlips } from '../../parts/page/slips.tsx';

export function AllSlips() {
  const { payingIn } = useText();
  const { slug } = useCommunity();
  const action = useSlips(slug);
  return (
    <Card
      title={payingIn.all}
      lead={payingIn.allLead}
      action={
        <Group gap="sm">
          <Button variant="default" component={Link} href={`/c/${slug}/members?slips=1`}>
            {payingIn.toSome}
          </Button>
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden="true" />}
            loading={action.busy}
            onClick={() => void action.run([{}])}
          >
            {payingIn.save}
          </Button>
        </Group>
      }
    >
      <SlipsFailed error={action.error} />
    </Card>
  );
}
