import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formMail } from './form.ts';
import { MAIL_TEXTS_DE } from './texts/de.ts';

test('a sentence that ends with an abbreviation has one full stop, and three dots stay three', () => {
  const { text, html } = formMail(
    {
      subject: 'Ihre Stunden',
      greeting: 'Guten Tag,',
      paragraphs: ['Sie haben 29,5 Std.. Wir danken ...', 'Das war Frau Groß, i. V.. Bis bald.'],
      after: ['Fragen? Rufen Sie an: Hilfe Lahnau e.V..'],
    },
    {
      texts: MAIL_TEXTS_DE,
      language: 'de',
      community: 'Nachbarschaftshilfe Lahnau e.V.',
      contact: null,
      stopLink: undefined,
    },
  );
  for (const form of [text, html]) {
    for (const sentence of [
      'Sie haben 29,5 Std. Wir danken ...',
      'i. V. Bis bald.',
      'Hilfe Lahnau e.V.',
      'Diese Nachricht kommt von Nachbarschaftshilfe Lahnau e.V.',
    ]) {
      assert.ok(form.includes(sentence), `${sentence}: ${form}`);
    }
    assert.doesNotMatch(form, /\p{L}\.\.(?!\.)/u);
  }
});
