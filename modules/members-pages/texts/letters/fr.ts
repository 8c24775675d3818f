/** What is on letters in French before a community has written its own texts. */
import type { Letters, OnLetters } from './types.ts';

export const ON: OnLetters = {
  hours: 'h',
  openUntil: (day) => `Ce code ouvre les pages une seule fois, jusqu’au ${day}.`,
};

export const LETTERS: Letters = {
  welcome: {
    title: 'Bienvenue dans la communauté {community}',
    body: 'Bonjour {name},\n\nNous vous souhaitons la bienvenue dans la communauté {community}. Votre numéro de membre : {number}.\n\nUne heure d’aide que vous donnez vous rapporte une heure d’aide que vous recevez, quelle que soit cette aide. Votre solde est de {balance}.\n\nSi vous versez de l’argent pour des heures, écrivez cette référence sur le virement, s’il vous plaît : {reference}\n\nBien cordialement\n{community}',
  },
  balance: {
    title: 'Votre solde au {today}',
    body: 'Bonjour {name},\n\nAu {today}, le solde de votre compte est de {balance}.\n\nSi quelque chose vous semble manquer, contactez-nous, s’il vous plaît.\n\nBien cordialement\n{community}',
  },
  invitation: {
    title: 'Votre accès à vos heures',
    body: 'Bonjour {name},\n\nVous pouvez maintenant voir vos heures vous-même, sur un téléphone ou un ordinateur. Visez le carré ci-dessous avec l’appareil photo de votre téléphone, ou ouvrez {address} et tapez le code.\n\nBien cordialement\n{community}',
  },
};
