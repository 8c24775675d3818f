/** The secrets of a partner: issued, changed over, revoked. */
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Action, call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { actColumn, type Column, DataTable } from '../../../../console/src/parts/lists/table.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { Empty, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { Code, Tag, Time } from '../../../../console/src/parts/values/values.tsx';
import type { Credential, PartnerWithSecret } from '../../contract/partners.ts';
import { useHandover } from '../parts/secret-context.tsx';
import { Keys } from './keys.tsx';
import type { PartProps } from './part-props.ts';
import { Tokens } from './tokens.tsx';

const TONES = { live: 'good', expiring: 'wait', expired: 'quiet', revoked: 'quiet' } as const;
const DEFAULT_OVERLAP = '72';

const isLive = ({ status }: Credential) => status === 'live' || status === 'expiring';

export default function Secrets({ partner }: PartProps) {
  const text = useText();
  const { slug, can } = useCommunity();
  const [, navigate] = useLocation();
  const { hand } = useHandover();
  const [dialog, setDialog] = useState<'issue' | 'rotate' | Credential>();
  const [overlap, setOverlap] = useState(DEFAULT_OVERLAP);
  const [old, setOld] = useState(false);
  const params = { slug, partnerId: partner.id };

  const show = (made: PartnerWithSecret) => {
    hand(made);
    navigate(`/c/${slug}/partners/${partner.id}/secret`);
    void refresh('getPartner', 'listPartners');
  };
  const issue = useAction(async () => show((await call('issueCredential', { params })).data));
  const rotate = useAction(async (hours: number) =>
    show((await call('rotateCredential', { params, body: { overlap_hours: hours } })).data),
  );
  const revoke = useAction(async (credentialId: number) => {
    await call('revokeCredential', { params: { ...params, credentialId } });
    succeeded(text.secrets.revoked);
    await refresh('getPartner', 'listPartners');
  });

  const may = can('credentials.write');
  const live = partner.credentials.filter(isLive);
  const ended = partner.credentials.filter((one) => !isLive(one));
  const shown = old || live.length === 0 ? partner.credentials : live;
  const close = () => {
    setDialog(undefined);
    for (const action of [issue, rotate, revoke]) action.clear();
  };
  return (
    <div className="stack">
      <Card
        lead={text.secrets.lead}
        title={text.partner.tabs.secrets}
        action={
          may && (
            <Group gap="sm">
              {live.length === 1 && (
                <Button variant="default" onClick={() => setDialog('issue')}>
                  {text.secrets.issue}
                </Button>
              )}
              {live.length > 0 && <Button onClick={() => setDialog('rotate')}>{text.secrets.rotate}</Button>}
            </Group>
          )
        }
      >
        {partner.keys_only && <Notice tone="wait">{text.keys.secretsRefused}</Notice>}
        {live.length === 0 && (
          <Empty
            icon={KeyRound}
            title={text.secrets.emptyTitle}
            action={may && <Button onClick={() => setDialog('issue')}>{text.secrets.issueGo}</Button>}
          >
            {partner.keys ? text.secrets.emptyKeys : text.secrets.empty}
          </Empty>
        )}
        {shown.length > 0 && <SecretTable secrets={shown} revoke={may ? setDialog : undefined} />}
        {live.length > 0 && ended.length > 0 && (
          <Button variant="subtle" onClick={() => setOld(!old)} aria-expanded={old}>
            {old ? text.secrets.hideOld : text.secrets.showOld(ended.length)}
          </Button>
        )}
      </Card>
      <Tokens partner={partner} />
      <Keys partner={partner} hasSecret={live.length > 0} />
      {dialog === 'issue' && (
        <Confirm title={text.secrets.issueTitle} go={text.secrets.issueGo} action={issue} onClose={close}>
          {text.secrets.issueText}
        </Confirm>
      )}
      {dialog === 'rotate' && <RotateDialog overlap={overlap} choose={setOverlap} action={rotate} onClose={close} />}
      {typeof dialog === 'object' && (
        <RevokeDialog partner={partner} secret={dialog} isLast={live.length === 1} action={revoke} onClose={close} />
      )}
    </div>
  );
}

