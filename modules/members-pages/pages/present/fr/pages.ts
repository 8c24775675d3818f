/** The words of the members' pages: what is shown, deputies, errors, one's own data, and who sees a member. */
import { OFFICE, OFFICE_FIRST } from '../../../../../console/pages/voice/voice.ts';
import type { ActTexts } from '../act-texts.ts';
import type { AgainTexts, ErrorTexts } from '../error-texts.ts';
import type { LineTexts } from '../lines.ts';
import type { MeTexts } from '../me-texts.ts';
import type { SightTexts } from '../sight-texts.ts';
import type { MemberTexts } from '../texts.ts';

export const ACT: ActTexts = {
  title: 'Pour qui ?',
  lead: 'Vous agissez aussi pour d’autres membres. Les pages montrent alors leurs heures, et ce que vous faites compte comme fait par vous pour eux.',
  choose: 'Pour qui souhaitez-vous agir ?',
  chooseFault: 'Choisissez l’un de ces noms.',
  oneself: (name) => `Pour moi, ${name}`,
  forThem: (name) => `Pour ${name}`,
  submit: 'Continuer',
  none: 'Vous agissez pour vous-même',
  noneText: `Personne ne vous a demandé d’agir à sa place. Si un membre le souhaite, ${OFFICE} le note, ou le membre le fait sous « Mes données ».`,
  now: (name) => `Vous agissez pour ${name}.`,
  change: 'Changer',
  newDeputy: (name, day) => `Depuis le ${day}, ${name} agit pour vous. Vous ne le souhaitez pas ? Alors mettez-y fin.`,
  newActing: (forName, day) => `Vous pouvez agir pour ${forName} depuis le ${day}.`,
  personFor: (name, forName) => `${name}, pour ${forName}`,
  actsFor: (forName) => `Vous agissez pour ${forName}.`,
  writtenBy: (name) => `Écrit par ${name} pour le membre.`,
  selfOnly: 'Seul le membre peut ouvrir cette page',
  selfOnlyText: `Ce qui se trouve ici, le membre le décide en personne. ${OFFICE_FIRST} peut aider si c’est difficile.`,
  deputies: {
    title: 'Qui agit pour moi',
    lead: 'La personne qui agit pour vous voit vos heures. Elle inscrit et confirme des heures pour vous, et demande de l’aide pour vous. Mais vos données, vos appareils et la décision de partir ne regardent que vous.',
    none: 'Personne n’agit pour vous.',
    since: (day) => `depuis le ${day}`,
    until: (day) => `jusqu’au ${day}`,
    end: 'Y mettre fin',
    addTitle: 'Laisser un membre agir pour moi',
    who: 'Qui ?',
    whoHint: 'Nom ou numéro de membre',
    agreed: 'Nous en avons parlé, et ce membre veut bien agir pour moi.',
    add: 'Laisser ce membre agir pour moi',
    office: `Quelqu’un qui n’est pas membre ? ${OFFICE_FIRST} le note.`,
    faults: {
      agreed: 'Confirmez que vous en avez parlé ensemble.',
      there: 'Ce membre agit déjà pour vous.',
      oneself: 'Vous agissez toujours pour vous-même.',
      notMember: 'Choisissez un membre.',
    },
  },
};

