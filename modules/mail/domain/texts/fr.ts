import { shownHours } from '../../../../console/pages/voice/hours.ts';
import { longDate, OFFICE, OFFICE_FIRST, sayMoment } from '../../../../console/pages/voice/voice.ts';
import type { StopTexts } from '../../pages/stop-texts.ts';
import { MAIL_TEXTS_EN } from './en.ts';
import type { MailTexts } from './types.ts';

const day = (text: string | Date) => longDate(new Date(text), 'fr', { timeZone: 'UTC' });

const BY = { letter: 'avec le code de votre lettre', mail: 'par e-mail', number: 'par e-mail' } as const;

const hours = (seconds: number) => shownHours(seconds, 'fr');

const reach = (who: string, contact: readonly string[]) => `Pour joindre ${who} : ${contact.join(', ')}`;

const ENDS = {
  confirmed: { subject: 'C’est confirmé', text: 'C’est confirmé, et cela compte.' },
  office: {
    subject: `${OFFICE_FIRST} s’en occupe`,
    text: `${OFFICE_FIRST} s’en occupe. D’ici là, rien ne compte.`,
  },
  withdrawn: { subject: 'C’est retiré', text: 'Ces heures ont été retirées. Il n’y a plus rien à faire.' },
  ended: {
    subject: 'C’est terminé',
    text: `C’est terminé, et rien n’a été compté. Si cela vous étonne, appelez ${OFFICE}.`,
  },
} as const;

