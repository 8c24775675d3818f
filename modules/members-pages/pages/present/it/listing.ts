/** Requests, offers and answers, in Italian. */

import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { ListingTexts } from '../listing-texts.ts';
import { ofDay, toDay } from './days.ts';

export const LISTING: ListingTexts = {
  list: {
    title: { request: 'Richieste', service: 'Offerte' },
    kind: { request: 'Richiesta', service: 'Offerta' },
    lead: {
      request: 'Ecco di che cosa hanno bisogno gli altri membri. In alto le richieste più recenti.',
      service: 'Ecco che cosa offrono gli altri membri. In alto le offerte più recenti.',
    },
    add: { request: 'Chiedere aiuto', service: 'Offrire aiuto' },
    mine: 'Le mie richieste, offerte e risposte',
    q: say('Che cosa cerca?', 'Che cosa cerchi?'),
    qHint: 'Una parola o una parte di parola. Può restare vuoto.',
    category: 'Categoria',
    anyCategory: 'Tutte le categorie',
    everywhere: 'Ovunque',
    nearMe: (quarter) => `Vicino a me: ${quarter}`,
    search: 'Cercare',
    none: { request: 'Non c’è nessuna richiesta di questo tipo.', service: 'Non c’è nessuna offerta di questo tipo.' },
    empty: {
      request: say(
        'Non ci sono ancora richieste. La Sua può essere la prima.',
        'Non ci sono ancora richieste. La tua può essere la prima.',
      ),
      service: say(
        'Non ci sono ancora offerte. La Sua può essere la prima.',
        'Non ci sono ancora offerte. La tua può essere la prima.',
      ),
    },
    older: 'Meno recenti',
    first: 'Tornare alle più recenti',
  },
  publish: {
    title: {
      request: say('Di che cosa ha bisogno?', 'Di che cosa hai bisogno?'),
      service: say('Che cosa offre?', 'Che cosa offri?'),
    },
    submit: 'Pubblicare',
    sentBefore: say(
      'Da questa pagina è già stato pubblicato un altro annuncio, e vale quello. Può aprirlo e modificarlo.',
      'Da questa pagina è già stato pubblicato un altro annuncio, e vale quello. Puoi aprirlo e modificarlo.',
    ),
    lookAtIt: 'Vedere l’annuncio',
    beside: 'Pubblicare anche questo',
  },
  fields: {
    title: 'In poche parole',
    titleHint: { request: 'Per esempio: tagliare la siepe', service: 'Per esempio: riparo biciclette' },
    description: 'Altri dettagli',
    descriptionHint:
      'Dove, quando, che cosa bisogna sapere. Può restare vuoto. Lo leggono tutti i membri: qui niente numeri di telefono.',
    category: 'Categoria',
    noCategory: 'Nessuna di queste',
    time: 'Quanto tempo, circa?',
    timeHint: 'Per esempio 1:30. Può restare vuoto.',
  },
  faults: {
    title: say(
      'Scriva in poche parole di che cosa si tratta: al massimo 200 caratteri, su una riga.',
      'Scrivi in poche parole di che cosa si tratta: al massimo 200 caratteri, su una riga.',
    ),
    description: 'Il testo è troppo lungo: al massimo 10\u00a0000 caratteri.',
    category: say('Scelga una categoria dall’elenco.', 'Scegli una categoria dall’elenco.'),
    time: say('Scriva una durata, per esempio 1:30 o 2.', 'Scrivi una durata, per esempio 1:30 o 2.'),
    message: say(
      'Scriva qualche parola: al massimo 2000 caratteri.',
      'Scrivi qualche parola: al massimo 2000 caratteri.',
    ),
    day: say(
      'Scelga un giorno che non sia già passato, entro un anno.',
      'Scegli un giorno che non sia già passato, entro un anno.',
    ),
  },
  daily: {
    listing: say(
      'Oggi ha pubblicato 10 annunci, e per un giorno bastano. Riprovi domani, per favore.',
      'Oggi hai pubblicato 10 annunci, e per un giorno bastano. Riprova domani, per favore.',
    ),
    answer: say(
      'Oggi ha inviato 20 risposte, e per un giorno bastano. Riprovi domani, per favore.',
      'Oggi hai inviato 20 risposte, e per un giorno bastano. Riprova domani, per favore.',
    ),
  },
  listing: {
    by: { request: (who) => `${who} chiede aiuto`, service: (who) => `${who} offre questo aiuto` },
    about: (hours) => `circa ${hours}`,
    answer: (who) => `Rispondere a ${who}`,
    hidden: 'Un membro',
    answerHidden: 'Rispondere',
    message: say('Il Suo messaggio', 'Il tuo messaggio'),
    prefilled: { request: 'Posso aiutare.', service: 'Mi interessa.' },
    contact: (who) => `Che cosa può vedere ${who}?`,
    contactHidden: 'Che cosa può vedere questo membro?',
    release: {
      email: (value) => `Mostrare il mio indirizzo e-mail: ${value}`,
      phone: (value) => `Mostrare il mio numero di telefono: ${value}`,
    },
    office: `Nessun altro legge questo messaggio. Solo se l’altra persona non può ricevere e-mail, ${OFFICE} lo consegna, e in quel caso può leggerlo.`,
    send: 'Inviare',
    answered: say('Ha risposto a questo annuncio.', 'Hai risposto a questo annuncio.'),
    sentBefore: say(
      'La Sua risposta era già stata inviata, con altre parole o altri contatti, e vale quella.',
      'La tua risposta era già stata inviata, con altre parole o altri contatti, e vale quella.',
    ),
    toAnswer: say('Vedere la Sua risposta', 'Vedere la tua risposta'),
    own: say('Questo annuncio è Suo.', 'Questo annuncio è tuo.'),
    status: {
      active: 'Gli altri membri lo vedono.',
      held: `${OFFICE_FIRST} lo controlla prima che gli altri membri lo vedano.`,
      closed: `L’annuncio è chiuso: gli altri membri non lo vedono più. ${OFFICE_FIRST} può riaprirlo.`,
    },
    until: (day) => `Resta fino ${toDay(day)}.`,
    change: 'Modificare',
    save: 'Salvare',
    renew: 'Tenere più a lungo',
    close: 'Chiudere',
    answers: 'Risposte',
  },
  answer: {
    received: (who) => `${who} ha risposto`,
    sent: (who) => say(`La Sua risposta a ${who}`, `La tua risposta a ${who}`),
    reach: (who) => `Come contattare ${who}`,
    unreleased: (who) =>
      say(
        `${who} non mostra né telefono né indirizzo. Scriva qui, oppure avvisi ${OFFICE}.`,
        `${who} non mostra né telefono né indirizzo. Scrivi qui, oppure avvisa ${OFFICE}.`,
      ),
    email: 'E-mail',
    phone: 'Telefono',
    reply: say('Il Suo messaggio', 'Il tuo messaggio'),
    replyHint: 'Poi ognuno di voi due può scrivere ancora due volte.',
    send: 'Inviare',
    decline: 'Dire di no',
    replied: (who) => `${who} scrive:`,
    youReplied: say('Lei ha scritto:', 'Hai scritto:'),
    record: 'Segnare le ore',
    agreed: (day) => `Appuntamento: ${day}`,
    calledOff: (day) => `L’appuntamento ${ofDay(day)} è disdetto.`,
    calendar: 'Aggiungere al mio calendario',
    callOff: 'Disdire l’appuntamento',
    write: 'Scrivere ancora',
    writeHint: (left) =>
      left === 1
        ? say('Può scrivere ancora una volta.', 'Puoi scrivere ancora una volta.')
        : say('Può scrivere ancora due volte.', 'Puoi scrivere ancora due volte.'),
    wrote: say(
      'Ha già scritto due volte. Può ancora fissare un appuntamento, o mostrare come contattarLa.',
      'Hai già scritto due volte. Puoi ancora fissare un appuntamento, o mostrare come contattarti.',
    ),
    day: 'Il giorno dell’appuntamento, se ne avete fissato uno',
    dayHint: 'L’appuntamento vi arriva per e-mail, per i vostri calendari. Potete cambiarlo più tardi.',
    sentBefore: 'Da questa pagina è già stato inviato qualcos’altro, e vale quello.',
    tooOften: `L’appuntamento è già cambiato molte volte. Parlatevi al telefono, per favore; ${OFFICE} vi aiuta.`,
    agreedDays: 'Appuntamenti',
    state: {
      open: {
        received: say('Tocca a Lei rispondere.', 'Tocca a te rispondere.'),
        sent: 'Inviata. Non c’è ancora una risposta.',
      },
      agreed: { received: say('Lei ha risposto.', 'Hai risposto.'), sent: 'È arrivata una risposta.' },
      declined: { received: say('Lei ha detto di no.', 'Hai detto di no.'), sent: 'La risposta è stata no.' },
      ended: { received: 'Questo contatto è concluso.', sent: 'Questo contatto è concluso.' },
    },
  },
  mine: {
    title: 'Le mie richieste, offerte e risposte',
    listings: 'Le mie richieste e offerte',
    received: 'Risposte per me',
    sent: 'Le mie risposte',
    noListings: say('Non ha ancora richieste né offerte.', 'Non hai ancora richieste né offerte.'),
    noReceived: 'Non è ancora arrivato niente.',
    noSent: say('Non ha ancora risposto a nessun annuncio.', 'Non hai ancora risposto a nessun annuncio.'),
  },
  newest: 'Le richieste più recenti',
  allRequests: 'Tutte le richieste',
};
