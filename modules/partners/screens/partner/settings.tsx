/** Everything about a partner that can be changed. */
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../../../console/src/api/call.ts';
import { useAction, useCommunity, useRefresh } from '../../../../console/src/api/hooks.ts';
import type { Format } from '../../../../console/src/i18n/format.ts';
import { useFormat, useText } from '../../../../console/src/i18n/text.ts';
import { EmailReach } from '../../../../console/src/parts/forms/email-reach.tsx';
import { focusFirstError } from '../../../../console/src/parts/page/failure.ts';
import { useKeepTyped } from '../../../../console/src/parts/page/leave.tsx';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import { succeeded } from '../../../../console/src/parts/page/notify.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed } from '../../../../console/src/parts/page/states.tsx';
import type { Partner, PartnerUpdate } from '../../contract/partners.ts';
import { ContactFields } from '../parts/contact-fields.tsx';
import { AddressField, CapFields, NameField, RateField, ScopeFields } from '../parts/partner-fields.tsx';
import { type PartnerValues, partnerRules, settingsOf, showPartnerErrors, valuesOf } from '../parts/partner-form.ts';
import type { PartProps } from './part-props.ts';

export default function Settings({ partner }: PartProps) {
  const text = useText();
  const access = useText().access;
  const { slug, can } = useCommunity();
  const refresh = useRefresh();
  const format = useFormat();
  const form = useForm<PartnerValues>({
    initialValues: valuesOf(partner, format),
    validate: partnerRules(text, format),
  });
  const action = useAction(
    async (values: PartnerValues) => {
      const body = changesOf(partner, values, format);
      const saved = await call('updatePartner', { params: { slug, partnerId: partner.id }, body });
      form.setInitialValues(valuesOf(saved.data, format));
      form.setValues(valuesOf(saved.data, format));
      succeeded(text.partner.saved);
      await refresh('getPartner', 'listPartners');
    },
    (error) => showPartnerErrors(form, error, text),
  );
  const disabled = !can('partners.write');
  const changed = form.isDirty();
  const { dialog } = useKeepTyped(changed, action.busy);
  return (
    <form onSubmit={form.onSubmit((values) => void action.run(values), focusFirstError(form))} noValidate>
      <div className="stack">
        {disabled && <Notice tone="info">{text.partner.readOnly}</Notice>}
        <Card title={text.newPartner.who}>
          <NameField form={form} disabled={disabled} />
        </Card>
        <Card title={access.contact.title} lead={access.contact.lead}>
          <ContactFields form={form} disabled={disabled} />
        </Card>
        <Card title={text.newPartner.may}>
          <ScopeFields form={form} disabled={disabled} reach={<EmailReach partnerId={partner.id} />} />
        </Card>
        <Card title={text.newPartner.limits}>
          <CapFields form={form} disabled={disabled} />
        </Card>
        <Card title={text.newPartner.where}>
          <Stack gap="md">
            <AddressField form={form} disabled={disabled} />
            <RateField form={form} disabled={disabled} />
          </Stack>
        </Card>
        {!disabled && (
          <div className="save-bar">
            <ActionFailed error={action.error} />
            <Group justify="flex-end">
              {changed ? (
                <Button variant="default" onClick={form.reset}>
                  {text.act.cancel}
                </Button>
              ) : (
                <span className="quiet">{text.partner.nothingChanged}</span>
              )}
              <Button type="submit" loading={action.busy} disabled={!changed}>
                {text.act.save}
              </Button>
            </Group>
          </div>
        )}
      </div>
      {dialog}
    </form>
  );
}

/** The changed fields only, so that two people changing different things do not undo each other. */
function changesOf(partner: Partner, values: PartnerValues, format: Format): PartnerUpdate {
  const before: Readonly<Record<string, unknown>> = { ...settingsOf(valuesOf(partner, format), format) };
  const changes = Object.entries(settingsOf(values, format)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changes);
}
