/** A movement in two lines: payer and amount, then everything by which a person knows it again; what it is beside them. */

import { ActionIcon, Button, Checkbox, Select, Stack, Text } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { AccountPicker } from '../../../../console/src/parts/forms/account-picker.tsx';
import { type Choice, NOBODY } from '../../../../console/src/parts/forms/party.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Facts } from '../../../../console/src/parts/page/page.tsx';
import { accountShown, moneyShown } from '../../../../console/src/parts/values/money.ts';
import { To } from '../../../../console/src/parts/values/to.tsx';
import { Code, nameWithNumber, Tag, type Tone } from '../../../../console/src/parts/values/values.tsx';
import type { InboxLine } from '../../contract/inbox.ts';
import { ChooseMember, Explain, IsSame, useDecision } from './decide.tsx';
import { payerShown, proposalShown } from './line-words.ts';
import { ToRates } from './to-rates.tsx';

const TONES: Readonly<Record<InboxLine['state'], Tone | 'quiet'>> = {
  open: 'wait',
  booked: 'good',
  credited: 'good',
  returned: 'quiet',
  not_ours: 'quiet',
};

type LineDialog = 'member' | 'note' | 'credit';

export interface LineProps {
  readonly line: InboxLine;
  /** Whether another person must approve its proposal. */
  readonly isOwn: boolean;
  readonly selected: boolean;
  /** Undefined: it cannot be booked by this person. */
  readonly toggle: (() => void) | undefined;
  readonly approve: (() => void) | undefined;
}

