/** A copy of everything that is held, and erasure. */
import { Button, Group, TextInput } from '@mantine/core';
import { BookOpen, Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { saveText } from '../../../../console/src/parts/page/download.ts';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, succeeded } from '../../../../console/src/parts/page/states.tsx';
import type { MemberExport } from '../../contract/member-export.ts';
import type { MemberPartProps } from './part-props.ts';

const DataPaper = lazy(() => import('./data-paper.tsx'));

export default function Data({ member }: MemberPartProps) {
  const text = useText();
  const { slug, can } = useCommunity();
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<MemberExport>();
  const readAll = async () => (await call('exportMember', { params: { slug, memberId: member.id } })).data;
  const read = useAction(async () => setShown(await readAll()));
  const copy = useAction(async () => {
    const data = await readAll();
    saveText(`${member.id}.json`, `${JSON.stringify(data, null, 2)}\n`);
    succeeded(text.member.exported);
  });
  return (
    <div className="stack">
      <Card title={text.member.exportTitle} lead={text.member.exportText}>
        <ActionFailed error={read.error ?? copy.error} />
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<BookOpen size={18} />}
            loading={read.busy}
            onClick={() => void read.run()}
          >
            {text.memberData.read}
          </Button>
          <Button
            variant="default"
            leftSection={<Download size={18} />}
            loading={copy.busy}
            onClick={() => void copy.run()}
          >
            {text.member.export}
          </Button>
        </Group>
        {shown && (
          <Suspense>
            <DataPaper data={shown} onClose={() => setShown(undefined)} />
          </Suspense>
        )}
      </Card>
      {can('members.erase') && member.erased_at === null && (
        <Card title={text.member.eraseTitle} lead={text.member.eraseText}>
          <Button color="red" variant="outline" onClick={() => setAsking(true)}>
            {text.member.erase}
          </Button>
          {asking && <EraseDialog member={member} onClose={() => setAsking(false)} />}
        </Card>
      )}
    </div>
  );
}

function EraseDialog({ member, onClose }: MemberPartProps & { onClose: () => void }) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const [typed, setTyped] = useState('');
  const action = useAction(async (name: string) => {
    await call('eraseMember', { params: { slug, memberId: member.id }, body: { name } });
    succeeded(text.member.erased);
    await refresh('getMember', 'listMembers', 'listMemberTransfers');
  });
  const fault = action.error?.fields.find(({ field }) => field === 'name');
  return (
    <Confirm
      title={text.member.eraseQuestion(member.name)}
      go={text.member.eraseGo}
      danger
      action={fault ? { ...action, error: undefined } : action}
      args={[typed]}
      disabled={typed.trim() === ''}
      onClose={onClose}
    >
      <p>{text.member.eraseText}</p>
      {member.balance_hours !== 0 && <p>{text.member.eraseBalance(format.hours(member.balance_hours))}</p>}
      <TextInput
        label={text.member.eraseType(member.name)}
        autoComplete="off"
        value={typed}
        error={fault && fieldText(fault, text)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Confirm>
  );
}
