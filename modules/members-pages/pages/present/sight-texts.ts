/** The words of who sees a member. */

import type { MemberLanguage, Visibility } from '@timebank/contract';
import { OFFICE_FIRST, say } from '../../../../console/pages/voice/voice.ts';
import * as ES from './es/pages.ts';
import * as FR from './fr/pages.ts';
import * as IT from './it/pages.ts';

const EN = {
  title: 'Who sees me',
  lead: `${OFFICE_FIRST} sees all that it keeps about you. All others see what you allow here.`,
  saved: 'Saved. It counts from now on.',
  members: 'Other members',
  byName: 'Other members find me by my name.',
  byNameHint: (namesWhole: boolean) =>
    `They see ${namesWhole ? 'your whole name' : 'your given name and the first letter of your family name'}, and your member number where several names begin alike. Without the tick they find you by your member number or your card only, and your requests and offers are without a name until you answer each other.`,
  besideName: (what: string) => `Beside your name they read: ${what}.`,
  partners: 'Partners',
  partnersHint: 'Partners are organisations that work with your time bank, such as a bank or a town.',
  noPartner: 'Your community has no partners.',
  all: 'All partners, also those to come',
  single: 'Another choice for a single partner',
  asCommunity: 'As usual here',
  usual: (sees: string) => `Usual here: ${sees}`,
  asAll: 'As all partners',
  now: (sees: string) => `Sees now: ${sees}`,
  sees: {
    hidden: 'nothing',
    listed: 'my name',
    listed_with_email: 'name and e-mail address',
  } as Readonly<Record<Visibility, string>>,
  save: 'Save',
  back: 'My data',
};

export type SightTexts = typeof EN;

const DE: SightTexts = {
  title: 'Wer mich sieht',
  lead: say(
    `${OFFICE_FIRST} sieht alles, was dort über Sie aufbewahrt ist. Alle anderen sehen, was Sie hier erlauben.`,
    `${OFFICE_FIRST} sieht alles, was dort über dich aufbewahrt ist. Alle anderen sehen, was du hier erlaubst.`,
  ),
  saved: 'Gespeichert. Es gilt ab jetzt.',
  members: 'Andere Mitglieder',
  byName: 'Andere Mitglieder finden mich mit meinem Namen.',
  byNameHint: (namesWhole) =>
    say(
      `Andere lesen Ihren ${namesWhole ? 'ganzen Namen' : 'Vornamen und den ersten Buchstaben des Familiennamens'}, und Ihre Mitgliedsnummer, wo mehrere Namen gleich beginnen. Ohne das Häkchen findet man Sie nur mit Ihrer Mitgliedsnummer oder Ihrer Karte, und Ihre Gesuche und Angebote haben keinen Namen, bis Sie einander antworten.`,
      `Andere lesen deinen ${namesWhole ? 'ganzen Namen' : 'Vornamen und den ersten Buchstaben des Familiennamens'}, und deine Mitgliedsnummer, wo mehrere Namen gleich beginnen. Ohne das Häkchen findet man dich nur mit deiner Mitgliedsnummer oder deiner Karte, und deine Gesuche und Angebote haben keinen Namen, bis ihr einander antwortet.`,
    ),
  besideName: (what) => `Neben dem Namen steht: ${what}.`,
  partners: 'Partner',
  partnersHint: say(
    'Partner sind Einrichtungen, die mit Ihrer Zeitbank zusammenarbeiten, etwa eine Bank oder eine Stadt.',
    'Partner sind Einrichtungen, die mit deiner Zeitbank zusammenarbeiten, etwa eine Bank oder eine Stadt.',
  ),
  noPartner: say('Ihre Gemeinschaft hat keine Partner.', 'Deine Gemeinschaft hat keine Partner.'),
  all: 'Alle Partner, auch künftige',
  single: 'Für einzelne Partner etwas anderes wählen',
  asCommunity: 'Wie hier üblich',
  usual: (sees) => `Hier üblich: ${sees}`,
  asAll: 'Wie alle Partner',
  now: (sees) => `Sieht zurzeit: ${sees}`,
  sees: {
    hidden: 'nichts',
    listed: 'nur den Namen',
    listed_with_email: 'Name und E-Mail-Adresse',
  },
  save: 'Speichern',
  back: 'Meine Daten',
};

export const SIGHT_TEXTS: Readonly<Record<MemberLanguage, SightTexts>> = {
  en: EN,
  de: DE,
  es: ES.SIGHT,
  fr: FR.SIGHT,
  it: IT.SIGHT,
};