export function Line({ line, isOwn, selected, toggle, approve }: LineProps) {
  const { text, format } = useLanguage();
  const id = useId();
  const { can } = useCommunity();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<LineDialog>();
  const payer = payerShown(line, text);
  const amount = moneyShown(line, format);
  const isPayment = !line.amount.startsWith('-');
  const isAsked = line.may_be !== null;
  const isUndecided = line.state === 'open' && line.proposal === null && !isAsked;
  const may = can('statements.compare');
  return (
    <li className="inbox-line" data-selected={selected || undefined}>
      <div className="inbox-pick">
        {toggle && <Checkbox checked={selected} onChange={toggle} aria-label={text.inbox.select(payer, amount)} />}
      </div>
      <div className="inbox-main">
        <div className="inbox-head">
          <span className="inbox-payer">{payer}</span>
          <span className="inbox-amount" data-out={!isPayment || undefined}>
            {amount}
          </span>
        </div>
        <About line={line} />
      </div>
      <div className="inbox-what">
        <What line={line} isOwn={isOwn} />
      </div>
      <div className="inbox-act">
        {approve && (
          <Button size="xs" variant="default" onClick={approve} aria-label={text.inbox.approveOne(payer, amount)}>
            {text.inbox.approve}
          </Button>
        )}
        {may && isAsked && <IsSame line={line} />}
        {may && isUndecided && isPayment && (
          <Button
            size="xs"
            variant="default"
            onClick={() => setDialog('member')}
            aria-label={text.inbox.chooseMemberFor(payer, amount)}
          >
            {text.inbox.chooseMember}
          </Button>
        )}
        {may && isUndecided && !isPayment && (
          <Button
            size="xs"
            variant="default"
            onClick={() => setDialog('note')}
            aria-label={text.inbox.explainOne(payer, amount)}
          >
            {text.inbox.explain}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={text.inbox.details(payer, amount)}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={18} className="chevron" data-open={isOpen || undefined} />
        </ActionIcon>
      </div>
      {isOpen && (
        <div id={id} className="inbox-details">
          <Details line={line} />
          {may && <Actions line={line} isPayment={isPayment} open={setDialog} />}
        </div>
      )}
      {dialog === 'member' && <ChooseMember line={line} onClose={() => setDialog(undefined)} />}
      {dialog === 'credit' && <ReverseCredit line={line} onClose={() => setDialog(undefined)} />}
      {dialog === 'note' && <Explain line={line} onClose={() => setDialog(undefined)} />}
    </li>
  );
}

/** Day, account, text and reference in one run of text. */
function About({ line: { booked_on, account, text: words, reference, end_to_end_id } }: { line: InboxLine }) {
  const { inbox } = useText();
  const format = useFormat();
  const parts = [
    booked_on ? format.day(booked_on) : inbox.noDay,
    account ? accountShown(account) : inbox.noAccount,
    words,
    reference ?? end_to_end_id,
  ];
  return <div className="inbox-about">{parts.filter(Boolean).join('\u00a0· ')}</div>;
}

function What({ line, isOwn }: { line: InboxLine; isOwn: boolean }) {
  const { text, format } = useLanguage();
  const proposal = proposalShown(line, text, format);
  return (
    <>
      {proposal ? (
        <strong className="inbox-proposal">{proposal}</strong>
      ) : (
        <Tag tone={TONES[line.state]}>{text.inbox.states[line.state]}</Tag>
      )}
      <div className="inbox-about">
        {line.note ?? text.inbox.reasons[line.reason]} {line.reason === 'no_rate' && <ToRates />}
      </div>
      {line.likely_member && (
        <div className="inbox-about">
          {text.inbox.likely(nameWithNumber(line.likely_member.name, line.likely_member.number))}
        </div>
      )}
      {line.may_be && <MayBe other={line.may_be} />}
      {line.state === 'booked' && line.member_by && (
        <div className="inbox-about">{text.inbox.memberBy[line.member_by]}</div>
      )}
      {line.credit_member && (
        <div className="inbox-about">
          {text.inbox.creditedTo(nameWithNumber(line.credit_member.name, line.credit_member.number))}
        </div>
      )}
      {isOwn && (
        <div>
          <Tag tone="info">{text.inbox.own}</Tag>
        </div>
      )}
    </>
  );
}

/** The movement of another file that it may be, as a person knows it. */
function MayBe({ other }: { other: NonNullable<InboxLine['may_be']> }) {
  const { inbox } = useText();
  const format = useFormat();
  const day = other.booked_on ? format.day(other.booked_on) : inbox.noDay;
  return (
    <div className="inbox-about">
      {inbox.mayBe(day, other.payer ?? inbox.noPayer, other.text)} ({inbox.mayBeIn[other.state]})
    </div>
  );
}

/** Everything that is known of the line. */
function Details({ line }: { line: InboxLine }) {
  const { text, format } = useLanguage();
  const { slug } = useCommunity();
  const { facts } = text.inbox;
  const member = (person: InboxLine['credit_member'], words?: string) =>
    person && (
      <To href={`/c/${slug}/members/${person.user_id}`}>{words ?? nameWithNumber(person.name, person.number)}</To>
    );
  const code = (value: string | null) => value && <Code>{value}</Code>;
  const items: (readonly [string, ReactNode])[] = [
    [facts.payer, line.payer],
    [facts.payerAccount, line.payer_account && accountShown(line.payer_account)],
    [facts.amount, moneyShown(line, format)],
    [facts.day, line.booked_on && format.day(line.booked_on)],
    [facts.account, line.account && accountShown(line.account)],
    [facts.text, line.text],
    [facts.reference, code(line.reference)],
    [facts.endToEnd, code(line.end_to_end_id)],
    [facts.what, `${text.inbox.states[line.state]}: ${text.inbox.reasons[line.reason]}`],
    [facts.credit, member(line.credit_member) ?? member(line.proposal, proposalShown(line, text, format))],
    [facts.note, line.note && <span className="inbox-note">{line.note}</span>],
    [facts.importedBy, line.imported_by_name ?? text.inbox.commandLine],
    [
      facts.decidedBy,
      line.decided_at &&
        text.inbox.by(line.decided_by_name ?? text.inbox.commandLine, format.dateTime(line.decided_at)),
    ],
    [facts.mayBe, line.may_be && String(line.may_be.id)],
    [facts.sameAs, line.same_as === null ? null : String(line.same_as)],
    [facts.returns, line.returns === null ? null : String(line.returns)],
    [facts.line, String(line.id)],
  ];
  return <Facts items={items.filter(([, value]) => value !== null && value !== '')} />;
}

interface ActionsProps {
  line: InboxLine;
  isPayment: boolean;
  open: (dialog: LineDialog) => void;
}

function Actions({ line, isPayment, open }: ActionsProps) {
  const { inbox } = useText();
  const isBooked = line.state === 'booked';
  const isOpen = line.state === 'open';
  if (!isOpen && !isBooked) return null;
  return (
    <div className="row">
      {isPayment && (
        <Button variant="default" onClick={() => open('member')}>
          {isBooked || line.proposal ? inbox.changeMember : inbox.chooseMember}
        </Button>
      )}
      {isOpen && !isPayment && (
        <Button variant="default" onClick={() => open('credit')}>
          {inbox.reverseCredit}
        </Button>
      )}
      {isOpen && (
        <Button variant="default" onClick={() => open('note')}>
          {inbox.explain}
        </Button>
      )}
    </div>
  );
}

// Money out that takes a credit back: the member is found, then one of the credits on the account.

/** Lines of the account that are looked through. */
const LINES_AT_ONCE = 200;

function ReverseCredit({ line, onClose }: { line: InboxLine; onClose: () => void }) {
  const text = useText();
  const [choice, setChoice] = useState<Choice>(NOBODY);
  const [creditId, setCreditId] = useState<string | null>(null);
  const decision = { reverse_credit_id: creditId ?? '' };
  const { action, fault } = useDecision(line, decision, text.inbox.creditReversed);
  return (
    <Confirm
      title={text.inbox.reverseCredit}
      go={text.inbox.reverseCredit}
      danger
      action={action}
      disabled={creditId === null}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{text.inbox.reverseCreditText}</Text>
        <AccountPicker
          label={text.inbox.member}
          value={choice}
          onChange={(change) => {
            setCreditId(null);
            setChoice(change);
          }}
        />
        {choice.party && (
          <Credits
            key={choice.party.id}
            memberId={choice.party.id}
            value={creditId}
            error={fault}
            onChange={setCreditId}
          />
        )}
      </Stack>
    </Confirm>
  );
}

interface CreditsProps {
  readonly memberId: string;
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (creditId: string | null) => void;
}

function Credits({ memberId, value, error, onChange }: CreditsProps) {
  const { inbox } = useText();
  const format = useFormat();
  const query = { per_page: LINES_AT_ONCE };
  const found = useRead('listMemberTransfers', { params: { memberId }, query });
  const credits = found.data?.data.filter(({ kind, reversed_by_id }) => kind === 'credit' && reversed_by_id === null);
  if (credits?.length === 0) return <Text>{inbox.noCredits}</Text>;
  const options = credits?.map(({ id, hours, booked_on, payment, reference }) => {
    const { amount, currency = null } = payment ?? {};
    const paid = amount === undefined ? undefined : moneyShown({ amount, currency }, format);
    const parts = [inbox.creditOption(`${format.hours(hours)} h`, format.day(booked_on)), paid, reference];
    return { value: id, label: parts.filter(Boolean).join(' · ') };
  });
  return (
    <Select
      label={inbox.credit}
      data={options ?? []}
      disabled={!options}
      value={value}
      error={error}
      onChange={onChange}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
