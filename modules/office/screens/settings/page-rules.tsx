/** The members' pages: their switch and address, what they show, and how they speak to members. */

import { Checkbox, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { ADDRESS_FORMS } from '@timebank/contract/words';
import { call, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../../console/src/parts/forms/action-form.tsx';
import { More } from '../../../../console/src/parts/forms/more.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { Notice } from '../../../../console/src/parts/page/states.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';
import { To } from '../../../../console/src/parts/values/to.tsx';
import { Code } from '../../../../console/src/parts/values/values.tsx';
import type { ListingSettings } from '../../../members/contract/listings.ts';
import type { MemberPages } from '../../../members-pages/contract/member-pages.ts';
import { PagesSwitch } from '../../../members-pages/screens/parts/pages-switch.tsx';

const REMIND_MAX = 60;
const SILENT_MAX = 120;
/** Those that are on or off. */
const CHOICES = ['may_join', 'look_first', 'names_whole'] as const;

type Values = Omit<
  MemberPages,
  'enabled' | 'url' | 'office_name_en' | 'office_name_de' | 'remind_days' | 'silent_days'
> & {
  readonly office_name_en: string;
  readonly office_name_de: string;
  /** '' while it is empty. */
  readonly remind_days: number | string;
  readonly silent_days: number | string;
};

const valuesOf = ({ enabled: _, url: __, ...pages }: MemberPages): Values => ({
  ...pages,
  office_name_en: pages.office_name_en ?? '',
  office_name_de: pages.office_name_de ?? '',
});

export function PageRules() {
  const text = useText();
  const { slug, kind, can } = useCommunity();
  const pages = useRead('getMemberPages', {}, { enabled: can('members.read') }).data?.data;
  if (!pages) return null;
  if (kind === 'sandbox') return <Card title={text.letters.pages} lead={text.letters.noSandbox} />;
  return (
    <Card title={text.letters.pages} lead={pages.enabled ? text.pageRules.on : text.letters.pagesOff}>
      <Stack gap="md">
        {pages.enabled && (
          <div className="row">
            <Code>{pages.url}</Code>
            <CopyButton value={pages.url} thing={text.pageRules.address} />
          </div>
        )}
        <PagesSwitch pages={pages} />
        <p>
          <To href={`/c/${slug}/letters`}>{text.pageRules.letters}</To>
        </p>
        <RulesForm pages={pages} />
      </Stack>
    </Card>
  );
}

function RulesForm({ pages }: { pages: MemberPages }) {
  const text = useText();
  const words = text.pageRules;
  const { slug, can } = useCommunity();
  const sent = useActionForm(
    { initialValues: valuesOf(pages), validate: rulesOf(words.daysOrder) },
    async (values) => {
      const given = { remind_days: Number(values.remind_days), silent_days: Number(values.silent_days) };
      const { data } = await call('updateMemberPages', { params: { slug }, body: { ...values, ...given } });
      return valuesOf(data);
    },
    { done: text.settings.saved, changes: ['getMemberPages'], disabled: !can('settings.write') },
  );
  const { errors } = sent.form;
  const days = { hideControls: true, allowDecimal: false, allowNegative: false, clampBehavior: 'none' } as const;
  return (
    <ActionForm of={sent} saves={words.save}>
      {CHOICES.map((name) => (
        <Checkbox
          key={name}
          label={words.choices[name][0]}
          description={words.choices[name][1]}
          {...sent.field(name, { type: 'checkbox' })}
        />
      ))}
      <More hasFault={Boolean(errors.remind_days || errors.silent_days)}>
        <NumberInput
          {...days}
          min={1}
          max={REMIND_MAX}
          label={words.remind}
          description={words.remindHint}
          {...sent.field('remind_days')}
        />
        <NumberInput
          {...days}
          min={2}
          max={SILENT_MAX}
          label={words.silent}
          description={words.silentHint}
          {...sent.field('silent_days')}
        />
        <Select
          label={words.form}
          description={words.formHint}
          data={ADDRESS_FORMS.map((value) => ({ value, label: words.forms[value] }))}
          {...sent.field('address_form')}
        />
        <TextInput
          label={words.officeDe}
          description={words.officeDeHint}
          maxLength={80}
          {...sent.field('office_name_de')}
        />
        <TextInput
          label={words.officeEn}
          description={words.officeEnHint}
          maxLength={80}
          {...sent.field('office_name_en')}
        />
      </More>
    </ActionForm>
  );
}

const within = (value: number | string, min: number, max: number) =>
  value !== '' && Number(value) >= min && Number(value) <= max;

/** The service checks the same, and names one field. @param order what is said where the two do not fit each other */
function rulesOf(order: string) {
  return {
    remind_days: (value: Values['remind_days'], { silent_days }: Values) =>
      within(value, 1, REMIND_MAX) && Number(value) < Number(silent_days) ? null : order,
    silent_days: (value: Values['silent_days']) => (within(value, 2, SILENT_MAX) ? null : order),
  };
}

// How long listings are there, and how the booklet says that the office is reached.

const MONTHS = [1, 2, 3, 4, 6, 9, 12, 18, 24, 36];
const NEVER = 'never';

interface ListingValues {
  listing_months: string;
  office_contact: string;
}

const listingValuesOf = ({ listing_months, office_contact }: ListingSettings): ListingValues => ({
  listing_months: listing_months === null ? NEVER : String(listing_months),
  office_contact: office_contact ?? '',
});

export function ListingRules() {
  const found = useRead('getListingSettings');
  return found.data ? <ListingForm settings={found.data.data} /> : null;
}

function ListingForm({ settings }: { settings: ListingSettings }) {
  const text = useText();
  const { slug, can } = useCommunity();
  const sent = useActionForm(
    { initialValues: listingValuesOf(settings) },
    async ({ listing_months, office_contact }) => {
      const body = { listing_months: listing_months === NEVER ? null : Number(listing_months), office_contact };
      const { data } = await call('updateListingSettings', { params: { slug }, body });
      return listingValuesOf(data);
    },
    {
      done: text.settings.saved,
      changes: ['getListingSettings', 'listCommunityListings', 'getCommunityListing'],
      disabled: !can('settings.write'),
    },
  );
  const { listing_months } = settings;
  const months = [...new Set([...MONTHS, ...(listing_months === null ? [] : [listing_months])])].sort((a, b) => a - b);
  const chosen = sent.form.values.listing_months;
  const note =
    chosen === NEVER && listing_months !== null
      ? text.ending.switchedOff
      : chosen !== NEVER && listing_months === null
        ? text.ending.switchedOn
        : undefined;
  return (
    <Card title={text.ending.settings} lead={text.ending.settingsLead}>
      <ActionForm of={sent} saves={text.ending.keep}>
        <Select
          label={text.ending.months}
          data={[
            ...months.map((count) => ({ value: String(count), label: text.ending.monthsOf(count) })),
            { value: NEVER, label: text.ending.never },
          ]}
          {...sent.field('listing_months')}
        />
        {note && (
          <Notice tone="wait" role="status">
            {note}
          </Notice>
        )}
        <Textarea
          label={text.ending.office}
          description={text.ending.officeHint}
          minRows={2}
          maxRows={6}
          maxLength={500}
          {...sent.field('office_contact')}
        />
      </ActionForm>
    </Card>
  );
}
