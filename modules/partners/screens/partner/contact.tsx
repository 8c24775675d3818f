/** Whom to call about a partner, and what the community noted. */
import { Anchor } from '@mantine/core';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import type { Partner } from '../../contract/partners.ts';

export default function Contact({ partner }: { partner: Partner }) {
  const { contact: text } = useText().access;
  const { contact_name, contact_email, contact_phone, note } = partner;
  const items = [
    ...(contact_name ? ([[text.name, contact_name]] as const) : []),
    ...(contact_email
      ? ([
          [
            text.email,
            <Anchor key="email" href={`mailto:${contact_email}`}>
              {contact_email}
            </Anchor>,
          ],
        ] as const)
      : []),
    ...(contact_phone
      ? ([
          [
            text.phone,
            <Anchor key="phone" href={`tel:${contact_phone.replaceAll(/[^+\d]/g, '')}`}>
              {contact_phone}
            </Anchor>,
          ],
        ] as const)
      : []),
    ...(note
      ? ([
          [
            text.note,
            <span key="note" className="kept-lines">
              {note}
            </span>,
          ],
        ] as const)
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <Card title={text.title}>
      <Facts items={items} />
    </Card>
  );
}
