/** A membership on hold, in Italian. */
import { say } from '../../../../../console/pages/voice/voice.ts';
import type { HoldTexts } from '../hold-texts.ts';
import { toDay } from './days.ts';

export const HOLD: HoldTexts = {
  title: 'Mettere in pausa la mia partecipazione',
  lead: say(
    'È in ospedale o starà via per un po’? Fino al Suo ritorno nessuno vede le Sue richieste e offerte, neppure nel libretto. Può continuare a segnare e confermare ore, e i messaggi che le riguardano arrivano ancora; le novità no.',
    'Sei in ospedale o starai via per un po’? Fino al tuo ritorno nessuno vede le tue richieste e offerte, neppure nel libretto. Puoi continuare a segnare e confermare ore, e i messaggi che le riguardano arrivano ancora; le novità no.',
  ),
  until: say('Quando torna?', 'Quando torni?'),
  hint: say(
    'Quel giorno tutto è di nuovo visibile. Non lo sa ancora? Lasci il campo vuoto.',
    'Quel giorno tutto è di nuovo visibile. Non lo sai ancora? Lascia il campo vuoto.',
  ),
  begin: 'Mettere in pausa',
  change: 'Un altro giorno',
  save: 'Salvare',
  faults: {
    day: say('Scelga un giorno.', 'Scegli un giorno.'),
    past: say('Scelga un giorno dopo oggi.', 'Scegli un giorno dopo oggi.'),
    late: say('Scelga un giorno nei prossimi due anni.', 'Scegli un giorno nei prossimi due anni.'),
  },
  on: (day) => {
    const until = day === undefined ? '' : ` fino ${toDay(day)}`;
    return say(`La Sua partecipazione è in pausa${until}.`, `La tua partecipazione è in pausa${until}.`);
  },
  hidden: (count) =>
    say(
      `${count} delle Sue richieste e offerte non si ${count === 1 ? 'vede' : 'vedono'}.`,
      `${count} delle tue richieste e offerte non si ${count === 1 ? 'vede' : 'vedono'}.`,
    ),
  end: 'Sono di nuovo qui',
  back: say('È di nuovo qui.', 'Sei di nuovo qui.'),
  shown: (count) =>
    say(
      `${count} delle Sue richieste e offerte si ${count === 1 ? 'vede' : 'vedono'} di nuovo.`,
      `${count} delle tue richieste e offerte si ${count === 1 ? 'vede' : 'vedono'} di nuovo.`,
    ),
  listing: say(
    'L’annuncio non si vede finché la Sua partecipazione è in pausa, e torna con Lei.',
    'L’annuncio non si vede finché la tua partecipazione è in pausa, e torna con te.',
  ),
};