/** All mails in French. What only administrators get is never sent in this language: it is the English. */
export const MAIL_TEXTS_FR: MailTexts = {
  invitation: MAIL_TEXTS_EN.invitation,
  password: MAIL_TEXTS_EN.password,
  alerts: MAIL_TEXTS_EN.alerts,
  test: MAIL_TEXTS_EN.test,
  hiddenMember: 'Un membre',
  actsFor: (name) => `Vous agissez pour ${name}. Ce message est adressé à ${name} :`,
  greeting: (name) => (name === '' ? 'Bonjour,' : `Bonjour ${name},`),
  from: (community) => `Ce message vous est envoyé par ${community}.`,
  stop: 'Ne plus recevoir ce genre de messages :',
  linkOnly: 'Si le lien ne s’ouvre pas, copiez cette adresse dans votre navigateur :',
  signIn: ({ community, minutes, number }) => ({
    subject: 'Votre lien pour vous connecter',
    paragraphs: [
      `Ce lien ouvre vos pages de la communauté ${community}. Il sert une seule fois, pendant ${minutes} minutes.`,
    ],
    label: 'Se connecter',
    after: [
      `Ou tapez ce numéro là où vous avez demandé le lien : ${number}`,
      'Vous n’avez rien demandé ? Alors il n’y a rien à faire.',
    ],
  }),
  addressNew: ({ community, minutes, number }) => ({
    subject: 'Est-ce votre nouvelle adresse ?',
    paragraphs: [
      `Cette adresse a été indiquée sur les pages de la communauté ${community}. Est-ce la vôtre ? Alors ouvrez le lien dans le navigateur où vos pages sont ouvertes. Il sert une seule fois, pendant ${minutes} minutes.`,
    ],
    label: 'Utiliser cette adresse',
    after: [
      `Ou tapez ce numéro là où il vous est demandé : ${number}`,
      'Ce n’était pas vous ? Alors il n’y a rien à faire.',
    ],
  }),
  addressOld: ({ community }) => ({
    subject: 'Votre adresse a été changée',
    paragraphs: [
      `Les messages de la communauté ${community} n’arrivent plus à cette adresse, et elle ne sert plus à vous connecter.`,
      `Ce n’était pas vous ? Alors appelez ${OFFICE} tout de suite.`,
    ],
  }),
  deputyOfMember: ({ community, who }) => ({
    subject: `${who} agit maintenant pour vous`,
    paragraphs: [
      `Dès maintenant, ${who} agit pour vous sur les pages de la communauté ${community}. Cette personne voit vos heures, inscrit et confirme des heures pour vous, et demande de l’aide pour vous.`,
      `Vous ne le souhaitez pas ? Alors mettez-y fin sur vos pages, sous « Mes données », ou appelez ${OFFICE}.`,
    ],
    label: 'Qui agit pour moi',
  }),
  deputyItself: ({ community, who }) => ({
    subject: `Vous agissez maintenant pour ${who}`,
    paragraphs: [
      `Dès maintenant, vous pouvez agir pour ${who} sur les pages de la communauté ${community} : voir les heures, inscrire et confirmer des heures, et demander de l’aide pour ce membre.`,
      `Vous ne le souhaitez pas ? Alors appelez ${OFFICE}.`,
    ],
    label: 'Ouvrir les pages',
  }),
  newDevice: ({ community, device, at, way }) => ({
    subject: 'Une connexion à vos pages',
    paragraphs: [
      `Vos pages de la communauté ${community} ont été ouvertes ${BY[way]} le ${sayMoment(at)}.`,
      `L’appareil : ${device === '' ? 'inconnu' : device}`,
      'C’était vous ? Alors il n’y a rien à faire.',
      `Ce n’était pas vous ? Regardez vos appareils, déconnectez celui que vous ne connaissez pas, et prévenez ${OFFICE}.`,
    ],
    label: 'Voir mes appareils',
    after: [`Vous n’arrivez plus à vous connecter ? Appelez ${OFFICE}.`],
  }),
  joinReceived: ({ community }) => ({
    subject: `Votre message à la communauté ${community}`,
    paragraphs: [
      `Merci. Vous avez écrit que vous souhaitez participer. ${OFFICE_FIRST} lit votre message et prend contact avec vous.`,
      `Ce n’était pas vous ? Alors prévenez ${OFFICE}, s’il vous plaît.`,
    ],
  }),
  joinAccepted: () => ({
    subject: 'Bienvenue',
    paragraphs: [
      `Vous souhaitiez participer. ${OFFICE_FIRST} a accepté votre demande : dès maintenant, vous faites partie des membres. Vous donnez de l’aide et vous en recevez.`,
    ],
    label: 'Aller à vos pages',
    onPaper: `Vos pages s’ouvrent avec le code d’une lettre. ${OFFICE_FIRST} vous donne cette lettre.`,
  }),
  listing: ({ title, endsOn, onPages }) => ({
    subject: `Votre annonce se termine le ${day(endsOn)}`,
    paragraphs: [
      `Votre annonce « ${title} » se termine le ${day(endsOn)}. Ensuite, les autres membres ne la voient plus.`,
      onPages
        ? `Vous voulez la garder ? Prolongez-la sur votre page : un bouton suffit. Vous pouvez aussi prévenir ${OFFICE}.`
        : `Vous voulez la garder ? Prévenez ${OFFICE} : elle sera prolongée.`,
    ],
    label: 'Ouvrir mon annonce',
  }),
  answered: ({ who, title, message, contact }) => ({
    subject: `${who} a répondu : ${title}`,
    paragraphs: [
      `${who} a répondu à votre annonce « ${title} » :`,
      message,
      contact.length > 0
        ? reach(who, contact)
        : `${who} ne montre ni téléphone ni adresse. Écrivez sur vos pages, ou prévenez ${OFFICE}.`,
    ],
    label: 'Voir et répondre',
  }),
  replied: ({ who, title, reply, declined, contact }) => ({
    subject: declined ? `${who} décline : ${title}` : `${who} vous écrit : ${title}`,
    paragraphs: [
      declined
        ? `${who} vous remercie pour votre réponse à l’annonce « ${title} », et décline.`
        : `${who} vous écrit après votre réponse à l’annonce « ${title} » :`,
      ...(reply === null ? [] : [reply]),
      ...(contact.length > 0 ? [reach(who, contact)] : []),
    ],
    label: 'Voir',
  }),
  written: ({ who, title, message, day: on, isOff, isOwn, withFile, contact }) => ({
    subject:
      on === null
        ? `${who} vous écrit : ${title}`
        : `${isOff ? 'Rendez-vous annulé' : 'Rendez-vous'} : ${day(on)}, ${title}`,
    paragraphs: [
      ...(isOwn ? [] : [`${who} vous écrit au sujet de l’annonce « ${title} » :`]),
      ...(message === null ? [] : [message]),
      ...(on === null
        ? []
        : [isOff ? `Le rendez-vous du ${day(on)} est annulé.` : `Rendez-vous avec ${who} le ${day(on)}.`]),
      ...(!withFile || on === null ? [] : ['Le fichier joint à cet e-mail met votre agenda à jour.']),
      ...(contact.length > 0 ? [reach(who, contact)] : []),
    ],
    label: 'Voir',
    entry: `${isOff ? 'Annulé : ' : ''}${title} (${who})`,
  }),
  proposalWaits: ({ seconds, day: on, other, helped, reminds }) => ({
    subject: `${reminds ? 'Rappel : est-ce exact ?' : 'Est-ce exact ?'} ${hours(seconds)} avec ${other}`,
    paragraphs: [
      helped
        ? `${other} a inscrit que vous avez donné ${hours(seconds)} d’aide le ${day(on)}.`
        : `${other} a inscrit que vous avez reçu ${hours(seconds)} d’aide le ${day(on)}.`,
      'Cela compte dès que vous dites oui. Si quelque chose ne va pas, vous pouvez le dire au même endroit.',
    ],
    label: 'Voir et répondre',
  }),
  proposalDone: ({ seconds, day: on, other, state }) => ({
    subject: `${ENDS[state].subject} : ${hours(seconds)} avec ${other}`,
    paragraphs: [`Il s’agit de ${hours(seconds)} avec ${other}, le ${day(on)}.`, ENDS[state].text],
    label: 'Voir',
  }),
  news: {
    digest: ({ community }) => ({
      subject: `Les nouveautés : ${community}`,
      paragraphs: ['Voici les nouveautés depuis la semaine dernière. Appuyez sur une ligne pour l’ouvrir.'],
    }),
    category: ({ community }) => ({
      subject: `Du nouveau qui va avec vos annonces : ${community}`,
      paragraphs: ['Ces annonces sont arrivées depuis hier, dans les catégories de vos propres demandes et offres.'],
    }),
    waiting: 'En attente de votre réponse',
    requests: 'Qui a besoin d’aide',
    offers: 'Qui propose de l’aide',
    listing: (title, who) => `${title} – ${who}`,
    hours: ({ seconds, day: on, other }) => `${hours(seconds)} avec ${other}, le ${day(on)}`,
    label: 'Ouvrir mes pages',
  },
};

/** The page that ends a kind of mail. */
export const STOP_FR: StopTexts = {
  title: 'Ne plus recevoir ce genre d’e-mails ?',
  kinds: {
    hours: 'les messages sur vos heures',
    listings: 'les messages sur vos annonces',
    messages: `ce que ${OFFICE} écrit`,
    digest: 'l’aperçu de la semaine',
    alerts: 'les messages sur les nouvelles annonces',
    office: 'les alertes pour l’administration',
  },
  ask: (what, community) => `${community} vous envoie par e-mail : ${what}. Ce bouton y met fin.`,
  stop: 'Ne plus m’envoyer ces messages',
  done: 'Vous ne recevez plus ces messages',
  on: 'Aller à vos pages',
  ended: (what, community) => `${community} ne vous envoie plus par e-mail : ${what}.`,
  unknown: 'Ce lien n’est pas connu',
  unknownLead: 'Il est peut-être incomplet. Ouvrez-le encore une fois depuis l’e-mail, ou contactez le bureau.',
};
