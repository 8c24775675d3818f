/** Everything about a partner that can be changed. */
import { Button, Group, Stack } from '@mantine/core';
import { call, useCommunity } from '../../../../console/src/api/hooks.ts';
import { type Format, useLanguage, useText } from '../../../../console/src/i18n/text.ts';
import { ActionForm, useActionForm } from '../../../../console/src/parts/forms/action-form.tsx';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { ActionFailed, Notice } from '../../../../console/src/parts/page/states.tsx';
import type { Partner, PartnerUpdate } from '../../contract/partners.ts';
import {
  AddressField,
  CapFields,
  ContactFields,
  EmailReach,
  NameField,
  RateField,
  ScopeFields,
} from '../parts/partner-fields.tsx';
import { type PartnerValues, partnerRules, settingsOf, showAddressFaults, valuesOf } from '../parts/partner-form.ts';
import type { PartProps } from './part-props.ts';

export default function Settings({ partner }: PartProps) {
  const { text, format } = useLanguage();
  const access = useText().access;
  const { slug, can } = useCommunity();
  const disabled = !can('partners.write');
  const sent = useActionForm<PartnerValues>(
    { initialValues: valuesOf(partner, format), validate: partnerRules(text, format) },
    async (values) => {
      const body = changesOf(partner, values, format);
      const saved = await call('updatePartner', { params: { slug, partnerId: partner.id }, body });
      return valuesOf(saved.data, format);
    },
    {
      done: text.partner.saved,
      changes: ['getPartner', 'listPartners'],
      onError: (error, form) => showAddressFaults(form, error, text),
    },
  );
  const { form, action } = sent;
  const changed = form.isDirty();
  return (
    <ActionForm of={sent} keeps gap="cards">
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
    </ActionForm>
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
