/** A member's own page, and who sees the member, in Italian. */

import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { MeTexts } from '../me-texts.ts';
import type { SightTexts } from '../sight-texts.ts';
import { sinceDay } from './days.ts';

export const ME: MeTexts = {
  title: 'I miei dati',
  lead: say(
    `Con questi dati ${OFFICE} La contatta. Qualcosa non va? Avvisi ${OFFICE}.`,
    `Con questi dati ${OFFICE} ti contatta. Qualcosa non va? Avvisa ${OFFICE}.`,
  ),
  saved: 'Salvato.',
  facts: {
    name: 'Nome',
    external_id: 'Numero di membro',
    email: 'E-mail',
    phone: 'Telefono',
    second_phone: 'Secondo telefono',
    street: 'Via',
    postal_code: 'Codice postale',
    place: 'Località',
    payment_reference: 'Riferimento di pagamento',
    joined_on: 'Membro dal',
  },
  choices: 'Le mie scelte',
  noQuarter: 'Non indicato',
  quarterGone: say(
    'Questa non è tra le scelte possibili. Scelga di nuovo, per favore.',
    'Questa non è tra le scelte possibili. Scegli di nuovo, per favore.',
  ),
  language: 'Lingua di queste pagine e delle e-mail',
  asBrowser: 'Come nel mio browser',
  mails: 'E-mail che ricevo',
  kinds: {
    hours: 'Ore che devo confermare, e il loro esito',
    digest: 'Un riassunto ogni settimana, se ci sono novità',
    alerts: 'Nuove richieste e offerte che corrispondono alle mie',
  },
  news: {
    question: say(
      'Vuole ricevere ogni settimana un’e-mail con le novità?',
      'Vuoi ricevere ogni settimana un’e-mail con le novità?',
    ),
    alerts: 'E al mattino, quando una nuova richiesta o offerta corrisponde alle mie',
    yes: 'Sì, volentieri',
    no: 'No, grazie',
    hint: say(
      'Può cambiare questa scelta in ogni momento in «I miei dati».',
      'Puoi cambiare questa scelta in ogni momento in «I miei dati».',
    ),
  },
  letterOnly: 'Farmi entrare solo con una lettera: altre persone leggono le mie e-mail.',
  save: 'Salvare',
  card: 'La mia tessera',
  cardLead: say(
    'Mostri questa tessera: così gli altri segnano le ore con Lei.',
    'Mostra questa tessera: così gli altri segnano le ore con te.',
  ),
  cardHint: say(
    'La tessera mostra il Suo nome ai membri della comunità entrati nelle loro pagine. La tessera non apre niente. Stampata, è grande come una carta bancaria.',
    'La tessera mostra il tuo nome ai membri della comunità entrati nelle loro pagine. La tessera non apre niente. Stampata, è grande come una carta bancaria.',
  ),
  cardNone: say(
    'Con una tessera nessuno deve scrivere il Suo nome: basta inquadrare la tessera con la fotocamera del telefono.',
    'Con una tessera nessuno deve scrivere il tuo nome: basta inquadrare la tessera con la fotocamera del telefono.',
  ),
  cardPicture: (name) => `La tessera di ${name}: un quadrato da fotografare`,
  cardMake: 'Creare la mia tessera',
  cardRenew: 'Creare una nuova tessera',
  cardOld: 'Con una nuova tessera la vecchia non vale più, neanche su carta.',
  more: 'Altro',
  sight: 'Chi mi vede',
  devices: 'I miei dispositivi',
  file: 'Tutto ciò che è salvato su di me',
  leave: 'Lasciare la comunità',
  fileTitle: 'Tutto ciò che è salvato su di me',
  fileLead: say(
    `Questi dati li vede Lei, e li vede ${OFFICE}. I partner vedono ciò che Lei permette.`,
    `Questi dati li vedi tu, e li vede ${OFFICE}. I partner vedono ciò che tu permetti.`,
  ),
  fileWhole: 'Il file per programmi contiene le stesse cose e, in più, i numeri interni del servizio.',
  asFile: 'Come file per programmi (JSON)',
  yes: 'sì',
  no: 'no',
  leaveTitle: 'Lasciare la comunità',
  leaveLead: say(
    `${OFFICE_FIRST} chiude la Sua iscrizione entro un mese, e parla con Lei delle ore che restano. Le Sue richieste e offerte si chiudono subito.`,
    `${OFFICE_FIRST} chiude la tua iscrizione entro un mese, e parla con te delle ore che restano. Le tue richieste e offerte si chiudono subito.`,
  ),
  leaveButton: `Avvisare ${OFFICE}`,
  leaveAsked: (day) =>
    say(
      `${OFFICE_FIRST} sa ${sinceDay(day)} che Lei vuole lasciare la comunità. Ha cambiato idea? Lo dica qui.`,
      `${OFFICE_FIRST} sa ${sinceDay(day)} che vuoi lasciare la comunità. Hai cambiato idea? Dillo qui.`,
    ),
  stayButton: 'Resto',
};

export const SIGHT: SightTexts = {
  title: 'Chi mi vede',
  lead: say(
    `${OFFICE_FIRST} vede tutto ciò che conserva su di Lei. Tutti gli altri vedono ciò che Lei permette qui.`,
    `${OFFICE_FIRST} vede tutto ciò che conserva su di te. Tutti gli altri vedono ciò che tu permetti qui.`,
  ),
  saved: 'Salvato. Vale da adesso.',
  members: 'Altri membri',
  byName: 'Gli altri membri mi trovano con il mio nome.',
  byNameHint: (namesWhole) =>
    say(
      `Gli altri membri vedono ${namesWhole ? 'il Suo nome e cognome' : 'il Suo nome e la prima lettera del Suo cognome'}, e anche il Suo numero di membro se più nomi cominciano allo stesso modo. Senza la spunta La trovano solo con il Suo numero di membro o con la Sua tessera, e le Sue richieste e offerte restano senza nome finché non vi rispondete.`,
      `Gli altri membri vedono ${namesWhole ? 'il tuo nome e cognome' : 'il tuo nome e la prima lettera del tuo cognome'}, e anche il tuo numero di membro se più nomi cominciano allo stesso modo. Senza la spunta ti trovano solo con il tuo numero di membro o con la tua tessera, e le tue richieste e offerte restano senza nome finché non vi rispondete.`,
    ),
  besideName: (what) => `Accanto al nome c’è: ${what}.`,
  partners: 'Partner',
  partnersHint: say(
    'I partner sono organizzazioni che collaborano con la Sua banca del tempo, per esempio una banca o un comune.',
    'I partner sono organizzazioni che collaborano con la tua banca del tempo, per esempio una banca o un comune.',
  ),
  noPartner: say('La Sua comunità non ha partner.', 'La tua comunità non ha partner.'),
  all: 'Tutti i partner, anche quelli futuri',
  single: 'Un’altra scelta per un singolo partner',
  asCommunity: 'Come di solito qui',
  usual: (sees) => `Di solito qui: ${sees}`,
  asAll: 'Come per tutti i partner',
  now: (sees) => `Ora vede: ${sees}`,
  sees: {
    hidden: 'niente',
    listed: 'il mio nome',
    listed_with_email: 'nome e indirizzo e-mail',
  },
  save: 'Salvare',
  back: 'I miei dati',
};
