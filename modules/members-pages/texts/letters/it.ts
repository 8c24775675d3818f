/** Letters in Italian, before a community has written its own. */

import type { Letters, OnLetters } from './types.ts';

/** The eighth and the eleventh begin with a vowel. */
const toDay = (day: string) => (/^(?:8|11)(?!\d)/u.test(day) ? `all’${day}` : `al ${day.replace(/^1(?!\d)/u, '1º')}`);

export const ON: OnLetters = {
  hours: 'h',
  openUntil: (day) => `Il codice apre le pagine una volta sola, fino ${toDay(day)}.`,
};

export const LETTERS: Letters = {
  welcome: {
    title: '{community} Le dà il benvenuto',
    body: 'Gentile {name},\n\nè un piacere averLa con noi. Il Suo numero di membro è {number}.\n\nPer ogni ora di aiuto che dà, ne riceve una, qualunque sia l’aiuto. Il Suo saldo è di {balance}.\n\nSe versa denaro per avere ore, scriva per favore sul versamento questo riferimento: {reference}\n\nCordiali saluti\n{community}',
  },
  balance: {
    title: 'Il Suo saldo in data {today}',
    body: 'Gentile {name},\n\noggi, {today}, il Suo saldo è di {balance}.\n\nSe Le sembra che manchi qualcosa, ci contatti per favore.\n\nCordiali saluti\n{community}',
  },
  invitation: {
    title: 'Come vedere le Sue ore',
    body: 'Gentile {name},\n\nora può vedere le Sue ore direttamente, con un telefono o un computer. Inquadri il quadrato qui sotto con la fotocamera del telefono, oppure apra {address} e scriva il codice.\n\nCordiali saluti\n{community}',
  },
};

export const FAMILIAR: Letters = {
  welcome: {
    title: '{community} ti dà il benvenuto',
    body: 'Ciao {name},\n\nè un piacere averti con noi. Il tuo numero di membro è {number}.\n\nPer ogni ora di aiuto che dai, ne ricevi una, qualunque sia l’aiuto. Il tuo saldo è di {balance}.\n\nSe versi denaro per avere ore, scrivi per favore sul versamento questo riferimento: {reference}\n\nUn caro saluto\n{community}',
  },
  balance: {
    title: 'Il tuo saldo in data {today}',
    body: 'Ciao {name},\n\noggi, {today}, il tuo saldo è di {balance}.\n\nSe ti sembra che manchi qualcosa, contattaci per favore.\n\nUn caro saluto\n{community}',
  },
  invitation: {
    title: 'Come vedere le tue ore',
    body: 'Ciao {name},\n\nora puoi vedere le tue ore direttamente, con un telefono o un computer. Inquadra il quadrato qui sotto con la fotocamera del telefono, oppure apri {address} e scrivi il codice.\n\nUn caro saluto\n{community}',
  },
};
