/** Whom no mail of a message reaches, each with the reason, and the way to letters for them. */
import { Anchor, Button } from '@mantine/core';
import type { MessageReach } from '@timebank/contract/console';
import { Link, useLocation } from 'wouter';
import { useCommunity } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';

export function NotReached({ reach: { not_reached, more } }: { reach: MessageReach }) {
  const text = useText().messages;
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  if (not_reached.length === 0) return null;
  const letterTo = not_reached.map(({ member_id, name, external_id }) => ({
    ...{ id: member_id, name, hint: external_id ?? '' },
    balanceHours: null,
  }));
  return (
    <section className="not-reached">
      <h3>{text.notReached}</h3>
      <p className="quiet">{text.notReachedText}</p>
      <ul>
        {not_reached.map(({ member_id, name, external_id, why }) => (
          <li key={member_id}>
            <Anchor component={Link} href={`/c/${slug}/members/${member_id}`}>
              {name}
            </Anchor>
            {external_id !== null && ` (${external_id})`}: {text.why[why]}
          </li>
        ))}
      </ul>
      {more && <p>{text.notReachedMore}</p>}
      <Button variant="default" onClick={() => navigate(`/c/${slug}/letters`, { state: { letterTo } })}>
        {text.toLetters}
      </Button>
    </section>
  );
}
