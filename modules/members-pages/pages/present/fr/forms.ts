/** The words of forms: one's address, asking to take part, requests and offers, signing in by mail. */
import { OFFICE, OFFICE_FIRST } from '../../../../../console/pages/voice/voice.ts';
import type { AddressTexts } from '../address-texts.ts';
import type { JoinTexts } from '../join-texts.ts';
import type { ListingTexts } from '../listing-texts.ts';
import type { SignInTexts } from '../sign-in-texts.ts';

export { RECORD } from './record.ts';

export const ADDRESS: AddressTexts = {
  title: 'Mon adresse e-mail',
  now: (email) => `Les messages sont envoyés à ${email}.`,
  none: 'Nous ne connaissons pas votre adresse.',
  byOffice: `Cette banque de temps n’envoie pas d’e-mails. ${OFFICE_FIRST} note votre adresse.`,
  email: 'Nouvelle adresse e-mail',
  hint: 'Un message avec un lien et un numéro est envoyé à cette adresse. Rien ne change avant votre confirmation.',
  send: 'M’envoyer un message',
  sent: (email) => `Un message est en route vers ${email}.`,
  open: 'Ouvrez ici le lien du message, ou tapez le numéro qui s’y trouve.',
  confirm: 'Confirmer avec le numéro',
  another: 'Une autre adresse',
  question: (email) => `Faut-il désormais envoyer les messages à ${email} ?`,
  notice: 'Vous vous connecterez alors avec cette adresse. Nous en informons l’ancienne adresse.',
  use: 'Utiliser cette adresse',
  usedText: 'Un lien sert une seule fois, pendant 15 minutes, et dans le navigateur où vos pages sont ouvertes.',
  again: 'Demander un nouveau lien',
  faults: {
    email: 'Écrivez l’adresse comme ceci : nom@example.org, sans accent avant le @.',
    unchanged: 'Nous avons déjà cette adresse.',
    daily: `C’est assez pour aujourd’hui. Appelez ${OFFICE}.`,
  },
};

export const JOIN: JoinTexts = {
  title: 'Je souhaite participer',
  lead: (community) => `Écrivez ici à la communauté ${community}. ${OFFICE_FIRST} prendra contact avec vous.`,
  name: 'Votre nom',
  email: 'Votre adresse e-mail',
  reachHint: 'E-mail ou téléphone : l’un des deux suffit.',
  phone: 'Votre numéro de téléphone',
  words: 'Quelques mots sur vous',
  wordsHint: 'Ce que vous aimez faire, ou ce dont vous avez besoin. Vous pouvez laisser vide.',
  privacy: `Seul ${OFFICE} lit ce message.`,
  submit: 'Envoyer',
  sent: 'Merci',
  sentText: `${OFFICE_FIRST} lit votre message et prend contact avec vous. Sans nouvelles après deux semaines, appelez ${OFFICE}, s’il vous plaît.`,
  back: 'Retour',
  faults: {
    name: 'Écrivez votre nom.',
    reach: 'Écrivez votre adresse e-mail ou votre numéro de téléphone.',
    email: 'Ce n’est pas une adresse e-mail. Il manque peut-être un point ou le @, ou il y a un accent avant le @.',
    phone: 'Le numéro de téléphone est trop long.',
    words: 'C’est trop long. Quelques phrases suffisent.',
  },
};

const LISTS: ListingTexts['list'] = {
  title: { request: 'Demandes', service: 'Offres' },
  kind: { request: 'Demande', service: 'Offre' },
  lead: {
    request: 'Les demandes des autres membres, les plus récentes d’abord.',
    service: 'Les offres des autres membres, les plus récentes d’abord.',
  },
  add: { request: 'Demander de l’aide', service: 'Proposer de l’aide' },
  mine: 'Mes demandes, mes offres et mes réponses',
  q: 'Que cherchez-vous ?',
  qHint: 'Un mot, ou une partie d’un mot. Vous pouvez laisser vide.',
  category: 'Catégorie',
  anyCategory: 'Toutes les catégories',
  everywhere: 'Partout',
  nearMe: (quarter) => `Près de chez moi : ${quarter}`,
  search: 'Chercher',
  none: { request: 'Il n’y a pas de demande de ce genre.', service: 'Il n’y a pas d’offre de ce genre.' },
  empty: {
    request: 'Il n’y a pas encore de demandes. La vôtre peut être la première.',
    service: 'Il n’y a pas encore d’offres. La vôtre peut être la première.',
  },
  older: 'Plus anciennes',
  first: 'Retour aux plus récentes',
};

