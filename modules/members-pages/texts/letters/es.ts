/** Letters in Spanish. */
import type { Letters, OnLetters } from './types.ts';

export const ON: OnLetters = { hours: 'h', openUntil: (day) => `Abre las páginas una sola vez, hasta el ${day}.` };

export const LETTERS: Letters = {
  welcome: {
    title: 'Le damos la bienvenida a {community}',
    body: 'Buenos días, {name}:\n\nLe damos la bienvenida a {community}. Su número de miembro es {number}.\n\nPor cada hora de ayuda que usted da, puede recibir una hora de ayuda, sea del tipo que sea. Su saldo es de {balance}.\n\nSi hace una transferencia de dinero para tener horas, escriba en ella esta referencia: {reference}\n\nUn cordial saludo,\n{community}',
  },
  balance: {
    title: 'Su saldo el {today}',
    body: 'Buenos días, {name}:\n\nEl {today}, el saldo de su cuenta es de {balance}.\n\nSi cree que falta algo, póngase en contacto con nosotros.\n\nUn cordial saludo,\n{community}',
  },
  invitation: {
    title: 'Así puede ver sus horas',
    body: 'Buenos días, {name}:\n\nYa puede ver sus horas por su cuenta, en un teléfono o en un ordenador. Ponga la cámara de su teléfono delante del cuadrado de abajo, o abra {address} y escriba el código.\n\nUn cordial saludo,\n{community}',
  },
};

/** The same where the community says tú. */
export const FAMILIAR: Letters = {
  welcome: {
    title: 'Te damos la bienvenida a {community}',
    body: 'Hola, {name}:\n\nTe damos la bienvenida a {community}. Tu número de miembro es {number}.\n\nPor cada hora de ayuda que das, puedes recibir una hora de ayuda, sea del tipo que sea. Tu saldo es de {balance}.\n\nSi haces una transferencia de dinero para tener horas, escribe en ella esta referencia: {reference}\n\nUn saludo,\n{community}',
  },
  balance: {
    title: 'Tu saldo el {today}',
    body: 'Hola, {name}:\n\nEl {today}, el saldo de tu cuenta es de {balance}.\n\nSi crees que falta algo, ponte en contacto con nosotros.\n\nUn saludo,\n{community}',
  },
  invitation: {
    title: 'Así puedes ver tus horas',
    body: 'Hola, {name}:\n\nYa puedes ver tus horas por tu cuenta, en un teléfono o en un ordenador. Pon la cámara de tu teléfono delante del cuadrado de abajo, o abre {address} y escribe el código.\n\nUn saludo,\n{community}',
  },
};
