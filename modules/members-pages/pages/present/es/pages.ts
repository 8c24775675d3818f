/** Pages in Spanish. */
import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { ActTexts } from '../act-texts.ts';
import type { AgainTexts, ErrorTexts } from '../error-texts.ts';
import type { LineTexts } from '../lines.ts';
import type { SightTexts } from '../sight-texts.ts';

export { ME } from './me.ts';
export { MEMBER } from './member.ts';

export const ACT: ActTexts = {
  title: '¿En nombre de quién?',
  lead: say(
    'Usted también actúa en nombre de otras personas. Las páginas muestran entonces las horas de esas personas, y lo que usted hace se guarda como hecho por usted en nombre de ellas.',
    'También actúas en nombre de otras personas. Las páginas muestran entonces las horas de esas personas, y lo que haces se guarda como hecho por ti en nombre de ellas.',
  ),
  choose: say('¿En nombre de quién quiere actuar?', '¿En nombre de quién quieres actuar?'),
  chooseFault: say('Elija uno de estos nombres.', 'Elige uno de estos nombres.'),
  oneself: (name) => `En mi propio nombre, ${name}`,
  forThem: (name) => `En nombre de ${name}`,
  submit: 'Continuar',
  none: say('Usted actúa en su propio nombre', 'Actúas en tu propio nombre'),
  noneText: say(
    `Por ahora, usted no actúa en nombre de ningún otro miembro. Si un miembro lo desea, lo anota ${OFFICE}, o el propio miembro en «Mis datos».`,
    `Por ahora, no actúas en nombre de ningún otro miembro. Si un miembro lo desea, lo anota ${OFFICE}, o el propio miembro en «Mis datos».`,
  ),
  now: (name) => say(`Usted actúa en nombre de ${name}.`, `Actúas en nombre de ${name}.`),
  change: 'Cambiar',
  newDeputy: (name, day) =>
    say(
      `${name} actúa en nombre de usted desde el ${day}. ¿No quiere que sea así? Entonces puede terminarlo.`,
      `${name} actúa en tu nombre desde el ${day}. ¿No quieres que sea así? Entonces puedes terminarlo.`,
    ),
  newActing: (forName, day) =>
    say(
      `Desde el ${day}, usted puede actuar en nombre de ${forName}.`,
      `Desde el ${day}, puedes actuar en nombre de ${forName}.`,
    ),
  personFor: (name, forName) => `${name}, en nombre de ${forName}`,
  actsFor: (forName) => say(`Usted actúa en nombre de ${forName}.`, `Actúas en nombre de ${forName}.`),
  writtenBy: (name) => `Lo ha escrito ${name} en nombre del miembro.`,
  selfOnly: 'Esta página solo la abre el propio miembro',
  selfOnlyText: `Lo que hay aquí lo decide cada miembro en persona. ${OFFICE_FIRST} ayuda si eso es difícil.`,
  deputies: {
    title: 'Quién actúa en mi nombre',
    lead: say(
      'Quien actúa en nombre de usted puede ver sus horas, y anotar, confirmar y pedir ayuda por usted. Sus datos, sus dispositivos y la decisión de dejar la comunidad siguen siendo solo suyos.',
      'Quien actúa en tu nombre puede ver tus horas, y anotar, confirmar y pedir ayuda por ti. Tus datos, tus dispositivos y la decisión de dejar la comunidad siguen siendo solo tuyos.',
    ),
    none: say('Nadie actúa en nombre de usted.', 'Nadie actúa en tu nombre.'),
    since: (day) => `desde el ${day}`,
    until: (day) => `hasta el ${day}`,
    end: 'Terminar',
    addTitle: 'Permitir que un miembro actúe en mi nombre',
    who: '¿Quién?',
    whoHint: 'Nombre o número de miembro',
    agreed: 'Lo hemos hablado, y este miembro quiere actuar en mi nombre.',
    add: 'Permitir que este miembro actúe en mi nombre',
    office: `¿Es alguien que no es miembro? Lo anota ${OFFICE}.`,
    faults: {
      agreed: say('Marque que ya está hablado.', 'Marca que ya está hablado.'),
      there: say('Este miembro ya actúa en nombre de usted.', 'Este miembro ya actúa en tu nombre.'),
      oneself: say('En su propio nombre actúa usted siempre.', 'En tu propio nombre actúas siempre.'),
      notMember: say('Elija un miembro.', 'Elige un miembro.'),
    },
  },
};

