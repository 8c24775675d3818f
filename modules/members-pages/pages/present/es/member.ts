/** The pages' frame, signing in, the account and what is said about the pages, in Spanish. */
import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { MemberTexts } from '../texts.ts';

export const MEMBER: MemberTexts = {
  menu: {
    ...{ pages: 'Páginas', home: 'Inicio', welcome: 'Presentación', hours: 'Mis horas', signIn: 'Entrar' },
    ...{ signOut: 'Salir', about: 'Sobre estas páginas' },
    contact: say('Así puede contactar con nosotros:', 'Así puedes contactar con nosotros:'),
  },
  faults: say('Mire esto, por favor:', 'Mira esto, por favor:'),
  error: 'Error',
  welcome: {
    title: 'Todas las horas valen lo mismo.',
    lead: (community) =>
      `${community} es un banco de tiempo: quien da una hora de ayuda a una persona recibe una hora de ayuda de otra.`,
    signIn: 'Entrar',
    letter: 'Tengo una carta con un código',
  },
  home: {
    hello: (name) => `Hola, ${name}`,
    given: 'Dadas',
    received: 'Recibidas',
    balance: 'Saldo',
    below: (hours) => say(`Ha recibido ${hours} más de lo que ha dado`, `Has recibido ${hours} más de lo que has dado`),
    newest: say('Sus últimas horas', 'Tus últimas horas'),
    all: 'Todas mis horas',
    none: say(
      'En su cuenta todavía no hay horas. Puede anotarlas: aparecen aquí en cuanto el otro miembro diga que sí.',
      'En tu cuenta todavía no hay horas. Puedes anotarlas: aparecen aquí en cuanto el otro miembro diga que sí.',
    ),
  },
  signIn: {
    title: 'Entrar',
    code: say('El código de su carta', 'El código de tu carta'),
    codeHint: 'Doce signos. Con mayúsculas o minúsculas, con guiones o sin ellos.',
    submit: 'Entrar con el código',
    unknown: say('No conocemos este código. Revise cada signo.', 'No conocemos este código. Revisa cada signo.'),
    lost: say(
      `¿No tiene carta, o no funciona? Pida una nueva en ${OFFICE}.`,
      `¿No tienes carta, o no funciona? Pide una nueva en ${OFFICE}.`,
    ),
  },
  enter: {
    title: say('¿Quién es usted?', '¿Quién eres?'),
    isThis: (name) => `Esta carta es para ${name}.`,
    shared: 'Otras personas usan este dispositivo: cerrar mis páginas al cabo de una hora.',
    submit: 'Entrar',
    used: 'Esta carta ya se ha usado o es demasiado antigua.',
    usedText: say(
      `Una carta abre sus páginas una sola vez. Si no la ha usado usted, dígalo en ${OFFICE}. Allí también puede pedir una carta nueva.`,
      `Una carta abre tus páginas una sola vez. Si no la has usado tú, dilo en ${OFFICE}. Allí también puedes pedir una carta nueva.`,
    ),
    back: 'Volver',
  },
  devices: {
    title: 'Mis dispositivos',
    lead: say(
      'Sus páginas están abiertas en estos dispositivos. Cierre los que no conozca.',
      'Tus páginas están abiertas en estos dispositivos. Cierra los que no conozcas.',
    ),
    this: 'este dispositivo',
    since: (day) => `entrada el ${day}`,
    last: (day) => `último uso el ${day}`,
    end: 'Cerrar',
    endOthers: 'Cerrar todos los demás',
    deputies: say(
      'Quien actúa en nombre de usted dejará de hacerlo, salvo las personas que usted marque:',
      'Quien actúa en tu nombre dejará de hacerlo, salvo las personas que marques:',
    ),
    stays: (name) => `${name} sigue actuando en mi nombre`,
    unknown: 'Un dispositivo',
  },
  about: {
    title: 'Sobre estas páginas',
    how: (community) =>
      say(
        `En estas páginas, los miembros de ${community} ven sus horas. Una hora que usted da vale lo mismo que una hora que recibe.`,
        `En estas páginas, los miembros de ${community} ven sus horas. Una hora que das vale lo mismo que una hora que recibes.`,
      ),
    privacy: 'Protección de datos',
    privacyText: (namesWhole) =>
      say(
        `Sus horas las ve usted, y también ${OFFICE}. Una hora que usted anota con otro miembro la ve también ese miembro. Los demás miembros ven ${namesWhole ? 'su nombre' : 'su nombre de pila, una letra de su apellido'}, su número de miembro y sus demandas y ofertas. Una cookie mantiene abiertas sus páginas, y otra nos permite reconocer este navegador. No hay nada de otros sitios web.`,
        `Tus horas las ves tú, y también ${OFFICE}. Una hora que anotas con otro miembro la ve también ese miembro. Los demás miembros ven ${namesWhole ? 'tu nombre' : 'tu nombre de pila, una letra de tu apellido'}, tu número de miembro y tus demandas y ofertas. Una cookie mantiene abiertas tus páginas, y otra nos permite reconocer este navegador. No hay nada de otros sitios web.`,
      ),
    accessibility: 'Para todas las personas',
    accessibilityText: say(
      `Estas páginas están hechas para cumplir la norma europea EN 301 549 y, con ella, las pautas WCAG 2.2, nivel AA. No necesitan scripts, y funcionan con el teclado, en pantallas pequeñas y ampliadas. Si algo no le funciona, dígalo en ${OFFICE}.`,
      `Estas páginas están hechas para cumplir la norma europea EN 301 549 y, con ella, las pautas WCAG 2.2, nivel AA. No necesitan scripts, y funcionan con el teclado, en pantallas pequeñas y ampliadas. Si algo no te funciona, dilo en ${OFFICE}.`,
    ),
    testedTitle: 'Qué se ha probado',
    tested: [
      'Un programa (axe) ha leído todas las páginas, también las que tienen errores en un formulario y las de quien actúa en nombre de otra persona, en colores claros y oscuros y con nombres de sesenta letras.',
      'Se ha medido a 320 píxeles, que es un teléfono pequeño o una ventana ampliada al 400 %, en inglés y en alemán: nada se sale por los lados, los botones tienen al menos 48 píxeles de alto y ningún texto es menor de 16.',
      'Se ha revisado lo que el navegador entrega a un lector de pantalla: un título principal, un nombre para cada campo y cada botón, y cada error junto a su campo.',
      'Solo con el teclado y sin scripts: entrar, anotar una hora y confirmarla.',
      'Hemos mirado la mayoría de las páginas a 320, 390, 640 y 1366 píxeles, ampliadas al 200 y al 400 %, en papel, en colores claros y oscuros, con nombres de sesenta letras, en inglés o en alemán.',
    ],
    untestedTitle: 'Qué no se ha probado',
    untested: [
      'Las personas que usan un lector de pantalla, una lupa o el control por voz todavía no han probado las páginas.',
      'Ningún lector de pantalla las ha leído en voz alta en una prueba.',
      'No se han mirado todas las páginas de todas estas maneras.',
      'Lo que escriben los propios miembros puede ser difícil de leer.',
    ],
    contact: `${OFFICE_FIRST} ayuda con todo lo demás.`,
  },
  hours: {
    title: 'Mis horas',
    all: 'Todos los años',
    file: 'Como tabla (CSV)',
    fileName: 'horas',
    columns: ['Día', 'Qué', 'Con', 'Nota', 'Horas', 'Segundos'],
    none: 'En este tiempo no hay ninguna hora.',
  },
};
