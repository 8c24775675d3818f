/** Exchange rates: of a community, and of a partner that has agreed on others. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { ExchangeRate } from '../../../contract/src/me.ts';
import { closedObject, component, nullable, ref, textValue, wordValue } from '../../../contract/src/values.ts';

export const AgreedExchangeRate = component('AgreedExchangeRate', 'An exchange rate.', {
  ...ExchangeRate.properties,
  hours_per_unit: Type.String({ description: 'The same as hours per unit of the currency: `1/20`.' }),
  agreed_by: wordValue(['community', 'partner'], "Whose it is: the community's, or agreed with the partner."),
});
export type AgreedExchangeRate = Static<typeof AgreedExchangeRate>;

const Rates = closedObject({
  data: Type.Array(ref(AgreedExchangeRate), {
    description: 'The rates that hold today and those agreed for later days, by currency and day.',
  }),
});

const changes = ($id: string) =>
  component(
    $id,
    'Null removes the rate of the day named by `from`; without one, all rates of the currency. Currencies that are not named stay.',
    {
      hours_per_unit: Type.Record(
        Type.String(),
        nullable(textValue(1, 40, 'Hours per unit, as a fraction or a decimal number: 1/20 or 0.05.')),
        { description: 'Hours per unit, by currency.', minProperties: 1, maxProperties: 50 },
      ),
      from: Type.Optional(
        nullable(
          Type.String({
            description:
              'The first day, as the bank books, for which they hold; null: every day, in place of all other rates of the currency.',
            format: 'date',
            maxLength: 10,
            examples: ['2027-01-01'],
          }),
        ),
      ),
    },
  );

export const listCommunityRates = consoleOperation('listCommunityRates', {
  route: 'GET /communities/{slug}/exchange-rates',
  access: 'settings.read',
  answer: Rates,
});

export const updateCommunityRates = consoleOperation('updateCommunityRates', {
  route: 'PATCH /communities/{slug}/exchange-rates',
  access: 'rates.write',
  recentPassword: 'widening',
  isWayIn: true,
  body: changes('CommunityRatesUpdate'),
  answer: Rates,
  example: { hours_per_unit: { EUR: '1/20', CHF: null }, from: '2027-01-01' },
});

export const listPartnerRates = consoleOperation('listPartnerRates', {
  route: 'GET /communities/{slug}/partners/{partnerId}/exchange-rates',
  access: 'statements.read',
  answer: Rates,
});

export const updatePartnerRates = consoleOperation('updatePartnerRates', {
  route: 'PATCH /communities/{slug}/partners/{partnerId}/exchange-rates',
  access: 'rates.write',
  recentPassword: 'widening',
  isWayIn: true,
  body: changes('PartnerRatesUpdate'),
  answer: Rates,
  example: { hours_per_unit: { EUR: '1/20', CHF: null }, from: '2027-01-01' },
});
