/** A member's payment slip: on the screen, on paper, and as a PDF. */

import { Button, Group, Select, TextInput } from '@mantine/core';
import { MEMBER_LANGUAGE_NAMES, type MemberLanguage } from '@timebank/contract/words';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { ApiError, call, useAction, useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../console/src/i18n/text.ts';
import { savePdf } from '../../../console/src/parts/page/download.ts';
import { fieldText } from '../../../console/src/parts/page/failure.ts';
import { Card, Facts, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, Arriving, LoadFailed, Loading, Notice } from '../../../console/src/parts/page/states.tsx';
import { CopyButton } from '../../../console/src/parts/values/copy-button.tsx';
import { accountShown, moneyShown } from '../../../console/src/parts/values/money.ts';
import { To } from '../../../console/src/parts/values/to.tsx';
import { Code } from '../../../console/src/parts/values/values.tsx';
import type { Member } from '../../members/contract/members.ts';
import type { PaymentSlip, SlipSheet } from '../contract/paying-in.ts';
import '../../../console/src/styles/print.css';
import '../../../console/src/styles/paying-in.css';

export default function MemberPaymentSlip() {
  const text = useText();
  const { slug } = useCommunity();
  const { memberId = '' } = useParams<{ memberId: string }>();
  const found = useRead('getMember', { params: { memberId } });
  const settings = useRead('getInboxSettings');
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
  const [wishes, setWishes] = useState<Wishes>({ amount: '', hours: '', account: '', language: '' });
  const query = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value.trim() !== ''));
  const found = useRead('getPaymentSlip', { params: { memberId: member.id }, query }, { keepPrevious: true });
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
        {!refused && <Arriving of={found} />}
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
      {children} <To href={`/c/${slug}/inbox/settings`}>{text.payingIn.toSettings}</To>
    </Notice>
  );
}

function SlipFacts({ slip }: { slip: PaymentSlip }) {
  const { text, format } = useLanguage();
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
        <Button leftSection={<Printer size={16} />} onClick={() => window.print()}>
          {text.print}
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={16} />}
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

// A sheet of paper, drawn in millimetres.

const MM_PER_POINT = 25.4 / 72;
const A4_WIDTH = 210;

function Sheet({ sheet, language, label }: { sheet: SlipSheet; language: string; label: string }) {
  const { width, height, shapes, lines, texts } = sheet;
  return (
    <div className={`slip-paper ${width === A4_WIDTH ? 'slip-a4' : 'slip-a6'}`}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {shapes.map(({ path, x, y, scale, colour }) => (
          <path
            key={`${colour} ${path.length}`}
            d={path}
            fill={colour}
            transform={`translate(${x} ${y}) scale(${scale})`}
          />
        ))}
        {lines.map(({ x1, y1, x2, y2, width: points }) => (
          <line
            key={`${x1} ${y1} ${x2} ${y2}`}
            {...{ x1, y1, x2, y2 }}
            stroke="black"
            strokeWidth={points * MM_PER_POINT}
          />
        ))}
        {/* What is printed is in the member's language. */}
        <g lang={language}>
          {texts.map(({ text, x, y, size, bold }) => (
            <text
              key={`${x} ${y}`}
              {...{ x, y }}
              fontSize={size * MM_PER_POINT}
              fontWeight={bold ? 700 : 400}
              fill="black"
            >
              {text}
            </text>
          ))}
        </g>
      </svg>
    </div>
  );
}

// What a slip asks for: an amount, or hours; in which language, and into which account.

interface Wishes {
  readonly amount: string;
  readonly hours: string;
  /** '': that of the member, or of the community. */
  readonly language: '' | MemberLanguage;
  readonly account: string;
}

interface Props {
  readonly wishes: Wishes;
  /** Of the slip that is shown. */
  readonly language: MemberLanguage | undefined;
  /** IBANs of the community. */
  readonly accounts: readonly string[];
  /** What is wrong, by the name of the field. */
  readonly faults: Readonly<Record<string, string>>;
  readonly busy: boolean;
  readonly onChange: (wishes: Wishes) => void;
}

function Terms({ wishes, language, accounts, faults, busy, onChange }: Props) {
  const { payingIn: text } = useText();
  const [typed, setTyped] = useState(wishes);
  const languages = Object.entries(MEMBER_LANGUAGE_NAMES).map(([value, label]) => ({ value, label }));
  const choose = (change: Partial<Wishes>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    onChange(next);
  };
  return (
    <Card title={text.terms}>
      <form
        className="form-column"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onChange(typed);
        }}
      >
        <div className="stack">
          <TextInput
            label={text.amount}
            description={text.amountHint}
            inputMode="decimal"
            maxLength={20}
            value={typed.amount}
            error={faults.amount}
            onChange={(event) => setTyped({ ...typed, amount: event.currentTarget.value, hours: '' })}
          />
          <TextInput
            label={text.hours}
            description={text.hoursHint}
            inputMode="text"
            maxLength={20}
            value={typed.hours}
            error={faults.hours}
            onChange={(event) => setTyped({ ...typed, hours: event.currentTarget.value, amount: '' })}
          />
          {accounts.length > 1 && (
            <Select
              label={text.account}
              data={accounts.map((value) => ({ value, label: accountShown(value) }))}
              value={typed.account || null}
              error={faults.account}
              onChange={(account) => choose({ account: account ?? '' })}
            />
          )}
          <Select
            label={text.language}
            data={languages}
            value={typed.language || (language ?? null)}
            onChange={(chosen) => choose({ language: chosen as MemberLanguage })}
          />
          <div>
            <Button type="submit" variant="default" loading={busy}>
              {text.show}
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}