const ONE_LISTING: ListingTexts['listing'] = {
  by: { request: (who) => `${who} demande de l’aide`, service: (who) => `${who} propose cette aide` },
  about: (hours) => `environ ${hours}`,
  answer: (who) => `Répondre à ${who}`,
  hidden: 'Un membre',
  answerHidden: 'Répondre',
  message: 'Votre message',
  prefilled: { request: 'Je peux aider.', service: 'Cela m’intéresse.' },
  contact: (who) => `${who} peut voir :`,
  contactHidden: 'Ce membre peut voir :',
  release: {
    email: (value) => `Montrer mon adresse e-mail : ${value}`,
    phone: (value) => `Montrer mon numéro de téléphone : ${value}`,
  },
  office: `Personne d’autre ne lit votre message. Mais si l’autre personne ne reçoit pas d’e-mails, ${OFFICE} le lui transmet, et peut alors le lire.`,
  send: 'Envoyer',
  answered: 'Vous avez répondu à cette annonce.',
  sentBefore: 'Votre réponse est déjà partie, avec d’autres mots ou d’autres coordonnées. C’est elle qui compte.',
  toAnswer: 'Voir votre réponse',
  own: 'Cette annonce est la vôtre.',
  status: {
    active: 'Les autres membres la voient.',
    held: `${OFFICE_FIRST} la lit d’abord. Ensuite, les autres membres la voient.`,
    closed: `Elle est fermée : les autres membres ne la voient plus. ${OFFICE_FIRST} peut la rouvrir.`,
  },
  until: (day) => `Elle reste visible jusqu’au ${day}.`,
  change: 'Modifier',
  save: 'Enregistrer',
  renew: 'Prolonger l’annonce',
  close: 'Fermer l’annonce',
  answers: 'Réponses',
};

const ANSWER: ListingTexts['answer'] = {
  received: (who) => `${who} a répondu`,
  sent: (who) => `Votre réponse à ${who}`,
  reach: (who) => `Pour joindre ${who}`,
  unreleased: (who) =>
    `${who} ne montre ni téléphone ni adresse. Écrivez ici. Si cela ne suffit pas, ${OFFICE} peut vous aider.`,
  email: 'E-mail',
  phone: 'Téléphone',
  reply: 'Votre message',
  replyHint: 'Ensuite, vous pourrez encore écrire deux fois, et l’autre personne aussi.',
  send: 'Envoyer',
  decline: 'Décliner',
  replied: (who) => `${who} écrit :`,
  youReplied: 'Vous avez écrit :',
  record: 'Inscrire les heures',
  agreed: (day) => `Rendez-vous le ${day}`,
  calledOff: (day) => `Le rendez-vous du ${day} est annulé.`,
  calendar: 'Mettre dans mon agenda',
  callOff: 'Annuler le rendez-vous',
  write: 'Écrire encore',
  writeHint: (left) => (left === 1 ? 'Vous pouvez écrire encore une fois.' : 'Vous pouvez écrire encore deux fois.'),
  wrote: 'Vous avez écrit deux fois. Vous pouvez encore fixer un rendez-vous, ou montrer comment vous joindre.',
  day: 'Le jour du rendez-vous, si vous en avez fixé un',
  dayHint:
    'Vous le recevrez par e-mail pour votre agenda, et l’autre personne aussi. Vous pourrez changer le jour plus tard.',
  sentBefore: 'Un autre message est déjà parti de cette page. C’est lui qui compte.',
  tooOften: `Le rendez-vous a changé très souvent. Parlez-vous plutôt au téléphone. ${OFFICE_FIRST} peut vous aider.`,
  agreedDays: 'Rendez-vous',
  state: {
    open: {
      received: 'Cette réponse attend un message de votre part.',
      sent: 'Votre réponse est envoyée. Elle attend un message en retour.',
    },
    agreed: { received: 'Vous avez écrit en retour.', sent: 'Vous avez reçu un message en retour.' },
    declined: { received: 'Vous avez décliné.', sent: 'L’autre personne a décliné.' },
    ended: { received: 'C’est terminé.', sent: 'C’est terminé.' },
  },
};

