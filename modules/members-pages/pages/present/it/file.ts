/** All that is stored about a member, in Italian: the closed words, beside the names of what is stored. */

import { OFFICE } from '../../../../../console/pages/voice/voice.ts';
import type { FileWords } from '../file-words.ts';

export { FILE_KEYS } from './file-keys.ts';

export const STATES: FileWords = {
  ...{ active: 'attivo', pending: `prima controlla ${OFFICE}`, suspended: 'sospeso' },
  ...{ left: 'ha lasciato la comunità', held: `prima controlla ${OFFICE}`, closed: 'chiuso', open: 'aperto' },
  ...{ agreed: 'accettato', declined: 'detto di no', ended: 'concluso', waiting: 'in attesa' },
  ...{ office: `se ne occupa ${OFFICE}`, confirmed: 'confermato', withdrawn: 'ritirato' },
  ...{ due: 'da inviare', sent: 'inviato', print: 'da stampare', printed: 'stampato' },
  ...{ dropped: 'non inviato', failed: 'non arrivato' },
};

export const TYPES: FileWords = { service: 'offerta', request: 'richiesta' };

export const MAILS: FileWords = {
  ...{ hours: 'ore da confermare', listings: 'richieste e offerte che scadono' },
  ...{ messages: `ciò che scrive ${OFFICE}`, digest: 'il riassunto di ogni settimana' },
  alerts: 'ciò che corrisponde alle mie richieste e offerte',
};

/** Of mails, of lines of the account and of the accounts beside them, and of own fields. */
export const KINDS: FileWords = {
  ...{ 'sign_in.link': 'link per entrare', 'sign_in.device': 'avviso di un accesso' },
  ...{ message: `ciò che scrive ${OFFICE}`, 'address.new': 'link per un nuovo indirizzo' },
  ...{ 'address.old': 'avviso di un nuovo indirizzo', 'deputy.appointed': 'avviso di una delega' },
  ...{ digest: 'riassunto della settimana', 'listing.ending': 'un annuncio che scade' },
  ...{ 'listing.answered': 'una risposta', 'answer.replied': 'un messaggio di ritorno' },
  ...{ 'answer.written': 'un messaggio', 'answer.day': 'un appuntamento' },
  ...{ 'proposal.waiting': 'ore da confermare', 'proposal.reminder': 'promemoria di ore da confermare' },
  ...{
    'proposal.done': 'esito delle ore segnate',
    category: 'ciò che corrisponde alle mie richieste e offerte',
  },
  ...{ 'join.received': 'risposta a chi vuole partecipare', 'join.accepted': 'benvenuto' },
  ...{ opening: 'ore già presenti all’inizio', opening_reversal: 'ore già presenti all’inizio, annullate' },
  ...{ credit: 'ore di un partner', credit_reversal: 'ore di un partner, annullate' },
  ...{ exchange: 'aiuto', exchange_reversal: 'aiuto, annullato', gift: 'dono', gift_reversal: 'dono, annullato' },
  ...{ member: 'membro', organisation: 'organizzazione', chest: 'cassa comune', settlement: 'partner' },
  ...{ community: 'comunità', text: 'testo', date: 'giorno', yes_no: 'sì o no', choice: 'da un elenco' },
};

/** How something was agreed on, or a member is reached. */
export const WAYS: FileWords = {
  ...{ telephone: 'al telefono', paper: 'su carta', in_person: 'di persona', pages: 'in queste pagine' },
  ...{ email: 'e-mail', phone: 'telefono', letter: 'lettera', post: 'posta' },
  ...{ mail: 'e-mail', number: 'numero di una e-mail' },
};

/** What a partner reads for the address, and who acted. */
export const OTHERS: Readonly<Record<string, FileWords>> = {
  email: {
    ...{ shown: 'il mio indirizzo', not_chosen: 'nessun indirizzo: non ho dato il consenso' },
    ...{ no_address: 'nessun indirizzo: non ce n’è uno', no_scope: 'nessun indirizzo: il partner non può leggerlo' },
  },
  office_reason: {
    ...{ organisation: 'con un’organizzazione', limit: 'oltre un limite' },
    ...{ rule: 'non si poteva registrare sul conto', contested: 'qualcosa non va', silent: 'nessuna risposta' },
  },
  booklet_contact: { none: 'né indirizzo né telefono', both: 'indirizzo e telefono' },
};

/** By the word before the colon of an actor such as `member:usr_…`. */
export const ACTORS: FileWords = {
  ...{ member: 'un membro', deputy: 'una persona delegata', administrator: OFFICE, partner: 'un partner' },
  ...{ worker: 'il servizio', system: 'il servizio', command: 'chi gestisce il servizio' },
};