export const ERRORS: ErrorTexts = {
  old: {
    title: say('Envíe esto otra vez, por favor', 'Envía esto otra vez, por favor'),
    text: 'Desde que se abrió esta página, alguien ha entrado o salido con este navegador, o el navegador no guarda las cookies que estas páginas necesitan. Todavía no se ha hecho nada.',
  },
  signedOut: {
    title: say('Sus páginas se han cerrado', 'Tus páginas se han cerrado'),
    text: say(
      'No se ha perdido nada: entre en una ventana nueva, vuelva a esta y envíe el formulario otra vez.',
      'No se ha perdido nada: entra en una ventana nueva, vuelve a esta y envía el formulario otra vez.',
    ),
  },
  foreign: {
    title: 'El formulario no se ha aceptado',
    text: say(
      'Este navegador no indica que el formulario viene de estas páginas. Permita en sus ajustes que envíe la dirección de la página («referrer»), o use otro navegador.',
      'Este navegador no indica que el formulario viene de estas páginas. Permite en sus ajustes que envíe la dirección de la página («referrer»), o usa otro navegador.',
    ),
  },
  notYours: {
    title: say('Esto no lo puede hacer usted', 'Esto no lo puedes hacer tú'),
    text: `Esto lo decide otro miembro, o ${OFFICE}. ${OFFICE_FIRST} ayuda si aquí hay algún error.`,
  },
  missing: {
    title: 'Esta página no existe',
    text: 'Quizá lo que había aquí está cerrado o retirado. O la dirección está mal escrita.',
  },
  changed: {
    title: 'Esto ha cambiado entretanto',
    text: say(
      'Mírelo otra vez y decida después. Lo que acaba de enviar no cuenta.',
      'Míralo otra vez y decide después. Lo que acabas de enviar no cuenta.',
    ),
  },
  tooOften: {
    title: 'Demasiados intentos',
    text: say('Espere unos minutos y vuelva a intentarlo.', 'Espera unos minutos y vuelve a intentarlo.'),
  },
  later: {
    title: 'En este momento no es posible',
    text: say(
      'Inténtelo otra vez dentro de un minuto. No se ha perdido nada.',
      'Inténtalo otra vez dentro de un minuto. No se ha perdido nada.',
    ),
  },
  moving: {
    title: 'Estas páginas cambian de dirección',
    text: say(
      'Pronto estarán en otra dirección. Inténtelo otra vez dentro de unos minutos. No se ha perdido nada.',
      'Pronto estarán en otra dirección. Inténtalo otra vez dentro de unos minutos. No se ha perdido nada.',
    ),
  },
  moved: {
    title: 'Estas páginas han cambiado de dirección',
    text: 'Ahora están en otra dirección. Lo que está impreso o guardado con la dirección anterior lleva a la nueva a través de esta página.',
  },
  unfit: { title: 'Algo no encaja', text: 'La página no se puede abrir así.' },
  failed: {
    title: 'Algo ha fallado',
    text: say('Inténtelo otra vez dentro de un minuto.', 'Inténtalo otra vez dentro de un minuto.'),
  },
  back: 'Ir al inicio',
  again: 'Ver la página otra vez',
  there: 'Ir a la nueva dirección',
};

export const AGAIN: AgainTexts = {
  typed: say('Lo que ha escrito', 'Lo que has escrito'),
  signIn: 'Entrar (se abre una ventana nueva)',
  send: 'Enviar otra vez',
  page: 'Abrir la página otra vez',
};

/** The fund is feminine here: `a` and `de` stand before it. */
export const LINES: LineTexts = {
  gave: (who) => say(`Usted ayudó a ${who}`, `Ayudaste a ${who}`),
  got: (who) => say(`${who} le ayudó`, `${who} te ayudó`),
  opening: 'Saldo inicial',
  credit: (who) => `Abonado por ${who}`,
  transfer: (who) => `Traspaso a ${who}`,
  reversal: (who) => `Anulado: ${who}`,
  somebody: 'una persona que ya no es miembro',
  chest: 'la caja común',
};

export const SIGHT: SightTexts = {
  title: 'Quién me ve',
  lead: say(
    `${OFFICE_FIRST} ve todo lo que guarda sobre usted. Los demás ven lo que usted permite aquí.`,
    `${OFFICE_FIRST} ve todo lo que guarda sobre ti. Los demás ven lo que permites aquí.`,
  ),
  saved: 'Guardado. Vale desde ahora.',
  members: 'Otros miembros',
  byName: 'Los demás miembros me encuentran por mi nombre.',
  byNameHint: (namesWhole) =>
    say(
      `Los demás ven ${namesWhole ? 'su nombre completo' : 'su nombre de pila y la primera letra de su apellido'}, y también su número de miembro cuando varios nombres empiezan igual. Sin esta marca, usted solo aparece con su número de miembro o con su tarjeta, y sus demandas y ofertas no llevan nombre hasta que las dos partes se contesten.`,
      `Los demás ven ${namesWhole ? 'tu nombre completo' : 'tu nombre de pila y la primera letra de tu apellido'}, y también tu número de miembro cuando varios nombres empiezan igual. Sin esta marca, solo apareces con tu número de miembro o con tu tarjeta, y tus demandas y ofertas no llevan nombre hasta que las dos partes se contesten.`,
    ),
  besideName: (what) => `Junto al nombre aparece: ${what}.`,
  partners: 'Entidades colaboradoras',
  partnersHint: say(
    'Las entidades colaboradoras son organizaciones que trabajan con su banco de tiempo, por ejemplo un banco o un ayuntamiento.',
    'Las entidades colaboradoras son organizaciones que trabajan con tu banco de tiempo, por ejemplo un banco o un ayuntamiento.',
  ),
  noPartner: say('Su comunidad no tiene entidades colaboradoras.', 'Tu comunidad no tiene entidades colaboradoras.'),
  all: 'Todas las entidades colaboradoras, también las futuras',
  single: 'Elegir otra cosa para una sola entidad colaboradora',
  asCommunity: 'Como es habitual aquí',
  usual: (sees) => `Lo habitual aquí: ${sees}`,
  asAll: 'Como todas las entidades colaboradoras',
  now: (sees) => `Ahora ve: ${sees}`,
  sees: {
    hidden: 'nada',
    listed: 'mi nombre',
    listed_with_email: 'mi nombre y mi correo electrónico',
  },
  save: 'Guardar',
  back: 'Mis datos',
};
