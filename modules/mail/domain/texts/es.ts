import { shownHours } from '../../../../console/pages/voice/hours.ts';
import { longDate, OFFICE, OFFICE_FIRST, say, sayMoment } from '../../../../console/pages/voice/voice.ts';
import type { StopTexts } from '../../pages/stop-texts.ts';
import { MAIL_TEXTS_EN } from './en.ts';
import type { MailTexts } from './types.ts';

const day = (text: string | Date) => longDate(new Date(text), 'es', { timeZone: 'UTC' });

const BY = {
  letter: 'con el código de una carta',
  mail: 'con un enlace de correo electrónico',
  number: 'con el número de un correo electrónico',
} as const;

const hours = (seconds: number) => shownHours(seconds, 'es');

const ENDS = {
  confirmed: { subject: 'Confirmado', text: 'Está confirmado y cuenta.' },
  office: {
    subject: `${OFFICE_FIRST} lo revisa`,
    text: `${OFFICE_FIRST} lo revisa. Hasta entonces no cuenta.`,
  },
  withdrawn: { subject: 'Retirado', text: 'Se ha retirado, y no hay que hacer nada más.' },
  ended: {
    subject: 'Terminado',
    text: say(
      `Ha terminado sin que se moviera ninguna hora. Si le sorprende, hable con ${OFFICE}.`,
      `Ha terminado sin que se moviera ninguna hora. Si te sorprende, habla con ${OFFICE}.`,
    ),
  },
} as const;

/** How the other one is reached, as a mail says it. */
const reach = (who: string, contact: readonly string[]) =>
  say(
    `Puede contactar con ${who} así: ${contact.join(', ')}`,
    `Puedes contactar con ${who} así: ${contact.join(', ')}`,
  );

