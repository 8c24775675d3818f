/** One call as a sentence, with the member it was about as a link. */
import { Anchor } from '@mantine/core';
import type { ErrorCode, PartnerOperationId } from '@timebank/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ConsoleAnswer } from '../../../desk/contract/calls.ts';
import { useCommunity } from '../../api/hooks.ts';
import { type Format, type Texts, useFormat, useText } from '../../i18n/text.ts';

type LoggedCall = ConsoleAnswer<'listCalls'>['data'][number];

/** A placeholder for the member while the sentence is made; it occurs in no name. */
const MEMBER = '\u0001';

export const operationName = (words: Texts['callWords'], operation: string): string =>
  words.names[operation as PartnerOperationId] ?? words.otherCall;

export const whyRefused = (words: Texts['callWords'], error: string): string =>
  words.errors[error as ErrorCode]?.why ?? words.otherError;

/** Why a call was refused, and what is to be done about it; undefined for a code without words. */
export function reasonOf({ cause, error }: LoggedCall, words: Texts['callWords']) {
  const isLookup = cause === 'payment_reference' && error !== null && error in words.lookups;
  return isLookup ? words.lookups[error as keyof typeof words.lookups] : words.errors[error as ErrorCode];
}

export const hoursOf = ({ hours }: LoggedCall, words: Texts['callWords'], format: Format) =>
  hours === null ? words.someHours : words.hours(hours, format.hours(hours));

function whatHappened(call: LoggedCall, words: Texts['callWords'], format: Format, member: string): string {
  const subject = { member, hours: hoursOf(call, words, format), items: call.items ?? 0 };
  const done = words.done[call.operation as PartnerOperationId]?.(subject) ?? words.otherCall;
  if (call.error === null) return done;
  const why = reasonOf(call, words)?.why ?? words.otherError;
  if (call.status < 400) return words.partly(done, why);
  return call.status < 500 ? words.refused(why) : words.failed(why);
}

/** The sentence as plain text. */
export function callText(call: LoggedCall, words: Texts['callWords'], format: Format): string {
  return whatHappened(call, words, format, call.member?.name ?? words.someone);
}

/** The sentence of a call; the member that it names is a link. */
export function CallSentence({ call }: { call: LoggedCall }) {
  const words = useText().callWords;
  const format = useFormat();
  const sentence = call.member ? whatHappened(call, words, format, MEMBER) : callText(call, words, format);
  const [before = '', after] = sentence.split(MEMBER);
  return (
    <span className="row-link">
      {before}
      {call.member && after !== undefined && <MemberLink member={call.member} />}
      {after}
    </span>
  );
}

/** The subject of a call as far as the sentence does not say it. */
export function CallSubject({ call }: { call: LoggedCall }) {
  const words = useText().callWords;
  const format = useFormat();
  const isRefused = call.status >= 400;
  const isInSentence = call.member && whatHappened(call, words, format, MEMBER).includes(MEMBER);
  const subject: ReactNode[] = [
    // The intention of a refused call; of other calls the sentence says it.
    isRefused && operationName(words, call.operation),
    isRefused && call.hours !== null && hoursOf(call, words, format),
    !isInSentence && call.member && <MemberLink key="member" member={call.member} />,
    call.reference && <span key="reference">{words.reference(call.reference)}</span>,
  ].filter(Boolean);
  return subject.length > 0 && <div className="call-subject">{separated(subject)}</div>;
}

export function MemberLink({ member }: { member: NonNullable<LoggedCall['member']> }) {
  const { slug } = useCommunity();
  return (
    <Anchor component={Link} href={`/c/${slug}/members/${member.id}`} inherit underline="always">
      {member.name}
    </Anchor>
  );
}

const separated = (parts: readonly ReactNode[]) => parts.flatMap((part, at) => (at === 0 ? [part] : [' · ', part]));
