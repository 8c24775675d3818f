/** The members' pages in Italian: with Lei and with tu. */

import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { LineTexts } from '../lines.ts';
import type { MemberTexts } from '../texts.ts';
import { onDay } from './days.ts';

export { ACT } from './act.ts';
export { AGAIN, ERRORS } from './errors.ts';
export { ME, SIGHT } from './me.ts';

export const LINES: LineTexts = {
  gave: (who) => `Aiuto dato a ${who}`,
  got: (who) => `Aiuto ricevuto da ${who}`,
  opening: 'Ore già presenti all’inizio',
  credit: (who) => `Accredito da ${who}`,
  transfer: (who) => `Trasferimento a ${who}`,
  reversal: (who) => `Annullato: ${who}`,
  somebody: 'un ex membro',
  chest: 'cassa comune',
};

export const MEMBER: MemberTexts = {
  menu: {
    ...{ pages: 'Pagine', home: 'Inizio', welcome: 'Presentazione', hours: 'Le mie ore', signIn: 'Entrare' },
    ...{ signOut: 'Uscire', about: 'Informazioni su queste pagine', contact: 'Come contattarci:' },
  },
  faults: say('Per favore, controlli qui:', 'Per favore, controlla qui:'),
  error: 'Errore',
  welcome: {
    title: 'Ogni ora ha lo stesso valore.',
    lead: (community) =>
      `${community} è una banca del tempo: chi dà un’ora di aiuto a una persona riceve un’ora di aiuto da un’altra.`,
    signIn: 'Entrare',
    letter: 'Ho una lettera con un codice',
  },
  home: {
    hello: (name) => say(`Buongiorno, ${name}`, `Ciao, ${name}`),
    given: 'Ore date',
    received: 'Ore ricevute',
    balance: 'Saldo',
    below: (hours) => `${hours} di aiuto ricevuto in più`,
    newest: 'Le ore più recenti',
    all: 'Tutte le mie ore',
    none: say(
      'Sul Suo conto non ci sono ancora ore. Ne segni qualcuna: le ore appaiono qui appena l’altro membro conferma.',
      'Sul tuo conto non ci sono ancora ore. Segnane qualcuna: le ore appaiono qui appena l’altro membro conferma.',
    ),
  },
  signIn: {
    title: 'Entrare',
    code: say('Il codice della Sua lettera', 'Il codice della tua lettera'),
    codeHint: 'Dodici caratteri. Maiuscoli o minuscoli, con o senza trattini.',
    submit: 'Entrare con il codice',
    unknown: say(
      'Non conosciamo questo codice. Controlli ogni carattere.',
      'Non conosciamo questo codice. Controlla ogni carattere.',
    ),
    lost: say(
      `Niente lettera, o il codice non funziona? ${OFFICE_FIRST} Le dà una nuova lettera.`,
      `Niente lettera, o il codice non funziona? ${OFFICE_FIRST} ti dà una nuova lettera.`,
    ),
  },
  enter: {
    title: say('Chi è Lei?', 'Chi sei?'),
    isThis: (name) => `Questa lettera è per ${name}.`,
    shared: 'Altre persone usano questo dispositivo: farmi uscire dopo un’ora.',
    submit: 'Entrare',
    used: 'Questa lettera è già stata usata o è scaduta.',
    usedText: say(
      `Una lettera apre le Sue pagine una volta sola. Se non l’ha usata Lei, avvisi ${OFFICE}. ${OFFICE_FIRST} Le dà una nuova lettera.`,
      `Una lettera apre le tue pagine una volta sola. Se non l’hai usata tu, avvisa ${OFFICE}. ${OFFICE_FIRST} ti dà una nuova lettera.`,
    ),
    back: 'Indietro',
  },
  devices: {
    title: 'I miei dispositivi',
    lead: say(
      'Le Sue pagine sono aperte su questi dispositivi. Chiuda quelli che non conosce.',
      'Le tue pagine sono aperte su questi dispositivi. Chiudi quelli che non conosci.',
    ),
    this: 'questo dispositivo',
    since: (day) => `aperto ${onDay(day)}`,
    last: (day) => `usato l’ultima volta ${onDay(day)}`,
    end: 'Chiudere',
    endOthers: 'Chiudere tutti gli altri',
    deputies: say(
      'Chi agisce a Suo nome non lo farà più, se Lei non mette la spunta qui:',
      'Chi agisce a tuo nome non lo farà più, se non metti la spunta qui:',
    ),
    stays: (name) => `${name} continua ad agire a mio nome`,
    unknown: 'Un dispositivo',
  },
  about: {
    title: 'Informazioni su queste pagine',
    how: (community) =>
      say(
        `In queste pagine i membri di ${community} vedono le loro ore. Un’ora che Lei dà vale quanto un’ora che riceve.`,
        `In queste pagine i membri di ${community} vedono le loro ore. Un’ora che dai vale quanto un’ora che ricevi.`,
      ),
    privacy: 'Protezione dei dati',
    privacyText: (namesWhole) =>
      say(
        `Le Sue ore le vede Lei, e le vede ${OFFICE}. Un’ora che segna con un altro membro la vede anche quel membro. Gli altri membri vedono ${namesWhole ? 'il Suo nome e cognome' : 'il Suo nome e una lettera del Suo cognome'}, il Suo numero di membro e le Sue richieste e offerte. Un cookie tiene aperte le Sue pagine, e un altro ci fa riconoscere questo browser; non c’è niente di altri siti.`,
        `Le tue ore le vedi tu, e le vede ${OFFICE}. Un’ora che segni con un altro membro la vede anche quel membro. Gli altri membri vedono ${namesWhole ? 'il tuo nome e cognome' : 'il tuo nome e una lettera del tuo cognome'}, il tuo numero di membro e le tue richieste e offerte. Un cookie tiene aperte le tue pagine, e un altro ci fa riconoscere questo browser; non c’è niente di altri siti.`,
      ),
    accessibility: 'Per tutti',
    accessibilityText: say(
      `Queste pagine sono fatte per rispettare la norma europea EN 301 549, e con essa le WCAG 2.2, livello AA. Non hanno bisogno di script e si usano anche con la tastiera, su schermi piccoli e con le lettere ingrandite. Avvisi ${OFFICE} se per Lei qualcosa non funziona.`,
      `Queste pagine sono fatte per rispettare la norma europea EN 301 549, e con essa le WCAG 2.2, livello AA. Non hanno bisogno di script e si usano anche con la tastiera, su schermi piccoli e con le lettere ingrandite. Avvisa ${OFFICE} se per te qualcosa non funziona.`,
    ),
    testedTitle: 'Che cosa è stato provato',
    tested: [
      'Un programma (axe) ha letto ogni pagina, anche quelle con errori in un modulo e quelle di una persona delegata, con colori chiari e scuri e con nomi di sessanta lettere.',
      'Abbiamo misurato le pagine a 320 pixel, cioè su un telefono piccolo o in una finestra ingrandita al 400%, in inglese e in tedesco: non serve scorrere di lato, i pulsanti sono alti almeno 48 pixel, e nessun testo è più piccolo di 16 pixel.',
      'Abbiamo controllato ciò che il browser passa a un lettore di schermo: un titolo principale, un nome per ogni campo e pulsante, e ogni errore accanto al suo campo.',
      'Con la sola tastiera, e senza script: entrare, segnare un’ora e confermarla.',
      'Abbiamo guardato la maggior parte delle pagine a 320, 390, 640 e 1366 pixel, ingrandite al 200 e al 400%, su carta, con colori chiari e scuri, con nomi di sessanta lettere, in inglese o in tedesco.',
    ],
    untestedTitle: 'Che cosa non è stato provato',
    untested: [
      'Le persone che usano un lettore di schermo, una lente o il controllo vocale non hanno ancora provato le pagine.',
      'Nessun lettore di schermo le ha lette ad alta voce in una prova.',
      'Non ogni pagina è stata guardata in ciascuno di questi modi.',
      'Ciò che scrivono i membri può essere difficile da leggere.',
    ],
    contact: `${OFFICE_FIRST} aiuta per tutto il resto.`,
  },
  hours: {
    title: 'Le mie ore',
    all: 'Tutti gli anni',
    file: 'Come tabella (CSV)',
    fileName: 'ore',
    columns: ['Giorno', 'Che cosa', 'Con chi', 'Nota', 'Ore', 'Secondi'],
    none: 'In questo periodo non ci sono ore.',
  },
};