/** All mails in Spanish. */
export const MAIL_TEXTS_ES: MailTexts = {
  hiddenMember: 'Un miembro',
  actsFor: (name) =>
    say(
      `Usted actúa en nombre de ${name}. Lo que sigue está escrito para ${name}:`,
      `Actúas en nombre de ${name}. Lo que sigue está escrito para ${name}:`,
    ),
  greeting: (name) => (name === '' ? 'Hola:' : `Hola, ${name}:`),
  from: (community) => `Este mensaje es de ${community}.`,
  stop: 'No recibir más mensajes de este tipo:',
  linkOnly: say(
    'Si el enlace no se abre, copie esta dirección en su navegador:',
    'Si el enlace no se abre, copia esta dirección en tu navegador:',
  ),
  // Only administrators get these; they read English or German.
  invitation: MAIL_TEXTS_EN.invitation,
  password: MAIL_TEXTS_EN.password,
  test: MAIL_TEXTS_EN.test,
  alerts: MAIL_TEXTS_EN.alerts,
  signIn: ({ community, minutes, number }) => ({
    subject: say('Su enlace para entrar', 'Tu enlace para entrar'),
    paragraphs: [
      say(
        `Con este enlace se abren sus páginas de ${community}. El enlace vale una sola vez, durante ${minutes} minutos.`,
        `Con este enlace se abren tus páginas de ${community}. El enlace vale una sola vez, durante ${minutes} minutos.`,
      ),
    ],
    label: 'Entrar',
    after: [
      say(
        `O escriba este número en la página donde pidió el enlace: ${number}`,
        `O escribe este número en la página donde pediste el enlace: ${number}`,
      ),
      say('¿No ha sido usted? No tiene que hacer nada.', '¿No has sido tú? No tienes que hacer nada.'),
    ],
  }),
  addressNew: ({ community, minutes, number }) => ({
    subject: say('¿Es esta su nueva dirección?', '¿Es esta tu nueva dirección?'),
    paragraphs: [
      say(
        `Alguien ha escrito esta dirección en las páginas de ${community}. ¿Es la suya? Entonces abra el enlace en el navegador en el que tiene abiertas sus páginas. El enlace vale una sola vez, durante ${minutes} minutos.`,
        `Alguien ha escrito esta dirección en las páginas de ${community}. ¿Es la tuya? Entonces abre el enlace en el navegador en el que tienes abiertas tus páginas. El enlace vale una sola vez, durante ${minutes} minutos.`,
      ),
    ],
    label: 'Usar esta dirección',
    after: [
      say(
        `O escriba este número en la página que se lo pide: ${number}`,
        `O escribe este número en la página que te lo pide: ${number}`,
      ),
      say('¿No ha sido usted? No tiene que hacer nada.', '¿No has sido tú? No tienes que hacer nada.'),
    ],
  }),
  addressOld: ({ community }) => ({
    subject: say('Su dirección ha cambiado', 'Tu dirección ha cambiado'),
    paragraphs: [
      say(
        `Los mensajes de ${community} ya no llegan a esta dirección, y con ella ya no se puede entrar en sus páginas.`,
        `Los mensajes de ${community} ya no llegan a esta dirección, y con ella ya no se puede entrar en tus páginas.`,
      ),
      say(
        `¿No la ha cambiado usted? Entonces hable enseguida con ${OFFICE}.`,
        `¿No la has cambiado tú? Entonces habla enseguida con ${OFFICE}.`,
      ),
    ],
  }),
  deputyOfMember: ({ community, who }) => ({
    subject: say(`${who} actúa ahora en nombre de usted`, `${who} actúa ahora en tu nombre`),
    paragraphs: [
      say(
        `En las páginas de ${community}, ${who} actúa desde ahora en nombre de usted: puede ver sus horas, y anotar, confirmar y pedir ayuda por usted.`,
        `En las páginas de ${community}, ${who} actúa desde ahora en tu nombre: puede ver tus horas, y anotar, confirmar y pedir ayuda por ti.`,
      ),
      say(
        `¿No quiere que sea así? Puede terminarlo en sus páginas, en «Mis datos», o hablar con ${OFFICE}.`,
        `¿No quieres que sea así? Puedes terminarlo en tus páginas, en «Mis datos», o hablar con ${OFFICE}.`,
      ),
    ],
    label: 'Quién actúa en mi nombre',
  }),
  deputyItself: ({ community, who }) => ({
    subject: say(`Usted actúa ahora en nombre de ${who}`, `Ahora actúas en nombre de ${who}`),
    paragraphs: [
      say(
        `En las páginas de ${community}, usted puede actuar desde ahora en nombre de ${who}: ver las horas de este miembro, y anotar, confirmar y pedir ayuda en su lugar.`,
        `En las páginas de ${community}, puedes actuar desde ahora en nombre de ${who}: ver las horas de este miembro, y anotar, confirmar y pedir ayuda en su lugar.`,
      ),
      say(
        `¿No quiere que sea así? Entonces hable con ${OFFICE}.`,
        `¿No quieres que sea así? Entonces habla con ${OFFICE}.`,
      ),
    ],
    label: 'Abrir las páginas',
  }),
  newDevice: ({ community, device, at, way }) => ({
    subject: say('Usted ha entrado en sus páginas', 'Has entrado en tus páginas'),
    paragraphs: [
      say(
        `Sus páginas de ${community} se abrieron ${BY[way]} el ${sayMoment(at)}.`,
        `Tus páginas de ${community} se abrieron ${BY[way]} el ${sayMoment(at)}.`,
      ),
      `El dispositivo: ${device === '' ? 'no se conoce' : device}`,
      say('¿Ha sido usted? Entonces no tiene que hacer nada.', '¿Has sido tú? Entonces no tienes que hacer nada.'),
      say(
        `¿No ha sido usted? Mire sus dispositivos, cierre el que no conozca y hable con ${OFFICE}.`,
        `¿No has sido tú? Mira tus dispositivos, cierra el que no conozcas y habla con ${OFFICE}.`,
      ),
    ],
    label: 'Ver mis dispositivos',
    after: [say(`¿Ya no puede entrar? Hable con ${OFFICE}.`, `¿Ya no puedes entrar? Habla con ${OFFICE}.`)],
  }),
  joinReceived: ({ community }) => ({
    subject: say(`Su mensaje a ${community}`, `Tu mensaje a ${community}`),
    paragraphs: [
      say(
        `Muchas gracias. Nos ha escrito que quiere participar. ${OFFICE_FIRST} lee su mensaje y se pone en contacto con usted.`,
        `Muchas gracias. Nos has escrito que quieres participar. ${OFFICE_FIRST} lee tu mensaje y se pone en contacto contigo.`,
      ),
      say(
        `¿No ha sido usted? Entonces, por favor, dígalo en ${OFFICE}.`,
        `¿No has sido tú? Entonces, por favor, dilo en ${OFFICE}.`,
      ),
    ],
  }),
  joinAccepted: () => ({
    subject: say('Le damos la bienvenida', 'Te damos la bienvenida'),
    paragraphs: [
      say(
        `Usted quería participar, y ${OFFICE} ha aceptado su petición: ya es miembro. Desde ahora puede dar y recibir ayuda.`,
        `Querías participar, y ${OFFICE} ha aceptado tu petición: ya eres miembro. Desde ahora puedes dar y recibir ayuda.`,
      ),
    ],
    label: say('Ir a sus páginas', 'Ir a tus páginas'),
    onPaper: say(
      `Sus páginas se abren con el código de una carta. ${OFFICE_FIRST} le da esa carta.`,
      `Tus páginas se abren con el código de una carta. ${OFFICE_FIRST} te da esa carta.`,
    ),
  }),
  listing: ({ title, endsOn, onPages }) => ({
    subject: say(`Su anuncio termina el ${day(endsOn)}`, `Tu anuncio termina el ${day(endsOn)}`),
    paragraphs: [
      say(
        `Su anuncio «${title}» termina el ${day(endsOn)}. Después de ese día, los demás miembros ya no lo ven.`,
        `Tu anuncio «${title}» termina el ${day(endsOn)}. Después de ese día, los demás miembros ya no lo ven.`,
      ),
      onPages
        ? say(
            `¿Quiere que siga? Puede renovarlo en su página con un botón, o hablar con ${OFFICE}.`,
            `¿Quieres que siga? Puedes renovarlo en tu página con un botón, o hablar con ${OFFICE}.`,
          )
        : say(
            `¿Quiere que siga? Dígalo en ${OFFICE}, y se renovará.`,
            `¿Quieres que siga? Dilo en ${OFFICE}, y se renovará.`,
          ),
    ],
    label: 'Abrir mi anuncio',
  }),
  answered: ({ who, title, message, contact }) => ({
    subject: `${who} ha respondido: ${title}`,
    paragraphs: [
      say(`${who} ha respondido a su anuncio «${title}»:`, `${who} ha respondido a tu anuncio «${title}»:`),
      message,
      contact.length > 0
        ? reach(who, contact)
        : say(
            `${who} no muestra ni teléfono ni correo electrónico. Conteste en sus páginas o hable con ${OFFICE}.`,
            `${who} no muestra ni teléfono ni correo electrónico. Contesta en tus páginas o habla con ${OFFICE}.`,
          ),
    ],
    label: 'Ver y contestar',
  }),
  replied: ({ who, title, reply, declined, contact }) => ({
    subject: declined ? `${who} dice que no: ${title}` : `${who} ha contestado: ${title}`,
    paragraphs: [
      declined
        ? say(
            `${who} le agradece su respuesta a «${title}», pero dice que no.`,
            `${who} te agradece tu respuesta a «${title}», pero dice que no.`,
          )
        : say(`${who} ha contestado a su respuesta a «${title}»:`, `${who} ha contestado a tu respuesta a «${title}»:`),
      ...(reply === null ? [] : [reply]),
      ...(contact.length > 0 ? [reach(who, contact)] : []),
    ],
    label: 'Ver',
  }),
  written: ({ who, title, message, day: on, isOff, isOwn, withFile, contact }) => ({
    subject: on === null ? `${who} ha escrito: ${title}` : `${isOff ? 'Anulado' : 'Acordado'}: ${day(on)}, ${title}`,
    paragraphs: [
      ...(isOwn ? [] : [`${who} escribe sobre «${title}»:`]),
      ...(message === null ? [] : [message]),
      ...(on === null
        ? []
        : [isOff ? `Se anula lo acordado para el ${day(on)}.` : `Día acordado: ${day(on)}, con ${who}.`]),
      ...(!withFile || on === null
        ? []
        : [
            say(
              'Con el archivo de este correo electrónico, su calendario queda al día.',
              'Con el archivo de este correo electrónico, tu calendario queda al día.',
            ),
          ]),
      ...(contact.length > 0 ? [reach(who, contact)] : []),
    ],
    label: 'Ver',
    entry: `${isOff ? 'Anulado: ' : ''}${title} (${who})`,
  }),
  proposalWaits: ({ seconds, day: on, other, helped, reminds }) => ({
    subject: `${reminds ? 'Recordatorio: ¿es correcto?' : '¿Es correcto?'} ${hours(seconds)} con ${other}`,
    paragraphs: [
      helped
        ? say(
            `${other} ha anotado que usted ayudó durante ${hours(seconds)} el ${day(on)}.`,
            `${other} ha anotado que ayudaste durante ${hours(seconds)} el ${day(on)}.`,
          )
        : say(
            `${other} ha anotado que usted recibió ayuda durante ${hours(seconds)} el ${day(on)}.`,
            `${other} ha anotado que recibiste ayuda durante ${hours(seconds)} el ${day(on)}.`,
          ),
      say(
        'Cuenta en cuanto usted diga que sí. Si algo no es correcto, también puede decirlo allí.',
        'Cuenta en cuanto digas que sí. Si algo no es correcto, también puedes decirlo allí.',
      ),
    ],
    label: 'Ver y contestar',
  }),
  proposalDone: ({ seconds, day: on, other, state }) => ({
    subject: `${ENDS[state].subject}: ${hours(seconds)} con ${other}`,
    paragraphs: [`Se trata de ${hours(seconds)} con ${other} el ${day(on)}.`, ENDS[state].text],
    label: 'Ver',
  }),
  news: {
    digest: ({ community }) => ({
      subject: `Novedades: ${community}`,
      paragraphs: [
        say(
          'Esto es nuevo desde la semana pasada. Pulse una línea para abrirla.',
          'Esto es nuevo desde la semana pasada. Pulsa una línea para abrirla.',
        ),
      ],
    }),
    category: ({ community }) => ({
      subject: say(`Novedades para usted: ${community}`, `Novedades para ti: ${community}`),
      paragraphs: [
        say(
          'Esto ha llegado desde ayer, en las categorías de sus propias demandas y ofertas.',
          'Esto ha llegado desde ayer, en las categorías de tus propias demandas y ofertas.',
        ),
      ],
    }),
    waiting: say('Espera su contestación', 'Espera tu contestación'),
    requests: 'Personas que necesitan ayuda',
    offers: 'Personas que ofrecen ayuda',
    listing: (title, who) => `${title} – ${who}`,
    hours: ({ seconds, day: on, other }) => `${hours(seconds)} con ${other} el ${day(on)}`,
    label: 'Abrir mis páginas',
  },
};

/** The page that ends a kind of mail. */
export const STOP_ES: StopTexts = {
  title: '¿No recibir más correos de este tipo?',
  kinds: {
    hours: say('mensajes sobre sus horas', 'mensajes sobre tus horas'),
    listings: say('mensajes sobre sus anuncios', 'mensajes sobre tus anuncios'),
    messages: `lo que escribe ${OFFICE}`,
    digest: 'el resumen de la semana',
    alerts: 'mensajes sobre nuevos anuncios',
    office: 'avisos para quienes administran',
  },
  ask: (what, community) =>
    `${community} ${say('le', 'te')} envía por correo electrónico: ${what}. Con este botón dejan de llegar.`,
  stop: 'No recibir más',
  done: say('Ya no recibe más correos de este tipo', 'Ya no recibes más correos de este tipo'),
  on: say('Ir a sus páginas', 'Ir a tus páginas'),
  ended: (what, community) => `${community} ya no ${say('le', 'te')} envía correos de este tipo: ${what}.`,
  unknown: 'Este enlace no se conoce',
  unknownLead: 'Puede que esté incompleto. Ábralo otra vez desde el correo electrónico, o pregunte en la oficina.',
};
