/** Deputies, in Italian: for whom one acts, and who acts for oneself. */

import { OFFICE, OFFICE_FIRST, say } from '../../../../../console/pages/voice/voice.ts';
import type { ActTexts } from '../act-texts.ts';
import { sinceDay, toDay } from './days.ts';

export const ACT: ActTexts = {
  title: 'A nome di chi?',
  lead: say(
    'Lei agisce anche a nome di altre persone. Se sceglie un’altra persona, le pagine mostrano le ore di quella persona. Ciò che Lei fa vale allora come fatto da Lei a nome di quella persona.',
    'Agisci anche a nome di altre persone. Se scegli un’altra persona, le pagine mostrano le ore di quella persona. Ciò che fai vale allora come fatto da te a nome di quella persona.',
  ),
  choose: say('A nome di chi vuole agire?', 'A nome di chi vuoi agire?'),
  chooseFault: say('Scelga uno di questi nomi.', 'Scegli uno di questi nomi.'),
  oneself: (name) => `A nome mio, ${name}`,
  forThem: (name) => `A nome di ${name}`,
  submit: 'Continuare',
  none: say('Lei agisce a nome Suo', 'Agisci a nome tuo'),
  noneText: say(
    `Nessun membro Le ha dato una delega. Se un membro lo desidera, ${OFFICE} annota la delega, oppure il membro la dà in «I miei dati».`,
    `Nessun membro ti ha dato una delega. Se un membro lo desidera, ${OFFICE} annota la delega, oppure il membro la dà in «I miei dati».`,
  ),
  now: (name) => say(`Lei agisce a nome di ${name}.`, `Agisci a nome di ${name}.`),
  change: 'Cambiare',
  newDeputy: (name, day) =>
    say(
      `${name} agisce a Suo nome ${sinceDay(day)}. Non è d’accordo? Allora revochi la delega.`,
      `${name} agisce a tuo nome ${sinceDay(day)}. Non sei d’accordo? Allora revoca la delega.`,
    ),
  newActing: (forName, day) =>
    say(`Lei può agire a nome di ${forName} ${sinceDay(day)}.`, `Puoi agire a nome di ${forName} ${sinceDay(day)}.`),
  personFor: (name, forName) => `${name}, a nome di ${forName}`,
  actsFor: (forName) => say(`Lei agisce a nome di ${forName}.`, `Agisci a nome di ${forName}.`),
  writtenBy: (name) => `Scritto da ${name} a nome del membro.`,
  selfOnly: 'Solo il membro apre questa pagina',
  selfOnlyText: `Ciò che sta in questa pagina lo decide il membro di persona. Se è difficile, ${OFFICE} aiuta.`,
  deputies: {
    title: 'Chi agisce a mio nome',
    lead: say(
      'Una persona delegata vede le Sue ore e, a Suo nome, segna ore, conferma e chiede aiuto. Sui Suoi dati, sui Suoi dispositivi e sul lasciare la comunità decide solo Lei.',
      'Una persona delegata vede le tue ore e, a tuo nome, segna ore, conferma e chiede aiuto. Sui tuoi dati, sui tuoi dispositivi e sul lasciare la comunità decidi solo tu.',
    ),
    none: say('Nessuno agisce a Suo nome.', 'Nessuno agisce a tuo nome.'),
    since: (day) => sinceDay(day),
    until: (day) => `fino ${toDay(day)}`,
    end: 'Revocare la delega',
    addTitle: 'Dare una delega a un membro',
    who: 'A chi?',
    whoHint: 'Nome o numero di membro',
    agreed: 'Ne abbiamo parlato, e questo membro vuole agire a mio nome.',
    add: 'Dare la delega a questo membro',
    office: `Una persona che non è membro? ${OFFICE_FIRST} annota la delega.`,
    faults: {
      agreed: say('Confermi che ne avete parlato.', 'Conferma che ne avete parlato.'),
      there: say('Questo membro agisce già a Suo nome.', 'Questo membro agisce già a tuo nome.'),
      oneself: say('A nome Suo può agire sempre.', 'A nome tuo puoi agire sempre.'),
      notMember: say('Scelga un membro.', 'Scegli un membro.'),
    },
  },
};
