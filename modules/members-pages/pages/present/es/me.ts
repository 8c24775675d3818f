/** A member's own page in Spanish. */
import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { MeTexts } from '../me-texts.ts';

export const ME: MeTexts = {
  title: 'Mis datos',
  lead: say(
    `Con estos datos, ${OFFICE} contacta con usted. ¿Algo no es correcto? Dígalo en ${OFFICE}.`,
    `Con estos datos, ${OFFICE} contacta contigo. ¿Algo no es correcto? Dilo en ${OFFICE}.`,
  ),
  saved: 'Guardado.',
  facts: {
    name: 'Nombre',
    external_id: 'Número de miembro',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    second_phone: 'Segundo teléfono',
    street: 'Calle',
    postal_code: 'Código postal',
    place: 'Localidad',
    payment_reference: 'Referencia de pago',
    joined_on: 'Miembro desde',
  },
  choices: 'Mis preferencias',
  noQuarter: 'Sin indicar',
  quarterGone: say(
    'Esto no está entre las opciones. Elija otra vez, por favor.',
    'Esto no está entre las opciones. Elige otra vez, por favor.',
  ),
  language: 'Idioma de estas páginas y de los correos',
  asBrowser: 'Como en mi navegador',
  mails: 'Correos que recibo',
  kinds: {
    hours: 'Horas que debo confirmar, y qué ha sido de ellas',
    digest: 'Un resumen cada semana, si hay novedades',
    alerts: 'Nuevas demandas y ofertas que encajan con las mías',
  },
  news: {
    question: say(
      '¿Quiere recibir cada semana un correo electrónico con las novedades?',
      '¿Quieres recibir cada semana un correo electrónico con las novedades?',
    ),
    alerts: 'Y por la mañana, cuando una nueva demanda u oferta encaje con las mías',
    yes: 'Sí, por favor',
    no: 'No, gracias',
    hint: say('Puede cambiarlo cuando quiera en «Mis datos».', 'Puedes cambiarlo cuando quieras en «Mis datos».'),
  },
  letterOnly: 'Entrar solo con carta: otras personas leen mi correo electrónico.',
  save: 'Guardar',
  card: 'Mi tarjeta',
  cardLead: say(
    'Muestre esta tarjeta: así otras personas anotan horas con usted.',
    'Muestra esta tarjeta: así otras personas anotan horas contigo.',
  ),
  cardHint: say(
    'La tarjeta muestra su nombre a los miembros de la comunidad que han entrado en sus páginas, y no abre nada. Impresa es tan grande como una tarjeta de banco.',
    'La tarjeta muestra tu nombre a los miembros de la comunidad que han entrado en sus páginas, y no abre nada. Impresa es tan grande como una tarjeta de banco.',
  ),
  cardNone: say(
    'Con una tarjeta, nadie tiene que escribir su nombre: basta con ponerla delante de la cámara del teléfono.',
    'Con una tarjeta, nadie tiene que escribir tu nombre: basta con ponerla delante de la cámara del teléfono.',
  ),
  cardPicture: (name) => `La tarjeta de ${name}, un cuadrado para fotografiar`,
  cardMake: 'Hacer mi tarjeta',
  cardRenew: 'Hacer una tarjeta nueva',
  cardOld: 'Con una tarjeta nueva, la anterior deja de valer, también en papel.',
  more: 'Más',
  sight: 'Quién me ve',
  devices: 'Mis dispositivos',
  file: 'Todo lo que está guardado sobre mí',
  leave: 'Dejar la comunidad',
  fileTitle: 'Todo lo que está guardado sobre mí',
  fileLead: say(
    `Esto lo ve usted, y también ${OFFICE}. Las entidades colaboradoras ven lo que usted les permite.`,
    `Esto lo ves tú, y también ${OFFICE}. Las entidades colaboradoras ven lo que les permites.`,
  ),
  fileWhole: 'El archivo para programas contiene lo mismo y, además, los números internos del servicio.',
  asFile: 'Como archivo para programas (JSON)',
  yes: 'sí',
  no: 'no',
  leaveTitle: 'Dejar la comunidad',
  leaveLead: say(
    `${OFFICE_FIRST} tramita su baja en el plazo de un mes, y habla con usted sobre las horas que queden. Sus demandas y ofertas se cierran enseguida.`,
    `${OFFICE_FIRST} tramita tu baja en el plazo de un mes, y habla contigo sobre las horas que queden. Tus demandas y ofertas se cierran enseguida.`,
  ),
  leaveButton: 'Quiero dejar la comunidad',
  leaveAsked: (day) =>
    say(
      `${OFFICE_FIRST} sabe desde el ${day} que usted quiere dejar la comunidad. ¿Ha cambiado de idea? Dígalo aquí.`,
      `${OFFICE_FIRST} sabe desde el ${day} que quieres dejar la comunidad. ¿Has cambiado de idea? Dilo aquí.`,
    ),
  stayButton: 'Me quedo',
};
