/** The movements as paper and spreadsheets take them. */
import type { InboxLine } from '@timebank/contract/console';
import { useFormat, useText } from '../../i18n/text.ts';
import type { PlainColumn } from '../../parts/paper/plain.ts';
import { accountShown } from '../../parts/values/money.ts';
import { proposalShown } from './line-words.ts';

export function usePlainLines(): readonly PlainColumn<InboxLine>[] {
  const text = useText();
  const format = useFormat();
  const { facts, states, reasons, currency } = text.inbox;
  return [
    { key: 'day', title: facts.day, plain: ({ booked_on }) => ({ day: booked_on }) },
    { key: 'payer', title: facts.payer, plain: ({ payer }) => payer },
    { key: 'text', title: facts.text, plain: (line) => line.text },
    { key: 'amount', title: facts.amount, end: true, plain: ({ amount }) => ({ money: amount }) },
    { key: 'currency', title: currency, plain: (line) => line.currency },
    { key: 'state', title: facts.what, plain: ({ state }) => states[state] },
    { key: 'why', title: text.inbox.why, plain: (line) => proposalShown(line, text, format) ?? reasons[line.reason] },
    { key: 'member', title: text.inbox.creditedMember, plain: ({ credit_member }) => credit_member?.name },
    { key: 'note', title: facts.note, plain: ({ note }) => note },
    { key: 'reference', title: facts.reference, plain: ({ reference }) => reference },
    {
      key: 'account',
      title: facts.account,
      plain: ({ account }) => account && accountShown(account).replaceAll('\u00a0', ' '),
    },
  ];
}
