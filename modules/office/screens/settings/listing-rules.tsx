/** How long listings are there, and how the booklet says that the office is reached. */
import { Select, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { SaveActions } from '../../../../console/src/parts/forms/save-actions.tsx';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../../console/src/parts/page/leave.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import type { ListingSettings } from '../../../members/contract/listings.ts';

const MONTHS = [1, 2, 3, 4, 6, 9, 12, 18, 24, 36];
const NEVER = 'never';

interface Values {
  listing_months: string;
  office_contact: string;
}

const valuesOf = ({ listing_months, office_contact }: ListingSettings): Values => ({
  listing_months: listing_months === null ? NEVER : String(listing_months),
  office_contact: office_contact ?? '',
});

export function ListingRules() {
  const { slug } = useCommunity();
  const found = useRead('getListingSettings', { params: { slug } });
  return found.data ? <RulesForm settings={found.data.data} /> : null;
}

function RulesForm({ settings }: { settings: ListingSettings }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const form = useForm<Values>({ initialValues: valuesOf(settings) });
  const action = useAction(
    async ({ listing_months, office_contact }: Values) => {
      const body = { listing_months: listing_months === NEVER ? null : Number(listing_months), office_contact };
      const { data } = await call('updateListingSettings', { params: { slug }, body });
      form.setInitialValues(valuesOf(data));
      form.setValues(valuesOf(data));
      succeeded(text.settings.saved);
      await refresh('getListingSettings', 'listCommunityListings', 'getCommunityListing');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  const disabled = !can('settings.write');
  const { listing_months } = settings;
  const months = [...new Set([...MONTHS, ...(listing_months === null ? [] : [listing_months])])].sort((a, b) => a - b);
  const chosen = form.values.listing_months;
  const note =
    chosen === NEVER && listing_months !== null
      ? text.ending.switchedOff
      : chosen !== NEVER && listing_months === null
        ? text.ending.switchedOn
        : undefined;
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <Card title={text.ending.settings} lead={text.ending.settingsLead}>
        <Stack gap="md">
          <Select
            label={text.ending.months}
            disabled={disabled}
            data={[
              ...months.map((count) => ({ value: String(count), label: text.ending.monthsOf(count) })),
              { value: NEVER, label: text.ending.never },
            ]}
            {...form.getInputProps('listing_months')}
          />
          {note && (
            <Notice tone="wait" role="status">
              {note}
            </Notice>
          )}
          <Textarea
            label={text.ending.office}
            description={text.ending.officeHint}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            disabled={disabled}
            {...form.getInputProps('office_contact')}
          />
          <ActionFailed error={action.error} />
          {!disabled && (
            <SaveActions changed={form.isDirty()} busy={action.busy} reset={form.reset} label={text.ending.keep} />
          )}
        </Stack>
      </Card>
      {dialog}
    </form>
  );
}
