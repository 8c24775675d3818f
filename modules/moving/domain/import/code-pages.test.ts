import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { guessCodePage } from './code-pages.ts';

const CENTRAL: readonly string[] = [
  'Štěpán živý',
  'Jiří Kučera, Eliška Dvořáková, Růžena Čapková',
  'Paweł Wiśniewski, Małgorzata Żak, Józef Kościński',
  'Łukasz Dąbrowski',
  'Ana Petrović, Željko Đurić',
  'Zsófia Erdős, Gergő Szűcs',
  'Ľubomír Šťastný',
  'Ştefan Mureşan, Ioana Vasilăchioaia',
];
const WEST: readonly string[] = [
  'Hélène Lefèvre, Anaïs Noël, François Fête',
  'Iñaki Núñez, Begoña Muñoz',
  'João Conceição, Inês Guimarães, Simões',
  'Søren Kjærgaard, Bjørn Sørensen, Åse Ås',
  'Müller, Weiß, Jürgen, Zoë',
  'Nicolò, così, più, perché, Òscar, là',
  'Nº 5, 1ª, 20 m³, 5 £, ¿Quién?, coeur et cœur',
];

test('letters of Central Europe are found by what is beside them', () => {
  for (const text of CENTRAL) {
    const bytes = iconv.encode(`Nr;Name\n1;${text}\n`, 'windows-1250');
    assert.equal(guessCodePage(bytes).page, 'windows-1250', text);
  }
});

test('letters of the West stay what they were', () => {
  for (const text of WEST) {
    const bytes = iconv.encode(`Nr;Name\n1;${text}\n`, 'windows-1252');
    assert.equal(guessCodePage(bytes).page, 'windows-1252', text);
  }
});

test('what shows nothing, or both, is unclear, with its words in both readings', () => {
  const only = guessCodePage(iconv.encode('Jõgi\nTõnu\n', 'windows-1252'));
  assert.deepEqual(only, {
    page: 'unclear',
    words: { 'windows-1252': ['Jõgi', 'Tõnu'], 'windows-1250': ['Jőgi', 'Tőnu'] },
  });
  // Breton, Norwegian, Gaelic, Italian, Czech, Portuguese, French, Slovak: none shows by itself which of the two it is.
  const either = ['Fañch', 'Øien', 'Øystein', 'Sìne', 'Noè', 'Krèmáø', 'Irmãs', 'Fête', 'Hàba', 'Vaïka'];
  for (const word of either) assert.equal(guessCodePage(iconv.encode(word, 'windows-1252')).page, 'unclear', word);
  const both = guessCodePage(iconv.encode('Jiøí, Hélène', 'windows-1252'));
  assert.equal(both.page, 'unclear');
});
