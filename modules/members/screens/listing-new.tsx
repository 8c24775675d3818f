/** A new listing of a member. */

import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { call, refresh, useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { AccountPicker } from '../../../console/src/parts/forms/account-picker.tsx';
import { useActionForm, useStillHere } from '../../../console/src/parts/forms/action-form.tsx';
import { type Choice, chosen, NOBODY } from '../../../console/src/parts/forms/party.ts';
import { useKeepTyped } from '../../../console/src/parts/page/leave.tsx';
import { Card, Page } from '../../../console/src/parts/page/page.tsx';
import { ActionFailed, succeeded } from '../../../console/src/parts/page/states.tsx';
import { ButtonTo } from '../../../console/src/parts/values/to.tsx';
import { ListingFields, type ListingValues, listingRules, NEW_LISTING, sentOf } from './parts/listing-fields.tsx';

export default function ListingNew() {
  const text = useText();
  const { slug } = useCommunity();
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const isHere = useStillHere();
  const given = parameters.get('member') ?? '';
  const known = useRead('getMember', { params: { memberId: given } }, { enabled: given !== '' });
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
  const { form, action, submit } = useActionForm<ListingValues, [next: boolean]>(
    { initialValues: NEW_LISTING, validate: listingRules(text) },
    async (values, form, next) => {
      if (!member.party) return setFault(text.listings.unknownMember);
      setFault(undefined);
      const body = { ...sentOf(values), member_id: member.party.id, held };
      const { data } = await call('createCommunityListing', { params: { slug }, body });
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
    {
      onError: ({ fields }) => {
        if (fields.some(({ field }) => field === 'member_id')) setFault(text.listings.unknownMember);
      },
    },
  );
  const { dialog } = useKeepTyped(form.isDirty() || picked, action.busy);
  const list = `/c/${slug}/listings`;
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
            <ButtonTo href={list}>{text.act.cancel}</ButtonTo>
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
