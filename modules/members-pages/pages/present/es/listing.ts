/** Requests, offers and answers in Spanish. */
import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { ListingTexts } from '../listing-texts.ts';

export const LISTING: ListingTexts = {
  list: {
    title: { request: 'Demandas', service: 'Ofertas' },
    kind: { request: 'Demanda', service: 'Oferta' },
    lead: {
      request: 'Lo que necesitan otros miembros. Lo más nuevo va primero.',
      service: 'Lo que hacen otros miembros. Lo más nuevo va primero.',
    },
    add: { request: 'Pedir ayuda', service: 'Ofrecer ayuda' },
    mine: 'Mis demandas, ofertas y respuestas',
    q: say('¿Qué busca?', '¿Qué buscas?'),
    qHint: 'Una palabra, o parte de ella. Se puede dejar en blanco.',
    category: 'Categoría',
    anyCategory: 'Todas las categorías',
    everywhere: 'En todas partes',
    nearMe: (quarter) => `Cerca de mí: ${quarter}`,
    search: 'Buscar',
    none: { request: 'No hay ninguna demanda así.', service: 'No hay ninguna oferta así.' },
    empty: {
      request: say(
        'Todavía no hay demandas. La suya puede ser la primera.',
        'Todavía no hay demandas. La tuya puede ser la primera.',
      ),
      service: say(
        'Todavía no hay ofertas. La suya puede ser la primera.',
        'Todavía no hay ofertas. La tuya puede ser la primera.',
      ),
    },
    older: 'Más antiguas',
    first: 'Volver a las más nuevas',
  },
  publish: {
    title: {
      request: say('¿Qué ayuda necesita?', '¿Qué ayuda necesitas?'),
      service: say('¿Qué ayuda ofrece?', '¿Qué ayuda ofreces?'),
    },
    submit: 'Publicar',
    sentBefore: say(
      'Desde esta página ya se ha publicado otro texto, y ese es el que vale. Allí puede cambiarlo.',
      'Desde esta página ya se ha publicado otro texto, y ese es el que vale. Allí puedes cambiarlo.',
    ),
    lookAtIt: 'Ver',
    beside: 'Publicar esto también',
  },
  fields: {
    title: 'En pocas palabras',
    titleHint: {
      request: 'Por ejemplo: alguien para podar el seto',
      service: 'Por ejemplo: arreglo bicicletas',
    },
    description: 'Más detalles',
    descriptionHint:
      'Dónde, cuándo, qué conviene saber. Se puede dejar en blanco. Lo pueden leer todos los miembros: es mejor no poner aquí ningún teléfono.',
    category: 'Categoría',
    noCategory: 'Ninguna de estas',
    time: '¿Cuánto tiempo, más o menos?',
    timeHint: 'Por ejemplo: 1:30. Se puede dejar en blanco.',
  },
  faults: {
    title: say(
      'Escriba en pocas palabras de qué se trata: 200 caracteres como máximo, en una sola línea.',
      'Escribe en pocas palabras de qué se trata: 200 caracteres como máximo, en una sola línea.',
    ),
    description: 'Es demasiado largo: 10 000 caracteres como máximo.',
    category: say('Elija una categoría de la lista.', 'Elige una categoría de la lista.'),
    time: say('Escriba un tiempo como 1:30 o 2.', 'Escribe un tiempo como 1:30 o 2.'),
    message: say(
      'Escriba unas palabras: 2000 caracteres como máximo.',
      'Escribe unas palabras: 2000 caracteres como máximo.',
    ),
    day: say(
      'Elija un día que no haya pasado, dentro de un año como máximo.',
      'Elige un día que no haya pasado, dentro de un año como máximo.',
    ),
  },
  daily: {
    listing: say(
      'Hoy ya ha publicado 10 anuncios, y es el máximo en un día. Inténtelo otra vez mañana.',
      'Hoy ya has publicado 10 anuncios, y es el máximo en un día. Inténtalo otra vez mañana.',
    ),
    answer: say(
      'Hoy ya ha enviado 20 respuestas, y es el máximo en un día. Inténtelo otra vez mañana.',
      'Hoy ya has enviado 20 respuestas, y es el máximo en un día. Inténtalo otra vez mañana.',
    ),
  },
  listing: {
    by: { request: (who) => `${who} pide ayuda`, service: (who) => `${who} ofrece esto` },
    about: (hours) => `más o menos ${hours}`,
    answer: (who) => `Responder a ${who}`,
    hidden: 'Un miembro',
    answerHidden: 'Responder',
    message: say('Su mensaje', 'Tu mensaje'),
    prefilled: { request: 'Puedo ayudar.', service: 'Me interesa.' },
    contact: (who) => `¿Qué puede ver ${who}?`,
    contactHidden: '¿Qué puede ver este miembro?',
    release: {
      email: (value) => `Mostrar mi correo electrónico: ${value}`,
      phone: (value) => `Mostrar mi teléfono: ${value}`,
    },
    office: `Esto no lo lee nadie más. Solo si la otra persona no recibe correos electrónicos, ${OFFICE} se lo entrega, y entonces puede leerlo.`,
    send: 'Enviar',
    answered: say('Usted ya ha respondido.', 'Ya has respondido.'),
    sentBefore: say(
      'Su respuesta ya se había enviado, con otras palabras u otros contactos, y esa es la que vale.',
      'Tu respuesta ya se había enviado, con otras palabras u otros contactos, y esa es la que vale.',
    ),
    toAnswer: say('Ver su respuesta', 'Ver tu respuesta'),
    own: say('Este anuncio es suyo.', 'Este anuncio es tuyo.'),
    status: {
      active: 'Los demás miembros ven el anuncio.',
      held: `${OFFICE_FIRST} revisa el anuncio antes de que lo vean los demás miembros.`,
      closed: `El anuncio está cerrado: los demás miembros ya no lo ven. ${OFFICE_FIRST} puede abrirlo otra vez.`,
    },
    until: (day) => `El anuncio se ve hasta el ${day}.`,
    change: 'Cambiar',
    save: 'Guardar',
    renew: 'Renovar',
    close: 'Cerrar',
    answers: 'Respuestas',
  },
  answer: {
    received: (who) => `${who} ha respondido`,
    sent: (who) => say(`Su respuesta a ${who}`, `Tu respuesta a ${who}`),
    reach: (who) => `Cómo contactar con ${who}`,
    unreleased: (who) =>
      say(
        `${who} no muestra ni teléfono ni correo electrónico. Escriba aquí, o hable con ${OFFICE}.`,
        `${who} no muestra ni teléfono ni correo electrónico. Escribe aquí, o habla con ${OFFICE}.`,
      ),
    email: 'Correo electrónico',
    phone: 'Teléfono',
    reply: say('Su contestación', 'Tu contestación'),
    replyHint: 'Después, cada una de las dos partes puede escribir dos veces más.',
    send: 'Enviar',
    decline: 'Decir que no',
    replied: (who) => `${who} escribe:`,
    youReplied: say('Usted ha contestado:', 'Has contestado:'),
    record: 'Anotar las horas',
    agreed: (day) => `Día acordado: ${day}`,
    calledOff: (day) => `Se anula lo acordado para el ${day}.`,
    calendar: 'Poner en mi calendario',
    callOff: 'Anular el día acordado',
    write: 'Escribir otra vez',
    writeHint: (left) =>
      left === 1
        ? say('Puede escribir una vez más.', 'Puedes escribir una vez más.')
        : say('Puede escribir dos veces más.', 'Puedes escribir dos veces más.'),
    wrote: say(
      'Usted ya ha escrito dos veces. Todavía puede acordar un día o mostrar su teléfono o su correo electrónico.',
      'Ya has escrito dos veces. Todavía puedes acordar un día o mostrar tu teléfono o tu correo electrónico.',
    ),
    day: 'Un día, si ya está acordado',
    dayHint: 'Las dos partes lo reciben por correo electrónico, para su calendario. Se puede cambiar más tarde.',
    sentBefore: 'Desde esta página ya se ha enviado otra cosa, y esa es la que vale.',
    tooOften: say(
      `Esto se ha cambiado muchas veces. Hable por teléfono con la otra persona; ${OFFICE} también ayuda.`,
      `Esto se ha cambiado muchas veces. Habla por teléfono con la otra persona; ${OFFICE} también ayuda.`,
    ),
    agreedDays: 'Días acordados',
    state: {
      open: {
        received: say('Espera su contestación.', 'Espera tu contestación.'),
        sent: 'Está enviada. Todavía no hay contestación.',
      },
      agreed: {
        received: say('Usted ha contestado.', 'Has contestado.'),
        sent: say('Usted tiene una contestación.', 'Tienes una contestación.'),
      },
      declined: {
        received: say('Usted ha dicho que no.', 'Has dicho que no.'),
        sent: 'La otra persona ha dicho que no.',
      },
      ended: { received: 'Esto ha terminado.', sent: 'Esto ha terminado.' },
    },
  },
  mine: {
    title: 'Mis demandas, ofertas y respuestas',
    listings: 'Mis demandas y ofertas',
    received: 'Respuestas que recibo',
    sent: 'Mis respuestas',
    noListings: say(
      'Usted todavía no tiene ninguna demanda ni ninguna oferta.',
      'Todavía no tienes ninguna demanda ni ninguna oferta.',
    ),
    noReceived: 'Todavía no ha llegado nada.',
    noSent: say('Usted todavía no ha respondido a nada.', 'Todavía no has respondido a nada.'),
  },
  newest: 'Las demandas más nuevas',
  allRequests: 'Todas las demandas',
};
