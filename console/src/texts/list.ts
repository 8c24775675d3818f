/** Count, order and columns of a list. */
import { phrase } from '../i18n/languages.ts';

export const list = {
  view: { en: 'Columns', de: 'Spalten' },
  columns: { en: 'Columns', de: 'Spalten' },
  order: { en: 'Sort by', de: 'Sortieren nach' },
  ascending: phrase({ en: (column: string) => `${column}, ascending`, de: (column) => `${column}, aufsteigend` }),
  descending: phrase({ en: (column: string) => `${column}, descending`, de: (column) => `${column}, absteigend` }),
  rows: {
    members: phrase({
      en: (count: string, one: boolean) => `${count} ${one ? 'member' : 'members'}`,
      de: (count, one) => `${count} ${one ? 'Mitglied' : 'Mitglieder'}`,
    }),
    listings: phrase({
      en: (count: string, one: boolean) => `${count} ${one ? 'listing' : 'listings'}`,
      de: (count, one) => `${count} ${one ? 'Inserat' : 'Inserate'}`,
    }),
    exchanges: phrase({
      en: (count: string, one: boolean) => `${count} ${one ? 'exchange' : 'exchanges'}`,
      de: (count, one) => `${count} ${one ? 'Einsatz' : 'Einsätze'}`,
    }),
    calls: phrase({
      en: (count: string, one: boolean) => `${count} ${one ? 'API call' : 'API calls'}`,
      de: (count, one) => `${count} ${one ? 'Aufruf' : 'Aufrufe'}`,
    }),
    audit: phrase({
      en: (count: string, one: boolean) => `${count} ${one ? 'entry' : 'entries'}`,
      de: (count, one) => `${count} ${one ? 'Eintrag' : 'Einträge'}`,
    }),
    partners: phrase({
      en: (count: string, one: boolean) => `${count} ${one ? 'partner' : 'partners'}`,
      de: (count, one) => `${count} ${one ? 'Partner' : 'Partner'}`,
    }),
    to_call: phrase({
      en: (count: string, one: boolean) => `${count} ${one ? 'member' : 'members'}`,
      de: (count, one) => `${count} ${one ? 'Mitglied' : 'Mitglieder'}`,
    }),
  },
  moreThan: phrase({ en: (rows: string) => `More than ${rows}`, de: (rows) => `Mehr als ${rows}` }),
  first: phrase({ en: (rows: string) => `The first ${rows}`, de: (rows) => `Die ersten ${rows}` }),
  /** @param set how many of them are set */
  moreFilters: phrase({
    en: (set: number) => (set === 0 ? 'More filters' : `More filters (${set} set)`),
    de: (set) => (set === 0 ? 'Mehr Filter' : `Mehr Filter (${set} gesetzt)`),
  }),
  lessFilters: { en: 'Fewer filters', de: 'Weniger Filter' },
  print: { en: 'Print', de: 'Drucken' },
  chart: { en: 'Chart', de: 'Diagramm' },
  reversed: phrase({ en: (count: string) => `${count} of them reversed`, de: (count) => `davon ${count} storniert` }),
  hours: phrase({ en: (hours: string) => `${hours} h in all`, de: (hours) => `zusammen ${hours} h` }),
};
