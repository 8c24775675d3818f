/** Every form and every dialog of the console into which something is typed: how to get there, and how it is saved. */
import type { Locator, Page } from 'playwright-core';
import { createKey } from '../../test-support/signing.ts';

/** The paths of the parts of one member, one listing and one partner. */
export interface Ids {
  readonly member: string;
  readonly listing: string;
  readonly partner: number;
}

export interface Form {
  /** Within the community. */
  readonly path: (ids: Ids) => string;
  /** The path is outside of communities, and saving changes who is signed in. */
  readonly ofPerson?: true;
  /** The steps until there is a field to type into. */
  readonly open?: (page: Page) => Promise<unknown>;
  readonly field: (page: Page) => Locator;
  /** Ends with what tells that it is saved. */
  readonly save: (page: Page) => Promise<unknown>;
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const savedAfter = async (page: Page, button: string, message: string | RegExp) => {
  await press(page, button);
  await page.getByText(message).first().waitFor();
};

const BAD_FILE = Buffer.from('external_id,name,status,balance_hours\nM-1,,active,0\nM-2,Cleo Lang,active,0\n');
async function readFile(page: Page): Promise<void> {
  await page.setInputFiles('input[type=file]', { name: 'members.csv', mimeType: 'text/csv', buffer: BAD_FILE });
  await press(page, 'Check file');
  await page.getByRole('heading', { name: '1 row has faults' }).waitFor();
}

export const FORMS: Readonly<Record<string, Form>> = {
  'a new member, added and the next begun': {
    path: () => '/members/new',
    field: (page) => page.getByLabel('Given name'),
    save: (page) => savedAfter(page, 'Add and enter the next', '1 member added.'),
  },
  'a new member': {
    path: () => '/members/new',
    field: (page) => page.getByLabel('Given name'),
    save: (page) => savedAfter(page, 'Add member', /^Payment reference$/),
  },
  'a member': {
    path: (ids) => `/members/${ids.member}`,
    open: async (page) => await press(page, 'Edit'),
    field: (page) => page.getByLabel('Name', { exact: true }),
    save: (page) => savedAfter(page, 'Save', 'Saved.'),
  },
  'a new listing, added and the next begun': {
    path: (ids) => `/listings/new?member=${ids.member}`,
    field: (page) => page.getByLabel('Title'),
    save: (page) => savedAfter(page, 'Add and enter the next', 'Listing added.'),
  },
  'a listing': {
    path: (ids) => `/listings/${ids.listing}`,
    field: (page) => page.getByLabel('Title'),
    save: (page) => savedAfter(page, 'Save', 'Saved.'),
  },
  'a new partner': {
    path: () => '/partners/new',
    field: (page) => page.getByLabel('Name of the partner'),
    save: async (page) => {
      await page.getByRole('checkbox', { name: 'See members' }).click();
      await savedAfter(page, 'Create partner', 'This client secret is shown only once.');
      await press(page, 'Copy client secret');
    },
  },
  'the settings of a partner': {
    path: (ids) => `/partners/${ids.partner}/settings`,
    field: (page) => page.getByLabel('Name of the partner'),
    save: (page) => savedAfter(page, 'Save', 'Saved. The change applies'),
  },
  'the settings of a community': {
    path: () => '/settings',
    field: (page) => page.locator('main form input[type=text], main form input:not([type])').first(),
    save: (page) => savedAfter(page, 'Save', 'Saved.'),
  },
  'who one is': {
    path: () => '/account',
    ofPerson: true,
    field: (page) => page.getByLabel('Name', { exact: true }),
    save: (page) => savedAfter(page, 'Save', 'Your account is updated.'),
  },
  'a row of an import typed over': {
    path: () => '/import',
    open: readFile,
    field: (page) => page.getByRole('textbox', { name: /^name/ }),
    save: async (page) => {
      // What other forms have typed is the name of a member by now, who would be asked about.
      await page.getByRole('textbox', { name: /^name/ }).fill('Dora Import');
      await page
        .getByRole('button', { name: /^Check/ })
        .last()
        .click();
      await savedAfter(page, 'Import 2 rows', '2 rows were imported');
    },
  },
};

/** A button that opens a dialog, a field of it, and how it is saved. */
export const DIALOGS: Readonly<Record<string, Form & { readonly opener: string | RegExp }>> = {
  'an invitation': {
    path: () => '/administrators',
    opener: 'Invite somebody',
    field: (page) => page.getByRole('dialog').getByLabel('E-mail address'),
    save: async (page) => {
      await page.getByRole('dialog').getByLabel('E-mail address').fill('cleo@example.org');
      await savedAfter(page, 'Invite', 'Hand over this link');
      await press(page, 'I have handed it over');
    },
  },
  'an organisation': {
    path: () => '/accounts',
    opener: 'New organisation',
    field: (page) => page.getByRole('dialog').getByLabel('Name'),
    save: (page) => savedAfter(page, 'Open account', /^The account for/),
  },
  'the limit of an account': {
    path: () => '/accounts',
    opener: 'Change limit: Library',
    field: (page) => page.getByRole('dialog').getByLabel('Lower limit'),
    save: async (page) => {
      await page.getByRole('dialog').getByLabel('Lower limit').fill('-1');
      await savedAfter(page, 'Save', 'Limit changed.');
    },
  },
  'a webhook endpoint': {
    path: (ids) => `/partners/${ids.partner}/webhooks`,
    opener: 'Add endpoint',
    field: (page) => page.getByRole('dialog').getByLabel('Address (URL)'),
    save: async (page) => {
      await page.getByRole('dialog').getByLabel('Address (URL)').fill('https://hooks.example.org/in');
      await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
      await page.getByText('This signing secret is shown only once.').waitFor();
    },
  },
  'the keys of a partner': {
    path: (ids) => `/partners/${ids.partner}/secrets`,
    opener: 'Register keys',
    field: (page) => page.getByRole('dialog').getByLabel('Address of the key set'),
    save: async (page) => {
      const { publicJwk } = await createKey();
      await page.getByRole('dialog').getByRole('radio').last().click();
      await page
        .getByRole('dialog')
        .locator('textarea')
        .first()
        .fill(JSON.stringify({ keys: [publicJwk] }));
      await page.getByRole('dialog').getByRole('button', { name: 'Register keys' }).click();
      await page.getByText('The keys are registered.').waitFor();
    },
  },
  'what money is worth to a partner': {
    path: (ids) => `/partners/${ids.partner}/statements`,
    opener: 'Change rate',
    field: (page) => page.getByRole('dialog').getByLabel('Currency'),
    save: async (page) => {
      await page.getByRole('dialog').getByLabel('Currency').fill('CHF');
      await page.getByRole('dialog').getByLabel('Amount for one hour').fill('25');
      await savedAfter(page, 'Save', 'Exchange rate saved.');
    },
  },
  'why an exchange is corrected': {
    path: () => '/exchanges',
    opener: /^Correct exchange/,
    field: (page) => page.getByRole('dialog').getByLabel('Reason'),
    save: async (page) => {
      await page.getByRole('dialog').getByRole('checkbox').uncheck();
      await savedAfter(page, 'Reverse exchange', 'Exchange reversed.');
    },
  },
  'why partners are shut out': {
    path: () => '/safety',
    opener: 'Switch off partner access',
    field: (page) => page.getByRole('dialog').getByLabel('Reason'),
    save: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Switch off partner access' }).click();
      await page.getByText(/Access is switched off for all partners/).waitFor();
    },
  },
};
