/** The way to what money is worth, from where a rate is missing. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useCommunity } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';

export function ToRates() {
  const { rates } = useText();
  const { slug } = useCommunity();
  return (
    <Anchor component={Link} href={`/c/${slug}/inbox/settings`} inherit>
      {rates.title}
    </Anchor>
  );
}
