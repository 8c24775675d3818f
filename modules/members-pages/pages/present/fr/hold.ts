/** A membership on hold, in French. */
import type { HoldTexts } from '../hold-texts.ts';

export const HOLD: HoldTexts = {
  title: 'Mettre ma participation en pause',
  lead: 'À l’hôpital, ou absent pour un temps ? Jusqu’à votre retour, personne ne voit vos demandes et vos offres, même dans le livret. Vous pouvez toujours noter et confirmer des heures, et les messages à ce sujet arrivent toujours ; les nouveautés, non.',
  until: 'Quand êtes-vous de retour ?',
  hint: 'Ce jour-là, tout est de nouveau visible. Vous ne le savez pas encore ? Laissez le champ vide.',
  begin: 'Mettre en pause',
  change: 'Un autre jour',
  save: 'Enregistrer',
  faults: {
    day: 'Choisissez un jour.',
    past: 'Choisissez un jour après aujourd’hui.',
    late: 'Choisissez un jour dans les deux prochaines années.',
  },
  on: (day) => `Votre participation est en pause${day === undefined ? '' : ` jusqu’au ${day}`}.`,
  hidden: (count) => `${count} de vos demandes et offres ${count === 1 ? 'est masquée' : 'sont masquées'}.`,
  end: 'Je suis de retour',
  back: 'Vous êtes de retour.',
  shown: (count) =>
    `${count} de vos demandes et offres ${count === 1 ? 'est de nouveau visible' : 'sont de nouveau visibles'}.`,
  listing: 'Elle est masquée tant que votre participation est en pause, et revient avec vous.',
};