export const ERRORS: ErrorTexts = {
  old: {
    title: 'Merci d’envoyer encore une fois',
    text: 'Depuis que cette page est ouverte, il y a eu une connexion ou une déconnexion dans ce navigateur. Ou bien il ne garde pas les cookies, dont ces pages ont besoin. Rien n’a encore été fait.',
  },
  signedOut: {
    title: 'Votre connexion est terminée',
    text: 'Rien n’est perdu : connectez-vous dans une nouvelle fenêtre, revenez à celle-ci, puis envoyez le formulaire encore une fois.',
  },
  foreign: {
    title: 'Le formulaire n’a pas été accepté',
    text: 'Ce navigateur ne dit pas que le formulaire vient de ces pages. Permettez-lui d’envoyer l’adresse de la page (le « referrer »), ou utilisez un autre navigateur.',
  },
  notYours: {
    title: 'Vous ne pouvez pas le faire vous-même',
    text: `Un autre membre en décide, ou bien ${OFFICE}. ${OFFICE_FIRST} peut vous aider si cela vous semble faux.`,
  },
  missing: {
    title: 'Cette page n’existe pas',
    text: 'Ce qui était ici est peut-être fermé ou retiré. Ou bien l’adresse contient une faute de frappe.',
  },
  changed: {
    title: 'Cela a changé entre-temps',
    text: 'Regardez encore une fois, puis décidez. Ce que vous venez d’envoyer ne compte pas.',
  },
  tooOften: { title: 'Trop d’essais', text: 'Attendez quelques minutes, puis essayez encore une fois.' },
  later: {
    title: 'Pas pour le moment',
    text: 'Essayez encore une fois dans une minute. Rien n’est perdu.',
  },
  moving: {
    title: 'Ces pages déménagent',
    text: 'Elles seront bientôt à une autre adresse. Essayez encore une fois dans quelques minutes. Rien n’est perdu.',
  },
  moved: {
    title: 'Ces pages ont déménagé',
    text: 'Elles sont maintenant à une autre adresse. Une adresse imprimée ou enregistrée mène encore ici. D’ici, vous continuez vers la nouvelle.',
  },
  unfit: { title: 'Cela ne convient pas', text: 'La page ne peut pas s’ouvrir ainsi.' },
  failed: { title: 'Quelque chose n’a pas marché', text: 'Essayez encore une fois dans une minute.' },
  back: 'Retour à l’accueil',
  again: 'Regarder encore une fois',
  there: 'À la nouvelle adresse',
};

export const AGAIN: AgainTexts = {
  typed: 'Ce que vous avez écrit',
  signIn: 'Se connecter (ouvre une nouvelle fenêtre)',
  send: 'Envoyer encore une fois',
  page: 'Ouvrir de nouveau la page',
};

export const LINES: LineTexts = {
  gave: (who) => `Aide donnée : ${who}`,
  got: (who) => `Aide reçue : ${who}`,
  opening: 'Heures apportées au départ',
  credit: (who) => `Heures créditées par ${who}`,
  transfer: (who) => `Transfert vers ${who}`,
  reversal: (who) => `Annulation : ${who}`,
  somebody: 'un ancien membre',
  chest: 'le fonds commun',
};

export const ME: MeTexts = {
  title: 'Mes données',
  lead: `Voici comment ${OFFICE} peut vous joindre. Quelque chose n’est pas exact ? Prévenez ${OFFICE}.`,
  saved: 'C’est enregistré.',
  facts: {
    name: 'Nom',
    external_id: 'Numéro de membre',
    email: 'E-mail',
    phone: 'Téléphone',
    second_phone: 'Deuxième téléphone',
    street: 'Rue',
    postal_code: 'Code postal',
    place: 'Localité',
    payment_reference: 'Référence de paiement',
    joined_on: 'Membre depuis le',
  },
  choices: 'Mes choix',
  noQuarter: 'Non précisé',
  quarterGone: 'Cela ne figure pas parmi les choix. Choisissez de nouveau, s’il vous plaît.',
  language: 'Langue de ces pages et des e-mails',
  asBrowser: 'Comme dans mon navigateur',
  mails: 'Les e-mails que je reçois',
  kinds: {
    hours: 'Les heures que je dois confirmer, et ce qu’elles deviennent',
    digest: 'Un aperçu chaque semaine, s’il y a du nouveau',
    alerts: 'Les nouvelles demandes et offres qui vont avec les miennes',
  },
  news: {
    question: 'Souhaitez-vous recevoir chaque semaine un e-mail avec les nouveautés ?',
    alerts: 'Et aussi le matin, quand une nouvelle demande ou offre va avec les miennes',
    yes: 'Oui, volontiers',
    no: 'Non, merci',
    hint: 'Vous pouvez changer cela à tout moment, sous « Mes données ».',
  },
  letterOnly: 'Me connecter seulement avec une lettre : d’autres personnes lisent mes e-mails.',
  save: 'Enregistrer',
  card: 'Ma carte',
  cardLead: 'Montrez cette carte : les autres membres inscrivent ainsi des heures avec vous.',
  cardHint:
    'Elle montre votre nom aux membres de la communauté qui se sont connectés, et n’ouvre rien. Imprimée, elle a la taille d’une carte bancaire.',
  cardNone:
    'Avec une carte, personne n’a besoin de taper votre nom : il suffit de la viser avec l’appareil photo du téléphone.',
  cardPicture: (name) => `Carte : ${name}, un carré à photographier`,
  cardMake: 'Faire ma carte',
  cardRenew: 'Faire une nouvelle carte',
  cardOld: 'Une nouvelle carte remplace l’ancienne, même sur papier : l’ancienne ne sert plus.',
  more: 'Autres pages',
  sight: 'Qui me voit',
  devices: 'Mes appareils',
  file: 'Tout ce qui est enregistré à mon sujet',
  leave: 'Quitter la communauté',
  fileTitle: 'Tout ce qui est enregistré à mon sujet',
  fileLead: `Seuls vous et ${OFFICE} voyez ceci. Les partenaires voient ce que vous leur permettez de voir.`,
  fileWhole: 'Le fichier pour les programmes contient la même chose, et les numéros internes du service.',
  asFile: 'En fichier pour les programmes (JSON)',
  yes: 'oui',
  no: 'non',
  leaveTitle: 'Quitter la communauté',
  leaveLead: `${OFFICE_FIRST} met fin à votre adhésion dans un délai d’un mois, et parle avec vous des heures qui restent. Vos demandes et vos offres sont fermées tout de suite.`,
  leaveButton: 'Je souhaite partir',
  leaveAsked: (day) =>
    `Depuis le ${day}, ${OFFICE} sait que vous souhaitez partir. Vous avez changé d’avis ? Dites-le ici.`,
  stayButton: 'Je reste',
};

