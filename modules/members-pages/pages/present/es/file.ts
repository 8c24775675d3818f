/** What is stored about a member, in Spanish. */
import { OFFICE, OFFICE_FIRST } from '../../../../../console/pages/voice/voice.ts';
import type { FileWords } from '../file-words.ts';

export { FILE_KEYS } from './file-keys.ts';

export const STATES: FileWords = {
  ...{ active: 'en activo', pending: `${OFFICE_FIRST} lo revisa antes`, suspended: 'en pausa' },
  ...{ left: 'ha dejado la comunidad', held: `${OFFICE_FIRST} lo revisa antes`, closed: 'cerrado', open: 'abierto' },
  ...{ agreed: 'aceptado', declined: 'no aceptado', ended: 'terminado', waiting: 'en espera' },
  ...{ office: `${OFFICE_FIRST} lo revisa`, confirmed: 'confirmado', withdrawn: 'retirado' },
  ...{ due: 'por enviar', sent: 'enviado', print: 'por imprimir', printed: 'impreso' },
  ...{ dropped: 'no enviado', failed: 'no ha llegado' },
};

export const TYPES: FileWords = { service: 'oferta', request: 'demanda' };

export const MAILS: FileWords = {
  ...{ hours: 'horas para confirmar', listings: 'demandas y ofertas que terminan' },
  ...{ messages: `lo que escribe ${OFFICE}`, digest: 'el resumen de la semana', alerts: 'lo que encaja con lo mío' },
};

/** Of mails, of lines of the account and of the accounts beside them, and of own fields. */
export const KINDS: FileWords = {
  ...{ 'sign_in.link': 'enlace para entrar', 'sign_in.device': 'aviso de una entrada' },
  ...{ message: `lo que escribe ${OFFICE}`, 'address.new': 'enlace para una nueva dirección' },
  ...{ 'address.old': 'aviso de una nueva dirección', 'deputy.appointed': 'aviso sobre quién actúa en nombre de otro' },
  ...{ digest: 'resumen de la semana', category: 'lo que encaja con lo mío' },
  ...{ 'listing.ending': 'un anuncio que termina', 'listing.answered': 'una respuesta' },
  ...{ 'answer.replied': 'una contestación', 'answer.written': 'un mensaje', 'answer.day': 'un día acordado' },
  ...{ 'proposal.waiting': 'horas para confirmar', 'proposal.reminder': 'recordatorio de horas para confirmar' },
  ...{ 'proposal.done': 'qué ha sido de unas horas', 'join.received': 'respuesta a quien quiere participar' },
  ...{ 'join.accepted': 'bienvenida', opening: 'saldo inicial', opening_reversal: 'saldo inicial, anulado' },
  ...{ credit: 'horas de una entidad colaboradora', credit_reversal: 'horas de una entidad colaboradora, anuladas' },
  ...{ exchange: 'ayuda', exchange_reversal: 'ayuda, anulada', gift: 'regalo', gift_reversal: 'regalo, anulado' },
  ...{ member: 'miembro', organisation: 'organización', chest: 'caja común', settlement: 'entidad colaboradora' },
  ...{ community: 'comunidad', text: 'texto', date: 'día', yes_no: 'sí o no', choice: 'de una lista' },
};

/** How something was agreed on, or a member is reached. */
export const WAYS: FileWords = {
  ...{ telephone: 'por teléfono', paper: 'en papel', in_person: 'en persona', pages: 'en estas páginas' },
  ...{ email: 'correo electrónico', phone: 'teléfono', letter: 'carta', post: 'correo postal' },
  ...{ mail: 'correo electrónico', number: 'número de un correo electrónico' },
};

/** What a partner reads for the address, and who acted. */
export const OTHERS: Readonly<Record<string, FileWords>> = {
  email: {
    ...{ shown: 'mi dirección', not_chosen: 'ninguna dirección: no lo he permitido' },
    ...{ no_address: 'ninguna dirección: no hay', no_scope: 'ninguna dirección: no puede leerlas' },
  },
  office_reason: {
    ...{ organisation: 'con una organización', limit: 'más allá de un límite', rule: 'no se podían mover las horas' },
    ...{ contested: 'algo no es correcto', silent: 'nadie ha contestado' },
  },
  booklet_contact: { none: 'ni dirección ni teléfono', both: 'dirección y teléfono' },
};

/** By the word before the colon of an actor such as `member:usr_…`. */
export const ACTORS: FileWords = {
  ...{ member: 'un miembro', deputy: 'alguien en nombre de un miembro', administrator: OFFICE },
  ...{ partner: 'una entidad colaboradora', worker: 'el servicio', system: 'el servicio' },
  command: 'quien lleva el servicio',
};
