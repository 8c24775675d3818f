/** The search over everything knows screens by the words that offices use for them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '../desk/contract/routes.ts';
import type { OwnMembership } from '../desk/contract/session.ts';
import { allTexts } from '../test-support/texts.ts';
import type { Language } from './i18n/text.ts';
import { screenEntries } from './parts/shell/palette-entries.ts';

const membership = { slug: 'lahnau', permissions: PERMISSIONS } as unknown as OwnMembership;

test('rate, payment slip, backup, leaving and a lost phone lead to a screen, in both languages', () => {
  for (const [code, words] of [
    [
      'de',
      {
        Kurs: 'inbox/settings',
        Zahlschein: 'members?slips=1',
        Austritt: 'members',
        'Handy verloren': 'account',
        '2FA': 'account',
        Sicherung: '',
      },
    ],
    [
      'en',
      {
        rate: 'inbox/settings',
        'payment slip': 'members?slips=1',
        leaving: 'members',
        'lost phone': 'account',
        backup: '',
      },
    ],
  ] as const) {
    const language = { code, text: allTexts(code) } as unknown as Pick<Language, 'code' | 'text'>;
    for (const [typed, path] of Object.entries(words)) {
      const hrefs = screenEntries(membership, typed, language).map(({ href }) => href);
      const href = path === 'account' ? '/account' : `/c/lahnau${path && `/${path}`}`;
      assert.ok(hrefs.includes(href), `${typed}: ${hrefs.join(', ')}`);
    }
  }
});
