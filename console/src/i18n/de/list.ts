/** Count, order and columns of a list. */
import type { Texts } from '../en/texts.ts';

export const list: Texts['list'] = {
  view: 'Spalten',
  columns: 'Spalten',
  order: 'Sortieren nach',
  ascending: (column) => `${column}, aufsteigend`,
  descending: (column) => `${column}, absteigend`,
  rows: {
    members: (count, one) => `${count} ${one ? 'Mitglied' : 'Mitglieder'}`,
    listings: (count, one) => `${count} ${one ? 'Inserat' : 'Inserate'}`,
    exchanges: (count, one) => `${count} ${one ? 'Einsatz' : 'Einsätze'}`,
    calls: (count, one) => `${count} ${one ? 'Aufruf' : 'Aufrufe'}`,
    audit: (count, one) => `${count} ${one ? 'Eintrag' : 'Einträge'}`,
    to_call: (count, one) => `${count} ${one ? 'Mitglied' : 'Mitglieder'}`,
    partners: (count, one) => `${count} ${one ? 'Partner' : 'Partner'}`,
  },
  moreThan: (rows) => `Mehr als ${rows}`,
  first: (rows) => `Die ersten ${rows}`,
  moreFilters: (set) => (set === 0 ? 'Mehr Filter' : `Mehr Filter (${set} gesetzt)`),
  lessFilters: 'Weniger Filter',
  print: 'Drucken',
  chart: 'Diagramm',
  reversed: (count) => `davon ${count} storniert`,
  hours: (hours) => `zusammen ${hours} h`,
};
