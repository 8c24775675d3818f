/** The member's details, the balance, and their changes. */

import { Button, Group, Select } from '@mantine/core';
import { BOOKLET_CONTACTS, type BookletContact } from '@timebank/contract/words';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../../console/src/parts/forms/action-form.tsx';
import { Confirm } from '../../../../console/src/parts/page/confirm.tsx';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, succeeded } from '../../../../console/src/parts/page/states.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';
import { Hours } from '../../../../console/src/parts/values/hours.tsx';
import { languageChoices } from '../../../../console/src/parts/values/languages.ts';
import { ButtonTo, To } from '../../../../console/src/parts/values/to.tsx';
import { Code } from '../../../../console/src/parts/values/values.tsx';
import type { Member } from '../../contract/members.ts';
import { MemberFields, type MemberValues, memberBody, memberRules, memberValues } from '../parts/member-fields.tsx';
import type { MemberPartProps } from './part-props.ts';

export default function Overview({ member }: MemberPartProps) {
  const { text, format } = useLanguage();
  const { slug, can, has_partners } = useCommunity();
  const { id, payment_reference, lower_balance_hours, upper_balance_hours, open_listings } = member;
  const limit = (hours: number | null) => (hours === null ? undefined : format.hours(hours));
  return (
    <div className="two-columns">
      <div className="stack">
        <Details member={member} />
      </div>
      <div className="stack">
        <Card title={text.member.balance}>
          <p className="figure">
            <Hours value={member.balance_hours} />
          </p>
          <p className="quiet">{text.member.limits(limit(lower_balance_hours), limit(upper_balance_hours))}</p>
          <p>
            <To href={`/c/${slug}/members/${id}/history`}>{text.member.history}</To>
          </p>
          {member.erased_at === null && !has_partners && (
            <p>
              <To href={`/c/${slug}/members/${id}/payment-slip`}>{text.payingIn.open}</To>
            </p>
          )}
        </Card>
        {member.erased_at === null && has_partners && (
          <Card
            title={text.member.reference}
            lead={text.member.referenceHint}
            action={<ButtonTo href={`/c/${slug}/members/${id}/payment-slip`}>{text.payingIn.open}</ButtonTo>}
          >
            <div className="row">
              <Code>{payment_reference.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
              <CopyButton value={payment_reference} thing={text.member.referenceThing} />
            </div>
          </Card>
        )}
        {member.erased_at === null && (
          <Card
            title={text.listings.title}
            action={
              can('listings.write') && (
                <ButtonTo href={`/c/${slug}/listings/new?member=${id}`}>{text.member.newListing}</ButtonTo>
              )
            }
          >
            <To href={`/c/${slug}/listings?member=${id}`}>{text.member.listings(open_listings)}</To>
          </Card>
        )}
        {member.erased_at === null && <BookletConsentCard memberId={id} />}
        {member.erased_at === null && can('members.write') && <PagesUse member={member} />}
      </div>
    </div>
  );
}

// How the member gets into the members' pages.

interface PagesUseProps {
  readonly member: Pick<Member, 'id' | 'name'>;
}

function PagesUse({ member }: PagesUseProps) {
  const { id, name } = member;
  const { text, format } = useLanguage();
  const words = text.pageRules;
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const pages = useRead('getMemberPages').data?.data;
  const file = useRead('getMemberFile', { params: { memberId: id } }).data?.data;
  if (!file || !pages?.enabled) return null;
  const letterTo = [{ id, name, hint: '', balanceHours: null }];
  return (
    <Card
      title={text.letters.pages}
      action={
        <Group gap="sm">
          <Button
            variant="default"
            onClick={() => navigate(`/c/${slug}/letters`, { state: { letterTo, letterKind: 'invitation' } })}
          >
            {words.letter}
          </Button>
          <Button variant="default" onClick={() => setAsking(true)}>
            {words.signOut}
          </Button>
        </Group>
      }
    >
      <p>{file.pages_used_at ? words.lastUsed(format.day(file.pages_used_at.slice(0, 10))) : words.neverUsed}</p>
      {file.letter_only && <p>{words.letterOnly}</p>}
      {asking && <SignOutDialog member={member} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function SignOutDialog({ member: { id, name }, onClose }: PagesUseProps & { onClose: () => void }) {
  const words = useText().pageRules;
  const format = useFormat();
  const { slug } = useCommunity();
  const action = useAction(async () => {
    const { ended, deputies_ended, deputies_left } = (
      await call('endMemberSessions', { params: { slug, memberId: id } })
    ).data;
    const named = (rows: typeof deputies_left) => rows.map((row) => row.name).join(', ');
    const said = [
      ended === 0 ? words.signedOutNowhere : words.signedOut(format.number(ended), ended === 1),
      ...(deputies_ended.length > 0 ? [words.deputiesEnded(named(deputies_ended))] : []),
      ...(deputies_left.length > 0 ? [words.deputiesLeft(named(deputies_left))] : []),
    ];
    succeeded(said.join(' '));
    await refresh('listMemberDeputies');
  });
  return (
    <Confirm title={words.signOutQuestion(name)} go={words.signOutGo} danger action={action} onClose={onClose}>
      {words.signOutText(name)}
    </Confirm>
  );
}

// What a member allows to be printed in the booklet of offers and requests.

function BookletConsentCard({ memberId }: { memberId: string }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const found = useRead('getBookletConsent', { params: { memberId } });
  const action = useAction(async (contact: BookletContact) => {
    await call('setBookletConsent', { params: { slug, memberId }, body: { contact } });
    succeeded(text.booklet.consentSaved);
    await refresh('getBookletConsent', 'listBookletEntries');
  });
  if (!found.data) return null;
  const { contact } = found.data.data;
  return (
    <Card title={text.booklet.consent} lead={text.booklet.consentLead}>
      <Select
        aria-label={text.booklet.consent}
        disabled={!can('members.write')}
        data={BOOKLET_CONTACTS.map((value) => ({ value, label: text.booklet.consentOf[value] }))}
        value={contact}
        onChange={(value) => value && value !== contact && void action.run(value as BookletContact)}
      />
      <ActionFailed error={action.error} />
    </Card>
  );
}

// What is known of the person, to read; the form of all its fields opens to change it.

function Details({ member }: MemberPartProps) {
  const text = useText();
  const { can } = useCommunity();
  const [isOpen, setOpen] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const mayChange = can('members.write') && member.erased_at === null;
  /** The form is gone: the focus goes to what opened it. */
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <Card
      title={text.member.who}
      action={
        mayChange &&
        !isOpen && (
          <Button ref={edit} variant="default" onClick={() => setOpen(true)}>
            {text.member.edit}
          </Button>
        )
      }
    >
      {isOpen ? <MemberForm member={member} close={close} /> : <Known member={member} />}
    </Card>
  );
}

/** Only what there is. */
function Known({ member }: MemberPartProps) {
  const { code, text, format } = useLanguage();
  const { member: words } = text;
  const place = [member.postal_code, member.place].filter(Boolean).join(' ');
  const day = (value: string | null) => value && format.day(value);
  const language = languageChoices([member.language ?? ''], code).find(({ value }) => value === member.language)?.label;
  const known = [
    [words.salutation, member.salutation],
    [words.givenName, member.given_name],
    [words.familyName, member.family_name],
    [words.address, [member.street, place, member.country].filter(Boolean).join(', ')],
    [words.preferredContact, member.preferred_contact && words.contactWays[member.preferred_contact]],
    [words.birthYear, member.birth_year],
    [words.language, language],
    [words.joined, day(member.joined_on)],
    [words.agreementSignedOn, day(member.agreement_signed_on)],
    [words.emailConsentOn, day(member.email_consent_on)],
  ] as const;
  const items = known.filter(([, value]) => Boolean(value));
  return items.length > 0 ? <Facts items={items} /> : <p className="quiet">{words.nothingKnown}</p>;
}

function MemberForm({ member, close }: MemberPartProps & { close: () => void }) {
  const text = useText();
  const { slug } = useCommunity();
  const sent = useActionForm<MemberValues>(
    { initialValues: memberValues(member), validate: memberRules(text) },
    async (values, form) => {
      const before = memberBody(memberValues(member));
      // Only changed fields are sent, so that two people changing different things do not undo each other.
      const changes = Object.entries(memberBody(values)).filter(
        ([name, value]) => value !== before[name as keyof typeof before],
      );
      await call('updateMember', { params: { slug, memberId: member.id }, body: Object.fromEntries(changes) });
      form.resetDirty();
      await refresh('getMember', 'listMembers');
      close();
    },
    { done: text.member.saved },
  );
  return (
    <ActionForm of={sent} saves gap="cards" close={close}>
      <MemberFields form={sent.form} isFirst />
    </ActionForm>
  );
}
