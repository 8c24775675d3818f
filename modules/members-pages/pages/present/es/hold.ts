/** A membership on hold, in Spanish. */
import { say } from '../../../../../console/pages/voice/voice.ts';
import type { HoldTexts } from '../hold-texts.ts';

export const HOLD: HoldTexts = {
  title: say('Poner su participación en pausa', 'Poner tu participación en pausa'),
  lead: say(
    '¿Está en el hospital o estará fuera un tiempo? Hasta que vuelva, nadie ve sus demandas y ofertas, tampoco en el cuaderno. Puede seguir anotando y confirmando horas, y los correos sobre ellas siguen llegando; las novedades, no.',
    '¿Estás en el hospital o estarás fuera un tiempo? Hasta que vuelvas, nadie ve tus demandas y ofertas, tampoco en el cuaderno. Puedes seguir anotando y confirmando horas, y los correos sobre ellas siguen llegando; las novedades, no.',
  ),
  until: say('¿Cuándo vuelve?', '¿Cuándo vuelves?'),
  hint: say(
    'Ese día se vuelve a ver todo. ¿Aún no lo sabe? Deje el campo vacío.',
    'Ese día se vuelve a ver todo. ¿Aún no lo sabes? Deja el campo vacío.',
  ),
  begin: 'Poner en pausa',
  change: 'Otro día',
  save: 'Guardar',
  faults: {
    day: say('Elija un día.', 'Elige un día.'),
    past: say('Elija un día posterior a hoy.', 'Elige un día posterior a hoy.'),
    late: say('Elija un día de los próximos dos años.', 'Elige un día de los próximos dos años.'),
  },
  on: (day) => {
    const until = day === undefined ? '' : ` hasta el ${day}`;
    return say(`Su participación está en pausa${until}.`, `Tu participación está en pausa${until}.`);
  },
  hidden: (count) =>
    say(
      `${count} de sus demandas y ofertas no se ${count === 1 ? 've' : 'ven'}.`,
      `${count} de tus demandas y ofertas no se ${count === 1 ? 've' : 'ven'}.`,
    ),
  end: 'Ya he vuelto',
  back: say('Ya ha vuelto.', 'Ya has vuelto.'),
  shown: (count) =>
    say(
      `${count} de sus demandas y ofertas se ${count === 1 ? 'vuelve' : 'vuelven'} a ver.`,
      `${count} de tus demandas y ofertas se ${count === 1 ? 'vuelve' : 'vuelven'} a ver.`,
    ),
  listing: say(
    'El anuncio no se ve mientras su participación está en pausa; se verá de nuevo cuando vuelva.',
    'El anuncio no se ve mientras tu participación está en pausa; se verá de nuevo cuando vuelvas.',
  ),
};
