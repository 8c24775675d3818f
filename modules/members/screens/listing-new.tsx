/** A new listing of a member. */
import { Button, Checkbox, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { call } from '../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { AccountPicker } from '../../../console/src/parts/forms/account-picker.tsx';
import { type Choice, chosen, NOBODY } from '../../../console/src/parts/forms/party.ts';
import { focusFirstError, showFieldErrors } from '../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../console/src/parts/page/leave.tsx';
import { succeeded } from '../../../console/src/parts/page/notify.ts';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../console/src/parts/page/states.tsx';
import { useStillHere } from '../../../console/src/parts/page/still-here.ts';
import { ListingFields, type ListingValues, listingRules, NEW_LISTING, sentOf } from './parts/listing-fields.tsx';

export default function ListingNew() {
  const text = useText();
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const refresh = useRefresh();
  const isHere = useStillHere();
  const given = parameters.get('member') ?? '';
  const known = useRead('getMember', { params: { slug, memberId: given } }, { enabled: given !== '' });
  const [choice, setChoice] = useState<Choice>();
  const [fault, setFault] = useState<string>();
  const [held, setHeld] = useState(false);
  const [picked, setPicked] = useState(false);
  const preset = known.data?.data;
  const member =
    choice ??
    (preset
      ? chosen({ ...preset, hint: preset.external_id ?? preset.email ?? '', balanceHours: preset.balance_hours })
      : NOBODY);
  const form = useForm<ListingValues>({ initialValues: NEW_LISTING, validate: listingRules(text) });
  const action = useAction(
    async (values: ListingValues, memberId: string, next: boolean) => {
      const { data } = await call('createCommunityListing', {
        params: { slug },
        body: { ...sentOf(values), member_id: memberId, held },
      });
      succeeded(text.listings.created);
      await refresh('listCommunityListings', 'listCategories', 'getMember', 'getOverview');
      if (!isHere()) return;
      if (!next) return navigate(`/c/${slug}/listings/${data.id}`, { replace: true });
      // The next one is often the same member's.
      form.reset();
      setPicked(false);
      window.scrollTo(0, 0);
      document.querySelector<HTMLInputElement>('main form input')?.focus();
    },
    (error) => {
      showFieldErrors(form, error, text);
      if (error.fields.some(({ field }) => field === 'member_id')) setFault(text.listings.unknownMember);
    },
  );
  const { dialog } = useKeepTyped(form.isDirty() || picked, action.busy);
  const list = `/c/${slug}/listings`;
  const submit = (next: boolean) =>
    form.onSubmit((values) => {
      if (!member.party) return setFault(text.listings.unknownMember);
      setFault(undefined);
      void action.run(values, member.party.id, next);
    }, focusFirstError(form));
  return (
    <Page title={text.listings.add} back={{ href: list, label: text.listings.toList }} narrow>
      <form onSubmit={submit(false)} noValidate>
        <div className="stack">
          <Card title={text.listings.member}>
            <AccountPicker
              label={text.listings.member}
              value={member}
              error={fault}
              onChange={(change) => {
                setChoice((before) => change(before ?? member));
                setFault(undefined);
                setPicked(true);
              }}
            />
          </Card>
          <Card title={text.listings.what}>
            <ListingFields form={form} />
          </Card>
          <Checkbox
            label={text.listings.hold}
            description={text.listings.holdHint}
            checked={held}
            onChange={(event) => setHeld(event.currentTarget.checked)}
          />
          <ActionFailed error={action.error} />
          <Group justify="flex-end" className="form-actions">
            <Button variant="default" component={Link} href={list}>
              {text.act.cancel}
            </Button>
            <Button variant="default" loading={action.busy} onClick={() => submit(true)()}>
              {text.listings.createNext}
            </Button>
            <Button type="submit" loading={action.busy}>
              {text.listings.create}
            </Button>
          </Group>
        </div>
      </form>
      {dialog}
    </Page>
  );
}
