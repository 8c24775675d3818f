/** Who the member is and how to reach the person, on every part of the page: what is wanted while somebody rings. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Facts } from '../../../../console/src/parts/page/page.tsx';
import { Hours } from '../../../../console/src/parts/values/hours.tsx';
import { Phones } from '../../../../console/src/parts/values/phones.tsx';
import type { MemberPartProps } from './part-props.ts';

export function MemberHead({ member }: MemberPartProps) {
  const { member: words, members } = useText();
  const format = useFormat();
  const { external_id: number, phone, second_phone, email, balance_hours, last_exchange_on: last } = member;
  const items: (readonly [name: string, value: ReactNode])[] = [
    ...(number ? [[words.number, number] as const] : []),
    [words.balance, <Hours key="balance" value={balance_hours} />],
    ...(phone || second_phone ? [[words.phone, <Phones key="phones" phones={[phone, second_phone]} />] as const] : []),
    [words.lastExchange, last === null ? words.noExchange : format.day(last)],
    ...(email
      ? [
          [
            members.email,
            <Anchor key="email" href={`mailto:${email}`}>
              {email}
            </Anchor>,
          ] as const,
        ]
      : []),
  ];
  return (
    <section className="card member-head" aria-label={words.head}>
      <Facts items={items} />
    </section>
  );
}