export const MEMBER: MemberTexts = {
  menu: {
    ...{ pages: 'Pages', home: 'Accueil', welcome: 'Bienvenue', hours: 'Mes heures', signIn: 'Se connecter' },
    ...{ signOut: 'Se déconnecter', about: 'À propos de ces pages', contact: 'Pour nous joindre :' },
  },
  faults: 'Merci de vérifier ceci :',
  error: 'Erreur',
  welcome: {
    title: 'Toutes les heures ont la même valeur.',
    lead: (community) =>
      `${community} est une banque de temps : vous aidez quelqu’un pendant une heure, et une autre personne vous aide pendant une heure.`,
    signIn: 'Se connecter',
    letter: 'J’ai une lettre avec un code',
  },
  home: {
    hello: (name) => `Bonjour ${name}`,
    given: 'Donné',
    received: 'Reçu',
    balance: 'Solde',
    below: (hours) => `Reçu ${hours} de plus que donné`,
    newest: 'Vos dernières heures',
    all: 'Toutes mes heures',
    none: 'Il n’y a pas encore d’heures sur votre compte. Inscrivez-en : elles apparaissent ici dès que l’autre membre dit oui.',
  },
  signIn: {
    title: 'Se connecter',
    code: 'Le code de votre lettre',
    codeHint: 'Douze caractères. Majuscules ou minuscules, avec ou sans traits d’union.',
    submit: 'Se connecter avec le code',
    unknown: 'Nous ne connaissons pas ce code. Vérifiez chaque caractère.',
    lost: `Pas de lettre, ou elle ne marche pas ? ${OFFICE_FIRST} peut vous en donner une nouvelle.`,
  },
  enter: {
    title: 'Qui êtes-vous ?',
    isThis: (name) => `Cette lettre est pour ${name}.`,
    shared: 'D’autres personnes utilisent cet appareil : me déconnecter au bout d’une heure.',
    submit: 'Se connecter',
    used: 'Cette lettre a déjà servi, ou elle est trop ancienne.',
    usedText: `Une lettre ouvre vos pages une seule fois. Si ce n’est pas vous qui l’avez utilisée, prévenez ${OFFICE}. ${OFFICE_FIRST} peut vous donner une nouvelle lettre.`,
    back: 'Retour',
  },
  devices: {
    title: 'Mes appareils',
    lead: 'Vos pages sont ouvertes sur ces appareils. Déconnectez ceux que vous ne connaissez pas.',
    this: 'cet appareil',
    since: (day) => `connexion le ${day}`,
    last: (day) => `dernière utilisation le ${day}`,
    end: 'Déconnecter',
    endOthers: 'Déconnecter tous les autres',
    deputies: 'Les personnes qui agissent pour vous ne le feront plus, sauf si vous cochez leur nom :',
    stays: (name) => `${name} continue à agir pour moi`,
    unknown: 'Un appareil',
  },
  about: {
    title: 'À propos de ces pages',
    how: (community) =>
      `Sur ces pages, chaque membre de la communauté ${community} voit ses heures. Une heure que vous donnez vaut une heure que vous recevez.`,
    privacy: 'Protection des données',
    privacyText: (namesWhole) =>
      `Seuls vous et ${OFFICE} voyez vos heures. Quand vous inscrivez une heure avec un autre membre, ce membre la voit aussi. Les autres membres voient ${namesWhole ? 'votre nom' : 'votre prénom et une lettre de votre nom de famille'}, votre numéro de membre, vos demandes et vos offres. Un cookie garde votre connexion, un autre nous permet de reconnaître ce navigateur. Rien ne vient d’un autre site.`,
    accessibility: 'Pour tout le monde',
    accessibilityText: `Ces pages sont faites pour respecter la norme européenne EN 301 549, et avec elle les WCAG 2.2, niveau AA. Elles n’ont pas besoin de script. Elles s’utilisent aussi au clavier, sur un petit écran ou agrandies. Prévenez ${OFFICE} si quelque chose ne marche pas pour vous.`,
    testedTitle: 'Ce qui a été testé',
    tested: [
      'Un programme (axe) a lu chaque page, aussi celles qui montrent des erreurs dans un formulaire et celles d’une personne qui agit pour un membre, en couleurs claires et sombres et avec des noms de soixante lettres.',
      'Mesuré à 320 pixels, c’est-à-dire sur un petit téléphone ou dans une fenêtre agrandie à 400 %, en anglais et en allemand : rien ne dépasse sur le côté, les boutons ont au moins 48 pixels de haut, et aucun texte n’est plus petit que 16.',
      'Nous avons vérifié ce que le navigateur transmet à un lecteur d’écran : un titre principal, un nom pour chaque champ et chaque bouton, et chaque erreur près de son champ.',
      'Au clavier seul, et sans script : se connecter, inscrire une heure et la confirmer.',
      'Nous avons regardé la plupart des pages à 320, 390, 640 et 1366 pixels, agrandies à 200 et 400 %, sur papier, en couleurs claires et sombres, avec des noms de soixante lettres, en anglais ou en allemand.',
    ],
    untestedTitle: 'Ce qui n’a pas été testé',
    untested: [
      'Les personnes qui utilisent un lecteur d’écran, une loupe ou la commande vocale n’ont pas encore essayé ces pages.',
      'Aucun lecteur d’écran ne les a lues à voix haute lors d’un test.',
      'Chaque page n’a pas été regardée de toutes ces façons.',
      'Ce que les membres écrivent eux-mêmes peut être difficile à lire.',
    ],
    contact: `Pour tout le reste, ${OFFICE} peut vous aider.`,
  },
  hours: {
    title: 'Mes heures',
    all: 'Toutes les années',
    file: 'En tableau (CSV)',
    fileName: 'heures',
    columns: ['Jour', 'Quoi', 'Avec', 'Note', 'Heures', 'Secondes'],
    none: 'Il n’y a pas d’heures dans cette période.',
  },
};

