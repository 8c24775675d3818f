/** Whom to call about a partner, and what the community noted. */
import { Anchor } from '@mantine/core';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Card, type Fact, Facts } from '../../../../console/src/parts/page/page.tsx';
import type { Partner } from '../../contract/partners.ts';

export default function Contact({ partner }: { partner: Partner }) {
  const { contact: text } = useText().access;
  const { contact_name, contact_email, contact_phone, note } = partner;
  if (!contact_name && !contact_email && !contact_phone && !note) return null;
  const items: readonly Fact[] = [
    contact_name && [text.name, contact_name],
    contact_email && [
      text.email,
      <Anchor key="email" href={`mailto:${contact_email}`}>
        {contact_email}
      </Anchor>,
    ],
    contact_phone && [
      text.phone,
      <Anchor key="phone" href={`tel:${contact_phone.replaceAll(/[^+\d]/g, '')}`}>
        {contact_phone}
      </Anchor>,
    ],
    note && [
      text.note,
      <span key="note" className="kept-lines">
        {note}
      </span>,
    ],
  ];
  return (
    <Card title={text.title}>
      <Facts items={items} />
    </Card>
  );
}
