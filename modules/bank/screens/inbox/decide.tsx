/** A person's word on a line: whose payment it is, or what it is. */
import { Button, Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Action, call, refresh, useAction, useCommunity } from '../../../../console/src/api/hooks.ts';
import { useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { AccountPicker } from '../../../../console/src/parts/forms/account-picker.tsx';
import { type Choice, chosen, NOBODY } from '../../../../console/src/parts/forms/party.ts';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { fieldText } from '../../../../console/src/parts/page/failure.ts';
import { succeeded } from '../../../../console/src/parts/page/states.tsx';
import { moneyShown } from '../../../../console/src/parts/values/money.ts';
import type { InboxLine } from '../../contract/inbox.ts';
import { CHANGED } from './approve.tsx';
import { payerShown } from './line-words.ts';

const NOTE_MAX = 500;

interface Props {
  readonly line: InboxLine;
  readonly onClose: () => void;
}

export function ChooseMember({ line, onClose }: Props) {
  const text = useText();
  const [choice, setChoice] = useState<Choice>(likelyChoice(line));
  const [remember, setRemember] = useState(false);
  const isBooked = line.state === 'booked';
  const decision = { member_id: choice.party?.id ?? '', remember };
  const { action, fault, clearFault } = useDecision(line, decision, text.inbox.memberChosen);
  return (
    <Confirm
      title={isBooked ? text.inbox.changeMember : text.inbox.chooseMember}
      go={text.inbox.chooseMember}
      action={action}
      disabled={choice.party === null}
      onClose={onClose}
    >
      <Stack gap="md">
        {isBooked && <Text>{text.inbox.changeMemberText}</Text>}
        <AccountPicker
          label={text.inbox.member}
          value={choice}
          error={fault}
          onChange={(change) => {
            clearFault();
            setChoice(change);
          }}
        />
        {line.payer_account !== null && (
          <Checkbox
            label={text.inbox.remember}
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </Confirm>
  );
}

/** The member that the line may be of stands in the field: the person looks, and chooses. */
const likelyChoice = ({ likely_member: likely }: InboxLine): Choice =>
  likely ? chosen({ id: likely.user_id, name: likely.name, hint: likely.number ?? '', balanceHours: null }) : NOBODY;

/** Whether a movement of two files is one: the person's word stays. */
export function IsSame({ line }: { line: InboxLine }) {
  const { text, format } = useLanguage();
  const same = useDecision(line, { same: true }, text.inbox.sameDone).action;
  const another = useDecision(line, { same: false }, text.inbox.anotherDone).action;
  const [payer, amount] = [payerShown(line, text), moneyShown(line, format)];
  const isBusy = same.busy || another.busy;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={isBusy}
        onClick={() => void same.run()}
        aria-label={text.inbox.sameFor(payer, amount)}
      >
        {text.inbox.same}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={isBusy}
        onClick={() => void another.run()}
        aria-label={text.inbox.anotherFor(payer, amount)}
      >
        {text.inbox.another}
      </Button>
    </>
  );
}

export function Explain({ line, onClose }: Props) {
  const text = useText();
  const [note, setNote] = useState('');
  const { action } = useDecision(line, { note: note.trim() }, text.inbox.explained);
  return (
    <Confirm
      title={text.inbox.explainTitle}
      go={text.act.save}
      action={action}
      disabled={note.trim() === ''}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{text.inbox.explainText}</Text>
        <Textarea
          label={text.inbox.note}
          description={text.inbox.noteHint}
          minRows={2}
          maxLength={NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
      </Stack>
    </Confirm>
  );
}

// A person's decision on a line of the inbox.

interface Decision {
  readonly note?: string;
  readonly member_id?: string;
  readonly remember?: boolean;
  readonly reverse_credit_id?: string;
  readonly same?: boolean;
}

/** @param done what is said when it was taken */
export function useDecision(line: InboxLine, decision: Decision, done: string) {
  const text = useText();
  const { slug } = useCommunity();
  const [fault, setFault] = useState<string>();
  const action: Action<[]> = useAction(
    async () => {
      await call('decideInboxLine', { params: { slug, lineId: line.id }, body: decision });
      succeeded(done);
      await refresh(...CHANGED);
    },
    (error) => {
      const [first] = error.fields;
      if (first && error.code === 'validation_failed') setFault(fieldText(first, text));
      if (error.code === 'state_conflict') void refresh(...CHANGED);
    },
  );
  return { action, fault, clearFault: () => setFault(undefined) };
}
