/** The member's visibility by partner, and the partners that read the e-mail address. */
import { Select } from '@mantine/core';
import { VISIBILITIES, type Visibility } from '@timebank/contract/words';
import { call, refresh, useAction, useCommunity, useReadPages } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { type Column, DataTable, LoadMore } from '../../../../console/src/parts/lists/table.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { Time } from '../../../../console/src/parts/values/values.tsx';
import type { Member, MemberRead } from '../../contract/members.ts';
import type { MemberPartProps } from './part-props.ts';

type MemberPartner = Member['partners'][number];

export default function Partners({ member }: MemberPartProps) {
  const text = useText();
  const { slug, can } = useCommunity();
  const action = useAction(async (partnerId: number, visibility: Visibility | null) => {
    const body = { partner_id: partnerId, visibility };
    await call('setMemberVisibility', { params: { slug, memberId: member.id }, body });
    succeeded(text.member.saved);
    await refresh('getMember');
  });
  const mayChange = can('members.write') && member.erased_at === null;
  const general = text.visibility[member.visibility ?? member.default_visibility];
  const columns: Column<MemberPartner>[] = [
    {
      key: 'name',
      title: text.member.reader,
      main: true,
      cell: ({ name }) => <span className="row-link">{name}</span>,
    },
    {
      key: 'effective',
      title: text.member.effective,
      cell: ({ effective, email }) =>
        email === 'no_address' || email === 'no_scope' ? (
          <>
            {text.visibility.listed} <span className="quiet">{text.member.emailNotRead[email]}</span>
          </>
        ) : (
          text.visibility[effective]
        ),
    },
    {
      key: 'choice',
      title: text.member.choice,
      cell: ({ partner_id, name, choice }) => (
        <Select
          aria-label={`${text.member.choice}: ${name}`}
          disabled={!mayChange || action.busy}
          data={[
            { value: 'general', label: `${text.member.general} (${general})` },
            ...VISIBILITIES.map((value) => ({ value, label: text.visibility[value] })),
          ]}
          value={choice ?? 'general'}
          onChange={(value) =>
            void action.run(partner_id, value === 'general' || value === null ? null : (value as Visibility))
          }
        />
      ),
    },
  ];
  return (
    <div className="stack">
      <Card title={text.member.partnersTitle} lead={text.member.partnersLead}>
        {member.status !== 'active' && <Notice tone="info">{text.member.notTakingPart}</Notice>}
        <ActionFailed error={action.error} />
        {member.partners.length === 0 ? (
          <p className="quiet">{text.member.partnersEmpty}</p>
        ) : (
          <DataTable
            caption={text.member.partnersTitle}
            columns={columns}
            rows={member.partners}
            rowKey={({ partner_id }) => partner_id}
          />
        )}
      </Card>
      <Reads memberId={member.id} />
    </div>
  );
}

function Reads({ memberId }: { memberId: string }) {
  const text = useText();
  const list = useReadPages('listMemberReads', { params: { memberId }, query: { per_page: 20 } });
  const columns: Column<MemberRead>[] = [
    {
      key: 'partner',
      title: text.member.reader,
      main: true,
      cell: ({ partner_name }) => <span className="row-link">{partner_name ?? '–'}</span>,
    },
    { key: 'when', title: text.member.when, cell: ({ at }) => <Time at={at} /> },
    { key: 'from', title: text.member.from, cell: ({ address }) => address ?? <span className="quiet">–</span> },
  ];
  return (
    <Card title={text.member.readsTitle} lead={text.member.readsLead}>
      <Arriving of={list} rows={2} />
      {list.items?.length === 0 && <p className="quiet">{text.member.readsEmpty}</p>}
      {list.items && list.items.length > 0 && (
        <DataTable caption={text.member.readsTitle} columns={columns} rows={list.items} rowKey={({ id }) => id} />
      )}
      <LoadMore of={list} />
    </Card>
  );
}
