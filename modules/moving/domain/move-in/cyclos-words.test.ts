/** What groups and kinds of advertisements mean is suggested in the languages that communities use Cyclos in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusOfGroup, typeOfAd } from './cyclos.ts';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  pending: [
    'Antrag',
    'Anwärter',
    'Wartende Mitglieder',
    'Pending members',
    'Pendientes',
    'En attente',
    'In attesa',
    'Wachtend',
    'Pendent',
    'Nieuw',
  ],
  suspended: [
    'Gesperrt',
    'Gesperrte Mitglieder',
    'Ruhend',
    'Blocked users',
    'Suspendidos',
    'Suspendu',
    'Sospesi',
    'Geblokkeerd',
    'Inactius',
    'Disabled',
  ],
  left: [
    'Ausgetreten',
    'Ehemalige',
    'Removed users',
    'Baja',
    'Anciens membres',
    'Verwijderd',
    'Former members',
    'De baja',
  ],
  active: ['Mitglieder', 'Full members', 'Miembros', 'Membres', 'Soci', 'Leden', 'Vorstand'],
};

test('a group suggests its status in six languages, and one that says nothing is of active members', () => {
  for (const [status, names] of Object.entries(GROUPS)) {
    for (const name of names) assert.equal(statusOfGroup(name), status, name);
  }
});

test('a kind of advertisement is known in six languages, or asked about', () => {
  for (const word of ['Angebot', 'Offer', 'Oferta', 'Offre', 'Aanbod', 'Offerta'])
    assert.equal(typeOfAd(word), 'service', word);
  for (const word of ['Nachfrage', 'Gesuch', 'Wanted', 'Demanda', 'Demande', 'Vraag', 'Richiesta', 'Bedarf']) {
    assert.equal(typeOfAd(word), 'request', word);
  }
  assert.equal(typeOfAd('Diverses'), undefined);
});
