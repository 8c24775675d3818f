/** Exchange rates: of a community, and of a partner that has agreed on others. */
import { type Static, Type } from 'typebox';
import { ExchangeRate } from '../me.ts';
import { nullable, ref, textValue, wordValue } from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const AgreedExchangeRate = Type.Object(
  {
    ...ExchangeRate.properties,
    hours_per_unit: Type.String({ description: 'The same as hours per unit of the currency: `1/20`.' }),
    agreed_by: wordValue(['community', 'partner'], "Whose it is: the community's, or agreed with the partner."),
  },
  { $id: 'AgreedExchangeRate', ...closed, description: 'An exchange rate.' },
);
export type AgreedExchangeRate = Static<typeof AgreedExchangeRate>;

const Rates = Type.Object(
  {
    data: Type.Array(ref(AgreedExchangeRate), {
      description: 'The rates that hold today and those agreed for later days, by currency and day.',
    }),
  },
  closed,
);

const changes = ($id: string) =>
  Type.Object(
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
    {
      $id,
      ...closed,
      description:
        'Null removes the rate of the day named by `from`; without one, all rates of the currency. Currencies that are not named stay.',
    },
  );

const success = (description: string) => ({ status: 200, description, schema: Rates }) as const;

export const listCommunityRates = consoleOperation({
  id: 'listCommunityRates',
  tag: 'Community',
  summary: 'List the exchange rates of a community. They hold for every partner that has agreed on no other.',
  access: 'settings.read',
  query: {},
  body: undefined,
  success: success('The rates.'),
  errors: [],
});

export const updateCommunityRates = consoleOperation({
  id: 'updateCommunityRates',
  tag: 'Community',
  summary: 'Set or remove exchange rates of a community.',
  access: 'settings.write',
  query: {},
  body: changes('CommunityRatesUpdate'),
  success: success('As they are now.'),
  errors: ['validation_failed'],
  example: { hours_per_unit: { EUR: '1/20', CHF: null }, from: '2027-01-01' },
});

export const listPartnerRates = consoleOperation({
  id: 'listPartnerRates',
  tag: 'Partners',
  summary: "List the exchange rates that hold for a partner: its own, otherwise the community's.",
  access: 'statements.read',
  query: {},
  body: undefined,
  success: success('The rates.'),
  errors: ['partner_not_found'],
});

export const updatePartnerRates = consoleOperation({
  id: 'updatePartnerRates',
  tag: 'Partners',
  summary: 'Set or remove exchange rates agreed with a partner.',
  access: 'partners.write',
  query: {},
  body: changes('PartnerRatesUpdate'),
  success: success('As they are now.'),
  errors: ['partner_not_found', 'validation_failed'],
  example: { hours_per_unit: { EUR: '1/20', CHF: null }, from: '2027-01-01' },
});