export const SIGHT: SightTexts = {
  title: 'Qui me voit',
  lead: `${OFFICE_FIRST} voit tout ce qui est enregistré à votre sujet. Les autres voient ce que vous permettez ici.`,
  saved: 'C’est enregistré. Cela vaut dès maintenant.',
  members: 'Autres membres',
  byName: 'Les autres membres me trouvent par mon nom.',
  byNameHint: (namesWhole) =>
    `Ils voient ${namesWhole ? 'votre nom entier' : 'votre prénom et la première lettre de votre nom de famille'}, et votre numéro de membre si plusieurs noms commencent de la même façon. Si la case n’est pas cochée, ils vous trouvent seulement par votre numéro de membre ou votre carte. Vos demandes et vos offres restent alors sans nom, jusqu’à ce qu’une réponse vous mette en contact.`,
  besideName: (what) => `À côté du nom figure : ${what}.`,
  partners: 'Partenaires',
  partnersHint:
    'Les partenaires sont des organisations qui travaillent avec votre banque de temps, par exemple une banque ou une ville.',
  noPartner: 'Votre communauté n’a pas de partenaires.',
  all: 'Tous les partenaires, aussi les futurs',
  single: 'Un autre choix pour certains partenaires',
  asCommunity: 'Comme d’habitude ici',
  usual: (sees) => `D’habitude ici : ${sees}`,
  asAll: 'Comme tous les partenaires',
  now: (sees) => `Voit maintenant : ${sees}`,
  sees: {
    hidden: 'rien',
    listed: 'mon nom',
    listed_with_email: 'mon nom et mon adresse e-mail',
  },
  save: 'Enregistrer',
  back: 'Mes données',
};