export const LISTING: ListingTexts = {
  list: LISTS,
  publish: {
    title: { request: 'De quoi avez-vous besoin ?', service: 'Que proposez-vous ?' },
    submit: 'Publier',
    sentBefore: 'Un autre texte a déjà été publié depuis cette page, et il reste publié. Ouvrez-le pour le modifier.',
    lookAtIt: 'Voir ce texte',
    beside: 'Publier aussi celui-ci',
  },
  fields: {
    title: 'En quelques mots',
    titleHint: {
      request: 'Par exemple : quelqu’un pour tailler la haie',
      service: 'Par exemple : je répare les vélos',
    },
    description: 'Plus de détails',
    descriptionHint:
      'Où, quand, ce qu’il faut savoir. Vous pouvez laisser vide. Tous les membres peuvent lire ce texte : n’y mettez pas de numéro de téléphone.',
    category: 'Catégorie',
    noCategory: 'Aucune de celles-ci',
    time: 'Combien de temps, environ ?',
    timeHint: 'Par exemple 1 h 30. Vous pouvez laisser vide.',
  },
  faults: {
    title: 'Écrivez en quelques mots de quoi il s’agit : 200 caractères au plus, sur une ligne.',
    description: 'C’est trop long : 10 000 caractères au plus.',
    category: 'Choisissez une catégorie de la liste.',
    time: 'Écrivez une durée, comme 1 h 30 ou 2.',
    message: 'Écrivez quelques mots : 2 000 caractères au plus.',
    day: 'Choisissez un jour qui n’est pas passé, dans l’année qui vient.',
  },
  daily: {
    listing: 'Vous avez publié 10 annonces aujourd’hui : c’est assez pour une journée. Vous pourrez continuer demain.',
    answer: 'Vous avez envoyé 20 réponses aujourd’hui : c’est assez pour une journée. Vous pourrez continuer demain.',
  },
  listing: ONE_LISTING,
  answer: ANSWER,
  mine: {
    title: 'Mes demandes, mes offres et mes réponses',
    listings: 'Mes demandes et mes offres',
    received: 'Réponses reçues',
    sent: 'Mes réponses',
    noListings: 'Vous n’avez pas encore de demande ni d’offre.',
    noReceived: 'Rien n’est encore arrivé.',
    noSent: 'Vous n’avez encore répondu à aucune annonce.',
  },
  newest: 'Demandes les plus récentes',
  allRequests: 'Toutes les demandes',
};

export const SIGN_IN: SignInTexts = {
  email: 'Votre adresse e-mail',
  send: 'M’envoyer un lien',
  orLetter: 'Pas d’e-mail ? Tapez le code de votre lettre.',
  orMail: 'Pas de lettre ? Demandez un lien par e-mail.',
  look: 'Regardez vos e-mails',
  onItsWay:
    'Si cette adresse est celle d’un membre, un message est en route. Ouvrez le lien du message, ou tapez ici le numéro qui s’y trouve. Vous avez demandé plusieurs fois ? Alors le prochain message arrive dans 15 minutes. Toujours rien ? Appelez-nous.',
  number: 'Le numéro du message',
  numberHint: 'Huit chiffres. Le numéro est valable 15 minutes, dans ce navigateur.',
  withNumber: 'Se connecter avec le numéro',
  wrongNumber: 'Ce n’est pas le bon numéro. Comparez-le avec le message, ou demandez-en un nouveau.',
  otherAddress: 'Taper une autre adresse',
  who: 'Qui êtes-vous ?',
  isYou: (name) => `Vous êtes ${name}.`,
  choose: 'Choisissez votre nom.',
  used: 'Ce lien a déjà servi, ou il est trop ancien.',
  usedText:
    'Un lien ouvre vos pages une seule fois, pendant 15 minutes. Certains programmes d’e-mail l’ouvrent avant vous. Le numéro du même message est encore valable, dans le navigateur où vous l’avez demandé.',
  toNumber: 'Taper le numéro',
  again: 'Envoyer un nouveau lien',
};