interface RotateDialogProps {
  /** Hours for which the old secret stays valid. */
  overlap: string;
  choose: (overlap: string) => void;
  action: Action<[hours: number]>;
  onClose: () => void;
}

function RotateDialog({ overlap, choose, action, onClose }: RotateDialogProps) {
  const text = useText();
  return (
    <Confirm
      title={text.secrets.rotateTitle}
      go={text.secrets.rotateGo}
      action={action}
      args={[Number(overlap)]}
      onClose={onClose}
    >
      <Stack>
        <Text>{text.secrets.rotateText}</Text>
        <Radio.Group label={text.secrets.overlap} value={overlap} onChange={choose}>
          <Stack gap="xs" mt="xs">
            {Object.entries(text.secrets.overlaps).map(([hours, label]) => (
              <Radio key={hours} value={hours} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {overlap === '0' && <Notice tone="wait">{text.secrets.overlapNow}</Notice>}
      </Stack>
    </Confirm>
  );
}

function RevokeDialog({
  partner,
  secret,
  isLast,
  action,
  onClose,
}: Pick<PartProps, 'partner'> & {
  secret: Credential;
  isLast: boolean;
  action: Action<[credentialId: number]>;
  onClose: () => void;
}) {
  const text = useText();
  return (
    <Confirm
      title={text.secrets.revokeTitle}
      go={text.secrets.revoke}
      danger
      action={action}
      args={[secret.id]}
      onClose={onClose}
    >
      <Stack>
        <Text>{text.secrets.revokeText(secret.hint)}</Text>
        {isLast && <Notice tone="wait">{partner.keys ? text.secrets.revokeLastKeys : text.secrets.revokeLast}</Notice>}
      </Stack>
    </Confirm>
  );
}

/** Whether the one-time link to a secret was opened. */
function HandedOver({ link }: { link: NonNullable<Credential['hand_over']> }) {
  const { link: text } = useText().access;
  const format = useFormat();
  const { status, expires_at, opened_at, opened_address } = link;
  const outcome =
    status === 'opened'
      ? text.opened(format.relative(opened_at ?? ''), opened_address ?? '?')
      : status === 'waiting'
        ? text.waiting(format.relative(expires_at))
        : text.expired;
  return <div className="quiet">{outcome}</div>;
}

interface SecretTableProps {
  secrets: readonly Credential[];
  revoke: ((secret: Credential) => void) | undefined;
}

function SecretTable({ secrets, revoke }: SecretTableProps) {
  const { text, format } = useLanguage();
  const columns: Column<Credential>[] = [
    {
      key: 'hint',
      title: text.secrets.hint,
      main: true,
      cell: ({ hint, hand_over }) => (
        <>
          <Code>{hint}</Code>
          {hand_over && <HandedOver link={hand_over} />}
        </>
      ),
    },
    {
      key: 'status',
      title: text.secrets.status,
      cell: ({ status, expires_at, revoked_at }) => {
        const end = revoked_at ?? expires_at;
        const isOver = status === 'revoked' || status === 'expired';
        return (
          <>
            <Tag tone={TONES[status]}>{text.secrets.statuses[status]}</Tag>
            {end && (
              <div className="quiet">
                {isOver ? text.secrets.ended(format.relative(end)) : text.secrets.ends(format.relative(end))}
              </div>
            )}
          </>
        );
      },
    },
    { key: 'issued', title: text.secrets.issued, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      key: 'used',
      title: text.secrets.lastUsed,
      cell: ({ last_used_at, last_used_address }) =>
        last_used_at ? (
          <>
            <Time at={last_used_at} />
            {last_used_address && <div className="quiet">{text.secrets.from(last_used_address)}</div>}
          </>
        ) : (
          <span className="quiet">{text.secrets.never}</span>
        ),
    },
    ...(revoke
      ? [
          actColumn<Credential>(text.secrets.revoke, ({ hint }) => text.secrets.revokeThis(hint), revoke, {
            ...{ hidden: (one) => !isLive(one), danger: true },
          }),
        ]
      : []),
  ];
  return <DataTable caption={text.partner.tabs.secrets} columns={columns} rows={secrets} rowKey={({ id }) => id} />;
}
