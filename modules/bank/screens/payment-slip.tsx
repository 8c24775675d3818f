/** A member's payment slip: on the screen, on paper, and as a PDF. */
import { Anchor, Button, Group } from '@mantine/core';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { ApiError, call } from '../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useFormat, useText } from '../../../console/src/i18n/text.ts';
import { savePdf } from '../../../console/src/parts/page/download.ts';
import { fieldText } from '../../../console/src/parts/page/failure.ts';
import { Notice } from '../../../console/src/parts/page/notice.tsx';
import { Card, Facts, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, LoadFailed, Loading } from '../../../console/src/parts/page/states.tsx';
import { Code } from '../../../console/src/parts/values/code.tsx';
import { CopyButton } from '../../../console/src/parts/values/copy-button.tsx';
import { accountShown, moneyShown } from '../../../console/src/parts/values/money.ts';
import type { Member } from '../../members/contract/members.ts';
import type { PaymentSlip } from '../contract/paying-in.ts';
import { Sheet } from './payment-slip/sheet.tsx';
import { Terms, type Wishes } from './payment-slip/terms.tsx';
import '../../../console/src/styles/print.css';
import '../../../console/src/styles/paying-in.css';

export default function MemberPaymentSlip() {
  const text = useText();
  const { slug } = useCommunity();
  const { memberId = '' } = useParams<{ memberId: string }>();
  const found = useRead('getMember', { params: { slug, memberId } });
  const settings = useRead('getInboxSettings', { params: { slug } });
  const member = found.data?.data;
  const accounts = settings.data?.data.accounts.flatMap(({ account }) => account ?? []);
  const back = { href: `/c/${slug}/members/${memberId}`, label: text.payingIn.back };
  const error = found.error ?? settings.error;
  if (!member || !accounts) {
    const retry = () => void Promise.all([found.refetch(), settings.refetch()]);
    return (
      <Page title={text.payingIn.open} back={back}>
        {error ? <LoadFailed error={error} retry={retry} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={text.payingIn.title(member.name)} lead={text.payingIn.lead} back={back}>
      <Slip member={member} accounts={accounts} />
    </Page>
  );
}

function Slip({ member, accounts }: { member: Member; accounts: readonly string[] }) {
  const text = useText();
  const { slug } = useCommunity();
  const [wishes, setWishes] = useState<Wishes>({ amount: '', hours: '', account: '', language: '' });
  const query = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value.trim() !== ''));
  const found = useRead('getPaymentSlip', { params: { slug, memberId: member.id }, query }, { keepPrevious: true });
  const refused = found.error instanceof ApiError && found.error.code === 'validation_failed' ? found.error : undefined;
  const known: Readonly<Record<string, string>> = text.payingIn.faults;
  const faults = Object.fromEntries(
    (refused?.fields ?? []).map((fault) => [fault.field, known[fault.code] ?? fieldText(fault, text)]),
  );
  const slip = refused ? undefined : found.data?.data;
  const missing =
    accounts.length > 1 && faults.account ? faults.account : (faults.account_holder ?? faults.holder_address);
  const setting = missing ?? faults.account;
  return (
    <div className="two-columns">
      <div className="stack no-print">
        <Terms
          wishes={wishes}
          language={slip?.language}
          accounts={accounts}
          faults={faults}
          busy={found.isFetching}
          onChange={setWishes}
        />
        {slip && <SlipFacts slip={slip} />}
      </div>
      <div className="stack">
        {setting && <MissingSetting>{setting}</MissingSetting>}
        {found.error && !refused && <LoadFailed error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && <Loading />}
        {slip && <Paper slip={slip} query={query} />}
      </div>
    </div>
  );
}

function MissingSetting({ children }: { children: string }) {
  const text = useText();
  const { slug } = useCommunity();
  return (
    <Notice tone="wait" role="alert" title={text.payingIn.missing}>
      {children}{' '}
      <Anchor component={Link} href={`/c/${slug}/inbox/settings`}>
        {text.payingIn.toSettings}
      </Anchor>
    </Notice>
  );
}

function SlipFacts({ slip }: { slip: PaymentSlip }) {
  const text = useText();
  const format = useFormat();
  const { facts, anyAmount, noRate, noCode, rate } = text.payingIn;
  const { account, account_holder, reference, currency, amount, hours } = slip;
  const rateShown = ({ hours: worth, per_amount }: NonNullable<PaymentSlip['rate']>) =>
    rate(`${format.hours(worth)} h`, moneyShown({ amount: per_amount, currency }, format));
  const items = [
    [facts.holder, account_holder],
    [facts.account, copied(accountShown(account), account, facts.account)],
    [facts.reference, copied(accountShown(reference), reference, text.member.referenceThing)],
    [facts.amount, amount === null ? anyAmount(currency) : moneyShown({ amount, currency }, format)],
    [facts.rate, slip.rate ? rateShown(slip.rate) : noRate],
    ...(hours === null ? [] : [[facts.hours, `${format.hours(hours)} h`] as const]),
  ] as const;
  return (
    <Card>
      <Facts items={items} />
      {slip.code === 'none' && <p className="quiet">{noCode}</p>}
    </Card>
  );
}

const copied = (shown: string, value: string, thing: string) => (
  <span className="row">
    <Code>{shown}</Code>
    <CopyButton value={value} thing={thing} />
  </span>
);

function Paper({ slip, query }: { slip: PaymentSlip; query: object }) {
  const { payingIn: text } = useText();
  const { slug } = useCommunity();
  const pdf = useAction(async () => {
    const { data } = await call('printPaymentSlips', { params: { slug }, query: { ...query, member: slip.user_id } });
    savePdf(data.name, data.pdf);
  });
  return (
    <>
      <Group gap="sm" className="no-print">
        <Button leftSection={<Printer size={16} aria-hidden="true" />} onClick={() => window.print()}>
          {text.print}
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden="true" />}
          loading={pdf.busy}
          onClick={() => void pdf.run()}
        >
          {text.save}
        </Button>
      </Group>
      {pdf.error && <ActionFailed error={pdf.error} />}
      <Sheet sheet={slip.sheet} language={slip.language} label={text.picture(slip.name)} />
    </>
  );
}
