/** Pages of errors, in Italian. */

import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { AgainTexts, ErrorTexts } from '../error-texts.ts';

export const ERRORS: ErrorTexts = {
  old: {
    title: say('Per favore, invii di nuovo', 'Per favore, invia di nuovo'),
    text: 'Da quando questa pagina è aperta, qualcuno è entrato o uscito con questo browser. Oppure il browser non conserva i cookie, e queste pagine ne hanno bisogno. Non è ancora stato fatto niente.',
  },
  signedOut: {
    title: 'Bisogna entrare di nuovo',
    text: say(
      'Non è andato perso niente: entri in una nuova finestra, torni in questa e invii di nuovo il modulo.',
      'Non è andato perso niente: entra in una nuova finestra, torna in questa e invia di nuovo il modulo.',
    ),
  },
  foreign: {
    title: 'Il modulo non è stato accettato',
    text: say(
      'Questo browser non dice che il modulo viene da queste pagine. Gli permetta di inviare l’indirizzo della pagina (il «referrer»), oppure usi un altro browser.',
      'Questo browser non dice che il modulo viene da queste pagine. Permettigli di inviare l’indirizzo della pagina (il «referrer»), oppure usa un altro browser.',
    ),
  },
  notYours: {
    title: 'Qui decide un’altra persona',
    text: say(
      `Decide un altro membro, oppure ${OFFICE}. ${OFFICE_FIRST} aiuta se questo non Le sembra giusto.`,
      `Decide un altro membro, oppure ${OFFICE}. ${OFFICE_FIRST} aiuta se questo non ti sembra giusto.`,
    ),
  },
  missing: {
    title: 'Questa pagina non esiste',
    text: 'Forse quello che c’era qui è stato chiuso o ritirato. Oppure nell’indirizzo c’è un errore.',
  },
  changed: {
    title: 'Nel frattempo qualcosa è cambiato',
    text: say(
      'Guardi di nuovo, e poi decida. Quello che ha appena inviato non conta.',
      'Guarda di nuovo, e poi decidi. Quello che hai appena inviato non conta.',
    ),
  },
  tooOften: {
    title: 'Troppi tentativi',
    text: say('Aspetti qualche minuto, poi riprovi.', 'Aspetta qualche minuto, poi riprova.'),
  },
  later: {
    title: 'In questo momento non è possibile',
    text: say(
      'Riprovi tra un minuto, per favore. Non è andato perso niente.',
      'Riprova tra un minuto, per favore. Non è andato perso niente.',
    ),
  },
  moving: {
    title: 'Queste pagine si trasferiscono',
    text: say(
      'Presto avranno un altro indirizzo. Riprovi tra qualche minuto, per favore. Non è andato perso niente.',
      'Presto avranno un altro indirizzo. Riprova tra qualche minuto, per favore. Non è andato perso niente.',
    ),
  },
  moved: {
    title: 'Queste pagine si sono trasferite',
    text: 'Ora hanno un altro indirizzo. Il vecchio indirizzo, stampato o salvato, porta al nuovo passando da questa pagina.',
  },
  unfit: { title: 'Qualcosa non va bene', text: 'La pagina non si può aprire in questo modo.' },
  failed: {
    title: 'Qualcosa è andato storto',
    text: say('Riprovi tra un minuto, per favore.', 'Riprova tra un minuto, per favore.'),
  },
  back: 'Alla prima pagina',
  again: 'Guardare di nuovo',
  there: 'Al nuovo indirizzo',
};

export const AGAIN: AgainTexts = {
  typed: say('Quello che ha scritto', 'Quello che hai scritto'),
  signIn: 'Entrare (apre una nuova finestra)',
  send: 'Inviare di nuovo',
  page: 'Aprire di nuovo la pagina',
};
