/** The forms of the members' pages, in Italian: with Lei and with tu. */

import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { AddressTexts } from '../address-texts.ts';
import type { JoinTexts } from '../join-texts.ts';
import type { SignInTexts } from '../sign-in-texts.ts';

export { LISTING } from './listing.ts';
export { RECORD } from './record.ts';

export const ADDRESS: AddressTexts = {
  title: 'Il mio indirizzo e-mail',
  now: (email) => `I messaggi arrivano a ${email}.`,
  none: say('Non abbiamo il Suo indirizzo e-mail.', 'Non abbiamo il tuo indirizzo e-mail.'),
  byOffice: say(
    `Questa banca del tempo non invia e-mail. ${OFFICE_FIRST} annota il Suo indirizzo.`,
    `Questa banca del tempo non invia e-mail. ${OFFICE_FIRST} annota il tuo indirizzo.`,
  ),
  email: 'Nuovo indirizzo e-mail',
  hint: say(
    'A questo indirizzo arriva un messaggio con un link e un numero. Finché Lei non conferma, non cambia niente.',
    'A questo indirizzo arriva un messaggio con un link e un numero. Finché non confermi, non cambia niente.',
  ),
  send: 'Ricevere un messaggio',
  sent: (email) => `Un messaggio è in arrivo a ${email}.`,
  open: say(
    'Apra il link del messaggio in questo browser, oppure scriva qui il numero del messaggio.',
    'Apri il link del messaggio in questo browser, oppure scrivi qui il numero del messaggio.',
  ),
  confirm: 'Confermare con il numero',
  another: 'Un altro indirizzo',
  question: (email) => `D’ora in poi i messaggi devono arrivare a ${email}?`,
  notice: say(
    'Poi Lei entra con questo indirizzo. All’indirizzo di prima arriva un avviso.',
    'Poi entri con questo indirizzo. All’indirizzo di prima arriva un avviso.',
  ),
  use: 'Usare questo indirizzo',
  usedText: say(
    'Un link vale una volta sola, per 15 minuti, e solo nel browser con cui Lei è già nelle Sue pagine.',
    'Un link vale una volta sola, per 15 minuti, e solo nel browser con cui sei già nelle tue pagine.',
  ),
  again: 'Chiedere un nuovo link',
  faults: {
    email: say(
      'Scriva l’indirizzo così: nome@example.org, senza lettere accentate prima della @.',
      'Scrivi l’indirizzo così: nome@example.org, senza lettere accentate prima della @.',
    ),
    unchanged: 'Abbiamo già questo indirizzo.',
    daily: say(`Per oggi basta così. Chiami ${OFFICE}.`, `Per oggi basta così. Chiama ${OFFICE}.`),
  },
};

export const JOIN: JoinTexts = {
  title: 'Vorrei partecipare',
  lead: (community) =>
    say(
      `Scriva un messaggio: ${OFFICE} di ${community} La contatta.`,
      `Scrivi un messaggio: ${OFFICE} di ${community} ti contatta.`,
    ),
  name: 'Nome e cognome',
  email: say('Il Suo indirizzo e-mail', 'Il tuo indirizzo e-mail'),
  reachHint: 'E-mail o telefono: basta uno dei due.',
  phone: say('Il Suo numero di telefono', 'Il tuo numero di telefono'),
  words: say('Qualche parola su di Lei', 'Qualche parola su di te'),
  wordsHint: say(
    'Che cosa fa volentieri, o di che cosa ha bisogno. Può restare vuoto.',
    'Che cosa fai volentieri, o di che cosa hai bisogno. Può restare vuoto.',
  ),
  privacy: `Lo legge solo ${OFFICE}.`,
  submit: 'Inviare',
  sent: 'Grazie',
  sentText: say(
    `${OFFICE_FIRST} legge il Suo messaggio e La contatta. Se entro due settimane non arriva niente, chiami ${OFFICE}, per favore.`,
    `${OFFICE_FIRST} legge il tuo messaggio e ti contatta. Se entro due settimane non arriva niente, chiama ${OFFICE}, per favore.`,
  ),
  back: 'Indietro',
  faults: {
    name: say('Scriva il Suo nome e cognome.', 'Scrivi il tuo nome e cognome.'),
    reach: say(
      'Scriva il Suo indirizzo e-mail o il Suo numero di telefono.',
      'Scrivi il tuo indirizzo e-mail o il tuo numero di telefono.',
    ),
    email:
      'Questo non è un indirizzo e-mail. Forse manca un punto o la @, oppure prima della @ c’è una lettera accentata.',
    phone: 'Il numero di telefono è troppo lungo.',
    words: 'Il testo è troppo lungo. Bastano poche frasi.',
  },
};

export const SIGN_IN: SignInTexts = {
  email: say('Il Suo indirizzo e-mail', 'Il tuo indirizzo e-mail'),
  send: 'Ricevere un link',
  orLetter: say(
    'Niente e-mail? Scriva il codice della Sua lettera.',
    'Niente e-mail? Scrivi il codice della tua lettera.',
  ),
  orMail: say(
    'Niente lettera? Si faccia inviare un link per e-mail.',
    'Niente lettera? Fatti inviare un link per e-mail.',
  ),
  look: say('Guardi la Sua posta elettronica', 'Guarda la tua posta elettronica'),
  onItsWay: say(
    'Se l’indirizzo è di un membro, un messaggio è in arrivo. Apra il link del messaggio, oppure scriva qui il numero del messaggio. Lo ha chiesto più volte? Allora il prossimo arriva dopo 15 minuti. Non arriva niente? Ci chiami.',
    'Se l’indirizzo è di un membro, un messaggio è in arrivo. Apri il link del messaggio, oppure scrivi qui il numero del messaggio. Lo hai chiesto più volte? Allora il prossimo arriva dopo 15 minuti. Non arriva niente? Chiamaci.',
  ),
  number: 'Il numero del messaggio',
  numberHint: 'Otto cifre. Il numero vale per 15 minuti, in questo browser.',
  withNumber: 'Entrare con il numero',
  wrongNumber: say(
    'Questo numero non va bene. Lo confronti con il messaggio, oppure ne chieda uno nuovo.',
    'Questo numero non va bene. Confrontalo con il messaggio, oppure chiedine uno nuovo.',
  ),
  otherAddress: 'Scrivere un altro indirizzo',
  who: say('Chi è Lei?', 'Chi sei?'),
  isYou: (name) => say(`Lei è ${name}.`, `Tu sei ${name}.`),
  choose: say('Scelga il Suo nome.', 'Scegli il tuo nome.'),
  used: 'Questo link è già stato usato o è scaduto.',
  usedText: say(
    'Un link apre le Sue pagine una volta sola, per 15 minuti, e alcuni programmi di posta lo aprono prima di Lei. Il numero dello stesso messaggio vale ancora, nel browser con cui lo ha chiesto.',
    'Un link apre le tue pagine una volta sola, per 15 minuti, e alcuni programmi di posta lo aprono prima di te. Il numero dello stesso messaggio vale ancora, nel browser con cui lo hai chiesto.',
  ),
  toNumber: 'Scrivere il numero',
  again: 'Ricevere un nuovo link',
};
