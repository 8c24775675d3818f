/** What is known of the person, to read; the form of all its fields opens to change it. */
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useFormat, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { SaveActions } from '../../../../console/src/parts/forms/save-actions.tsx';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../../console/src/parts/page/leave.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card, Facts } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import { languageChoices } from '../../../../console/src/parts/values/languages.ts';
import { MemberFields, type MemberValues, memberBody, memberRules, memberValues } from '../parts/member-fields.tsx';
import type { MemberPartProps } from './part-props.ts';

export function Details({ member }: MemberPartProps) {
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
  const { code, text } = useLanguage();
  const format = useFormat();
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
  const refresh = useRefresh();
  const form = useForm<MemberValues>({ initialValues: memberValues(member), validate: memberRules(text) });
  const action = useAction(
    async (values: MemberValues) => {
      const before = memberBody(memberValues(member));
      // Only changed fields are sent, so that two people changing different things do not undo each other.
      const changes = Object.entries(memberBody(values)).filter(
        ([name, value]) => value !== before[name as keyof typeof before],
      );
      await call('updateMember', { params: { slug, memberId: member.id }, body: Object.fromEntries(changes) });
      form.resetDirty();
      succeeded(text.member.saved);
      await refresh('getMember', 'listMembers');
      close();
    },
    (error) => showFieldErrors(form, error, text),
  );
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <div className="stack">
        <MemberFields form={form} isFirst />
        <ActionFailed error={action.error} />
        <SaveActions changed={form.isDirty()} busy={action.busy} reset={form.reset} close={close} />
      </div>
      {dialog}
    </form>
  );
}
