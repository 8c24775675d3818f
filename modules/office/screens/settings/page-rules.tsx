/** The members' pages: their switch and address, what they show, and how they speak to members. */
import { Anchor, Checkbox, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ADDRESS_FORMS } from '@timebank/contract/words';
import { Link } from 'wouter';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRead, useRefresh } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { More } from '../../../../console/src/parts/forms/more.tsx';
import { SaveActions } from '../../../../console/src/parts/forms/save-actions.tsx';
import { focusFirstError, showFieldErrors } from '../../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../../console/src/parts/page/leave.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import { Code } from '../../../../console/src/parts/values/code.tsx';
import { CopyButton } from '../../../../console/src/parts/values/copy-button.tsx';
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
  const pages = useRead('getMemberPages', { params: { slug } }, { enabled: can('members.read') }).data?.data;
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
          <Anchor component={Link} href={`/c/${slug}/letters`}>
            {text.pageRules.letters}
          </Anchor>
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
  const refresh = useRefresh();
  const form = useForm<Values>({ initialValues: valuesOf(pages), validate: rulesOf(words.daysOrder) });
  const action = useAction(
    async (values: Values) => {
      const days = { remind_days: Number(values.remind_days), silent_days: Number(values.silent_days) };
      const { data } = await call('updateMemberPages', { params: { slug }, body: { ...values, ...days } });
      form.setInitialValues(valuesOf(data));
      form.setValues(valuesOf(data));
      succeeded(text.settings.saved);
      await refresh('getMemberPages');
    },
    (error) => showFieldErrors(form, error, text),
  );
  const { dialog } = useKeepTyped(form.isDirty(), action.busy);
  const disabled = !can('settings.write');
  const days = {
    hideControls: true,
    disabled,
    allowDecimal: false,
    allowNegative: false,
    clampBehavior: 'none',
  } as const;
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <Stack gap="md">
        {CHOICES.map((name) => (
          <Checkbox
            key={name}
            label={words.choices[name][0]}
            description={words.choices[name][1]}
            disabled={disabled}
            {...form.getInputProps(name, { type: 'checkbox' })}
          />
        ))}
        <More hasFault={Boolean(form.errors.remind_days || form.errors.silent_days)}>
          <NumberInput
            {...days}
            min={1}
            max={REMIND_MAX}
            label={words.remind}
            description={words.remindHint}
            {...form.getInputProps('remind_days')}
          />
          <NumberInput
            {...days}
            min={2}
            max={SILENT_MAX}
            label={words.silent}
            description={words.silentHint}
            {...form.getInputProps('silent_days')}
          />
          <Select
            label={words.form}
            description={words.formHint}
            disabled={disabled}
            data={ADDRESS_FORMS.map((value) => ({ value, label: words.forms[value] }))}
            {...form.getInputProps('address_form')}
          />
          <TextInput
            label={words.officeDe}
            description={words.officeDeHint}
            maxLength={80}
            disabled={disabled}
            {...form.getInputProps('office_name_de')}
          />
          <TextInput
            label={words.officeEn}
            description={words.officeEnHint}
            maxLength={80}
            disabled={disabled}
            {...form.getInputProps('office_name_en')}
          />
        </More>
        <ActionFailed error={action.error} />
        {!disabled && <SaveActions changed={form.isDirty()} busy={action.busy} reset={form.reset} label={words.save} />}
      </Stack>
      {dialog}
    </form>
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
