/** Whether mail is on, a test to oneself, and what mail servers did not take. */
import { Button, Stack, Table } from '@mantine/core';
import { call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';
import type { MailReport } from '../../contract/mail.ts';

const LOOK_EVERY_MS = 3000;

export default function MailState() {
  const text = useText().messages;
  const { slug, can } = useCommunity();
  const found = useRead('getMail', {}, { refetchInterval: LOOK_EVERY_MS });
  const state = found.data?.data;
  const test = useAction(async () => {
    const { data } = await call('sendTestMail', { params: { slug } });
    succeeded(text.testSent(data.to));
    await refresh('getMail');
  });
  if (!state) return <Arriving of={found} />;
  return (
    <div className="stack">
      <Card
        title={state.on ? text.on : text.off}
        lead={state.on && state.from !== null ? text.onText(state.from, state.per_minute ?? 0) : text.offText}
      >
        <Facts
          items={[
            ...(state.reply_to === null ? [] : [[text.replyTo, state.reply_to] as const]),
            [text.waiting, state.waiting],
            [text.toPrint, state.to_print],
            [text.badAddresses, state.bad_addresses],
          ]}
        />
        <Stack gap="md" mt="md" align="flex-start">
          {state.on && can('settings.write') && (
            <Button variant="default" loading={test.busy} onClick={() => void test.run()}>
              {text.test}
            </Button>
          )}
          <ActionFailed error={test.error} />
          {state.last_test && <LastTest test={state.last_test} />}
        </Stack>
      </Card>
      <Card title={text.failures} lead={state.failures.length === 0 ? text.failuresNone : undefined}>
        {state.failures.length > 0 && <Failures failures={state.failures} />}
      </Card>
    </div>
  );
}

function LastTest({ test }: { test: MailReport }) {
  const text = useText().messages;
  const format = useFormat();
  const { state, error, answer, at } = test;
  if (state === 'sent')
    return (
      <Notice tone="good" role="status">
        {text.testArrived(format.dateTime(at))}
      </Notice>
    );
  if (error === null)
    return (
      <Notice tone="info" role="status">
        {text.testWaiting}
      </Notice>
    );
  return (
    <Notice tone="bad" role="status" title={text.testFailed}>
      {text.errors[error]} {answer !== null && text.said(answer)}
    </Notice>
  );
}

function Failures({ failures }: { failures: readonly MailReport[] }) {
  const text = useText().messages;
  const format = useFormat();
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.columns.to}</Table.Th>
            <Table.Th>{text.columns.kind}</Table.Th>
            <Table.Th>{text.columns.why}</Table.Th>
            <Table.Th>{text.columns.at}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {failures.map(({ id, to, kind, error, answer, at, next_attempt_at }) => (
            <Table.Tr key={id}>
              <Table.Td>{to}</Table.Td>
              <Table.Td>{text.kinds[kind]}</Table.Td>
              <Table.Td>
                {error !== null && text.errors[error]} {answer !== null && text.said(answer)}
              </Table.Td>
              <Table.Td>
                {format.dateTime(at)} {next_attempt_at !== null && text.again(format.dateTime(next_attempt_at))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
