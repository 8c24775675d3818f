/** The member's details, the balance, and their changes. */
import { Anchor, Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import {
  MemberFields,
  type MemberValues,
  memberBody,
  memberRules,
  memberValues,
} from '../../parts/forms/member-fields.tsx';
import { SaveActions } from '../../parts/forms/save-actions.tsx';
import { focusFirstError, showFieldErrors } from '../../parts/page/failure.ts';
import { useKeepTyped } from '../../parts/page/leave.tsx';
import { succeeded } from '../../parts/page/notify.ts';
import { Card } from '../../parts/page/page.tsx';
import { ActionFailed } from '../../parts/page/states.tsx';
import { Code } from '../../parts/values/code.tsx';
import { CopyButton } from '../../parts/values/copy-button.tsx';
import { Hours } from '../../parts/values/hours.tsx';
import { BookletConsentCard } from './booklet-consent.tsx';
import { PagesUse } from './pages-use.tsx';
import type { MemberPartProps } from './part-props.ts';

export default function Overview({ member }: MemberPartProps) {
  const text = useText();
  const format = useFormat();
  const { slug, can } = useCommunity();
  const { id, payment_reference, lower_balance_hours, upper_balance_hours, open_listings } = member;
  const limit = (hours: number | null) => (hours === null ? undefined : format.hours(hours));
  return (
    <div className="two-columns">
      <div className="stack">
        <Card title={text.member.who}>
          <MemberForm member={member} />
        </Card>
      </div>
      <div className="stack">
        <Card title={text.member.balance}>
          <p className="figure">
            <Hours value={member.balance_hours} />
          </p>
          <p className="quiet">{text.member.limits(limit(lower_balance_hours), limit(upper_balance_hours))}</p>
          <p>
            <Anchor component={Link} href={`/c/${slug}/members/${id}/history`}>
              {text.member.history}
            </Anchor>
          </p>
        </Card>
        {member.erased_at === null && (
          <Card
            title={text.member.reference}
            lead={text.member.referenceHint}
            action={
              <Button variant="default" component={Link} href={`/c/${slug}/members/${id}/payment-slip`}>
                {text.payingIn.open}
              </Button>
            }
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
                <Button variant="default" component={Link} href={`/c/${slug}/listings/new?member=${id}`}>
                  {text.member.newListing}
                </Button>
              )
            }
          >
            <Anchor component={Link} href={`/c/${slug}/listings?member=${id}`}>
              {text.member.listings(open_listings)}
            </Anchor>
          </Card>
        )}
        {member.erased_at === null && <BookletConsentCard memberId={id} />}
        {member.erased_at === null && can('members.write') && <PagesUse member={member} />}
      </div>
    </div>
  );
}

function MemberForm({ member }: MemberPartProps) {
  const text = useText();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const form = useForm<MemberValues>({ initialValues: memberValues(member), validate: memberRules(text) });
  const action = useAction(
    async (values: MemberValues) => {
      const before = memberBody(memberValues(member));
      // Only changed fields are sent, so that two people changing different things do not undo each other.
      const changes = Object.entries(memberBody(values)).filter(
        ([name, value]) => value !== before[name as keyof typeof before],
      );
      const body = Object.fromEntries(changes);
      const { data } = await call('updateMember', { params: { slug, memberId: member.id }, body });
      form.setInitialValues(memberValues(data));
      form.setValues(memberValues(data));
      succeeded(text.member.saved);
      await refresh('getMember', 'listMembers');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  const disabled = !can('members.write') || member.erased_at !== null;
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <div className="stack">
        <MemberFields form={form} disabled={disabled} />
        <ActionFailed error={action.error} />
        {!disabled && <SaveActions changed={form.isDirty()} busy={action.busy} reset={form.reset} />}
      </div>
      {dialog}
    </form>
  );
}
