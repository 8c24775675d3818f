/** Forms in Spanish. */
import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { AddressTexts } from '../address-texts.ts';
import type { JoinTexts } from '../join-texts.ts';
import type { SignInTexts } from '../sign-in-texts.ts';

export { LISTING } from './listing.ts';
export { RECORD } from './record.ts';

export const ADDRESS: AddressTexts = {
  title: 'Mi correo electrónico',
  now: (email) => `Los mensajes llegan a ${email}.`,
  none: say('No conocemos ninguna dirección suya.', 'No conocemos ninguna dirección tuya.'),
  byOffice: say(
    `Este banco de tiempo no envía correos electrónicos. ${OFFICE_FIRST} anota su dirección.`,
    `Este banco de tiempo no envía correos electrónicos. ${OFFICE_FIRST} anota tu dirección.`,
  ),
  email: 'Nueva dirección de correo electrónico',
  hint: say(
    'Allí llega un mensaje con un enlace y un número. Hasta que usted la confirme, no cambia nada.',
    'Allí llega un mensaje con un enlace y un número. Hasta que la confirmes, no cambia nada.',
  ),
  send: 'Enviar el mensaje',
  sent: (email) => `Hay un mensaje en camino a ${email}.`,
  open: say(
    'Abra aquí el enlace del mensaje, o escriba el número que trae.',
    'Abre aquí el enlace del mensaje, o escribe el número que trae.',
  ),
  confirm: 'Confirmar con el número',
  another: 'Otra dirección',
  question: (email) => `¿Deben llegar los mensajes a ${email} desde ahora?`,
  notice: say(
    'Desde entonces, usted entra con esta dirección. A la anterior llega un aviso.',
    'Desde entonces, entras con esta dirección. A la anterior llega un aviso.',
  ),
  use: 'Usar esta dirección',
  usedText: say(
    'Un enlace vale una sola vez, durante 15 minutos, y allí donde usted tiene abiertas sus páginas.',
    'Un enlace vale una sola vez, durante 15 minutos, y allí donde tienes abiertas tus páginas.',
  ),
  again: 'Pedir un enlace nuevo',
  faults: {
    email: say(
      'Escriba la dirección así: nombre@example.org, sin tildes ni eñes delante de la @.',
      'Escribe la dirección así: nombre@example.org, sin tildes ni eñes delante de la @.',
    ),
    unchanged: 'Esta es la dirección que ya tenemos.',
    daily: say(
      `Por hoy no se pueden enviar más mensajes. Hable con ${OFFICE}.`,
      `Por hoy no se pueden enviar más mensajes. Habla con ${OFFICE}.`,
    ),
  },
};

export const JOIN: JoinTexts = {
  title: 'Quiero participar',
  lead: (community) =>
    say(
      `Escriba a ${community}: ${OFFICE} se pone en contacto con usted.`,
      `Escribe a ${community}: ${OFFICE} se pone en contacto contigo.`,
    ),
  name: say('Su nombre', 'Tu nombre'),
  email: say('Su dirección de correo electrónico', 'Tu dirección de correo electrónico'),
  reachHint: 'Correo electrónico o teléfono: basta con uno de los dos.',
  phone: say('Su número de teléfono', 'Tu número de teléfono'),
  words: say('Unas palabras sobre usted', 'Unas palabras sobre ti'),
  wordsHint: say(
    'Lo que le gusta hacer, o lo que necesita. Puede dejarlo en blanco.',
    'Lo que te gusta hacer, o lo que necesitas. Puedes dejarlo en blanco.',
  ),
  privacy: `Esto solo lo lee ${OFFICE}.`,
  submit: 'Enviar',
  sent: 'Muchas gracias',
  sentText: say(
    `${OFFICE_FIRST} lee lo que ha escrito y se pone en contacto con usted. Si en dos semanas no ha tenido noticias, hable con ${OFFICE}.`,
    `${OFFICE_FIRST} lee lo que has escrito y se pone en contacto contigo. Si en dos semanas no has tenido noticias, habla con ${OFFICE}.`,
  ),
  back: 'Volver',
  faults: {
    name: say('Escriba su nombre.', 'Escribe tu nombre.'),
    reach: say(
      'Escriba su dirección de correo electrónico o su número de teléfono.',
      'Escribe tu dirección de correo electrónico o tu número de teléfono.',
    ),
    email:
      'Esto no es una dirección de correo electrónico. Quizá falta un punto o la @, o delante de la @ hay una tilde o una eñe.',
    phone: 'El número de teléfono es demasiado largo.',
    words: 'Es demasiado largo. Bastan unas frases.',
  },
};

export const SIGN_IN: SignInTexts = {
  email: say('Su dirección de correo electrónico', 'Tu dirección de correo electrónico'),
  send: 'Enviar un enlace',
  orLetter: say(
    '¿No tiene correo electrónico? Escriba el código de su carta.',
    '¿No tienes correo electrónico? Escribe el código de tu carta.',
  ),
  orMail: say(
    '¿No tiene carta? Pida un enlace por correo electrónico.',
    '¿No tienes carta? Pide un enlace por correo electrónico.',
  ),
  look: say('Mire su correo electrónico', 'Mira tu correo electrónico'),
  onItsWay: say(
    'Si la dirección es de un miembro, hay un mensaje en camino. Abra el enlace del mensaje, o escriba aquí el número que trae. ¿Lo ha pedido varias veces? Entonces el siguiente llega después de 15 minutos. ¿No llega nada? Llámenos por teléfono.',
    'Si la dirección es de un miembro, hay un mensaje en camino. Abre el enlace del mensaje, o escribe aquí el número que trae. ¿Lo has pedido varias veces? Entonces el siguiente llega después de 15 minutos. ¿No llega nada? Llámanos por teléfono.',
  ),
  number: 'El número del mensaje',
  numberHint: 'Ocho cifras. El número vale durante 15 minutos, en este navegador.',
  withNumber: 'Entrar con el número',
  wrongNumber: say(
    'Este número no es correcto. Compárelo con el mensaje, o pida uno nuevo.',
    'Este número no es correcto. Compáralo con el mensaje, o pide uno nuevo.',
  ),
  otherAddress: 'Escribir otra dirección',
  who: say('¿Quién es usted?', '¿Quién eres?'),
  isYou: (name) => say(`Usted es ${name}.`, `Eres ${name}.`),
  choose: say('Elija quién es usted.', 'Elige quién eres.'),
  used: 'Este enlace ya se ha usado o es demasiado antiguo.',
  usedText: say(
    'Un enlace abre sus páginas una sola vez, durante 15 minutos, y algunos programas de correo lo abren antes que usted. El número del mismo mensaje todavía vale, en el navegador donde lo pidió.',
    'Un enlace abre tus páginas una sola vez, durante 15 minutos, y algunos programas de correo lo abren antes que tú. El número del mismo mensaje todavía vale, en el navegador donde lo pediste.',
  ),
  toNumber: 'Escribir el número',
  again: 'Enviar un enlace nuevo',
};
