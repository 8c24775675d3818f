import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRates } from '../../../../core/partners/rates/rates.ts';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { missing } from '../../../../test-support/has-tool.ts';
import { readCodes, readPdf } from '../../../../test-support/read-code.ts';

const service = await testService();

const GERMAN = 'DE02120300000000202051';
const SWISS = 'CH9300762011623852957';
const HOLDER = "Société d'Échange Lindental & Söhne, Große Straße";
const NAME = 'Zoë Łukasiewicz-Őry & ß';
const ZURICH = { street: 'Große Gasse', house_number: '7a', postcode: '8001', town: 'Zürich', country: 'CH' };

type Settings = { readonly account?: string; readonly account_holder?: string; readonly holder_address?: object };

async function setUp(settings?: Settings, hoursPerUnit: Record<string, string> = { EUR: '1/20' }) {
  const session = await signedIn(service);
  const { communityId, slug, client } = session;
  await changeRates(service.deps, { communityId, actor: 'test', partnerId: null }, { hoursPerUnit, from: null });
  const member = await service.createMember({ communityId, name: NAME });
  const set = async (json: object) => {
    const { status, text } = await client.call('updateInboxSettings', { params: { slug }, json });
    assert.equal(status, 200, text);
  };
  if (settings) await set(settings);
  const slip = (query: Record<string, string> = {}) =>
    client.call('getPaymentSlip', { params: { slug, memberId: member.id }, query });
  const print = (query: Record<string, string> = {}) => client.call('printPaymentSlips', { params: { slug }, query });
  const pdfOf = async (query: Record<string, string> = {}) =>
    Buffer.from((await print({ member: member.id, ...query })).body.data.pdf, 'base64');
  return { ...session, member, set, slip, print, pdfOf };
}

/** The fault of a refusal. */
const faultOf = ({ status, body }: { status: number; body: { errors?: { field: string; code: string }[] } }) => [
  status,
  body.errors?.[0]?.field,
  body.errors?.[0]?.code,
];

test('the EPC code of a printed slip says each line of the standard', { skip: missing('pdftoppm') }, async () => {
  const { member, slip, pdfOf } = await setUp({ account: GERMAN, account_holder: HOLDER });
  const { body } = await slip({ hours: '1:30' });
  const { data } = body;
  assert.deepEqual(
    [data.code, data.amount, data.hours, data.rate],
    ['epc', '30.00', 1.5, { hours: 1, per_amount: '20.00' }],
  );
  const { pages, text } = await readPdf(await pdfOf({ hours: '1:30' }));
  assert.equal(pages.length, 1);
  const [read] = await readCodes(pages[0] as Buffer);
  const lines = ['BCD', '002', '1', 'SCT', '', HOLDER, GERMAN, 'EUR30.00', '', member.paymentReference];
  assert.deepEqual(read?.split('\n'), lines);
  assert.equal(read, data.payload);
  for (const words of [NAME, 'Große Straße', 'DE02 1203 0000 0000 2020 51', '1 hour = 20.00 EUR', 'EUR 30.00']) {
    assert.ok(text.includes(words), `${words} in ${text}`);
  }
  const open = await readCodes((await readPdf(await pdfOf())).pages[0] as Buffer);
  assert.equal(open[0]?.split('\n')[7], '');
});

test('the QR-bill of a printed slip says each line of the guidelines', { skip: missing('pdftoppm') }, async () => {
  const settings = { account: SWISS, account_holder: HOLDER, holder_address: ZURICH };
  const { member, slip, pdfOf } = await setUp(settings, { CHF: '1/25' });
  const { data } = (await slip({ amount: '1250', language: 'de' })).body;
  assert.deepEqual([data.code, data.amount, data.hours, data.currency], ['swiss', '1250.00', 50, 'CHF']);
  assert.deepEqual([data.sheet.width, data.sheet.height], [210, 297]);
  const { pages, text } = await readPdf(await pdfOf({ amount: '1250', language: 'de' }));
  const [read] = await readCodes(pages[0] as Buffer);
  const nobody = ['', '', '', '', '', '', ''];
  assert.deepEqual(read?.split('\r\n'), [
    ...['SPC', '0200', '1', SWISS, 'S', HOLDER, 'Große Gasse', '7a', '8001', 'Zürich', 'CH', ...nobody],
    ...['1250.00', 'CHF', ...nobody, 'SCOR', member.paymentReference, '', 'EPD'],
  ]);
  for (const words of [
    'Empfangsschein',
    'Zahlteil',
    'Konto / Zahlbar an',
    'Annahmestelle',
    '1 250.00',
    'Große Gasse 7a',
  ]) {
    assert.ok(text.includes(words), `${words} in ${text}`);
  }
  const euro = await readCodes((await readPdf(await pdfOf({ currency: 'EUR' }))).pages[0] as Buffer);
  assert.deepEqual(euro[0]?.split('\r\n').slice(18, 20), ['', 'EUR']);
});

test('the rate of today sets the amount, rounded up to the cent that still brings the hours', async () => {
  const { slip } = await setUp({ account: GERMAN, account_holder: HOLDER }, { EUR: '3/7' });
  const { amount, hours } = (await slip({ hours: '1' })).body.data;
  assert.deepEqual([amount, hours], ['2.34', 1]);
  assert.deepEqual(faultOf(await slip({ hours: '1', currency: 'CHF' })), [422, 'hours', 'no_rate']);
  assert.deepEqual(faultOf(await slip({ hours: '1', amount: '1' })), [422, 'amount', 'amount_or_hours']);
  assert.deepEqual(faultOf(await slip({ hours: 'soon' })), [422, 'hours', 'invalid_hours']);
  for (const amount of ['0', '-1', '1.234', 'x', '1000000000']) {
    assert.deepEqual(faultOf(await slip({ amount })), [422, 'amount', 'invalid_amount'], amount);
  }
});

test('a setting that is missing or does not fit is named', async () => {
  const { slip, set } = await setUp();
  assert.deepEqual(faultOf(await slip()), [422, 'account', 'no_bank_account']);
  await set({ account: GERMAN });
  assert.deepEqual(faultOf(await slip()), [422, 'account_holder', 'no_account_holder']);
  await set({ account: GERMAN, account_holder: 'x'.repeat(71) });
  assert.deepEqual(faultOf(await slip()), [422, 'account_holder', 'holder_too_long']);
  await set({ account: GERMAN, account_holder: 'x'.repeat(70) });
  assert.equal((await slip()).status, 200);
  await set({ account: SWISS, account_holder: HOLDER });
  assert.deepEqual(faultOf(await slip()), [422, 'account', 'several_accounts']);
  assert.deepEqual(faultOf(await slip({ account: SWISS })), [422, 'holder_address', 'no_holder_address']);
  assert.deepEqual(faultOf(await slip({ account: 'FR7630006000011234567890189' })), [
    422,
    'account',
    'unknown_account',
  ]);
  await set({ account: SWISS, holder_address: { ...ZURICH, town: 'Женева' } });
  assert.deepEqual(faultOf(await slip({ account: SWISS })), [422, 'holder_address', 'not_latin']);
  const number = await setUp({ account: '4711000123', account_holder: HOLDER });
  assert.deepEqual(faultOf(await number.slip()), [422, 'account', 'no_iban']);
  const qrIban = await setUp({ account: 'CH4431999123000889012', account_holder: HOLDER });
  assert.deepEqual(faultOf(await qrIban.slip()), [422, 'account', 'qr_iban']);
});

test('an account whose currency has no code has a slip without one; a Swiss one takes francs and euros only', async () => {
  const british = await setUp({ account: 'GB29NWBK60161331926819', account_holder: HOLDER }, { GBP: '1/18' });
  const { code, payload, currency } = (await british.slip()).body.data;
  assert.deepEqual([code, payload, currency], ['none', null, 'GBP']);
  const swiss = await setUp({ account: SWISS, account_holder: HOLDER });
  assert.deepEqual((await swiss.slip({ currency: 'USD' })).body.data.code, 'none');
});

test('a name in letters that the font lacks gives way to the reference', { skip: missing('pdftoppm') }, async () => {
  const { communityId, print, slip } = await setUp({ account: GERMAN, account_holder: HOLDER });
  const { id, paymentReference } = await service.createMember({ communityId, name: '陳大文 🙂' });
  const { pdf } = (await print({ member: id })).body.data;
  const { text } = await readPdf(Buffer.from(pdf, 'base64'));
  assert.match(text, new RegExp(`Payment slip for ${paymentReference.replace(/(.{4})(?=.)/g, '$1 ')} `));
  const titles = (await slip()).body.data.sheet.texts.map(({ text: words }: { text: string }) => words);
  assert.ok(titles.includes(`Payment slip for ${NAME}`));
});

test("a slip speaks the member's language, else the main one of the community, alone and among all", {
  skip: missing('pdftoppm'),
}, async () => {
  const { communityId, slug, client, member, set, slip, print } = await setUp();
  await set({ account: GERMAN, account_holder: HOLDER });
  await service.ownerQuery("update communities set languages = '{de,en}' where id = $1", [communityId]);
  await service.createMember({ communityId, name: 'Ann Baker', language: 'en-GB' });
  const { language, sheet } = (await slip()).body.data;
  const titles = sheet.texts.map(({ text }: { text: string }) => text);
  assert.deepEqual([language, titles.includes(`Zahlschein für ${NAME}`)], ['de', true], titles.join());
  const { data } = (
    await client.call('getPaymentSlip', { params: { slug, memberId: member.id }, query: { language: 'en' } })
  ).body;
  assert.equal(data.language, 'en');
  const { text } = await readPdf(Buffer.from((await print()).body.data.pdf, 'base64'));
  assert.match(text, /Zahlschein für Zoë/);
  assert.match(text, /Payment slip for Ann Baker/);
});

test('all active members have a page each in the order of ids; nobody else, and no other community', async () => {
  const { communityId, member, print } = await setUp({ account: GERMAN, account_holder: HOLDER });
  await service.createMember({ communityId, name: 'Ben', status: 'suspended' });
  const cleo = await service.createMember({ communityId, name: 'Cleo' });
  const { slips, next } = (await print()).body.data;
  assert.deepEqual([slips, next], [2, null]);
  assert.equal((await print({ after: member.id })).body.data.slips, 1);
  assert.equal((await print({ after: cleo.id })).body.data.slips, 0);
  const other = await setUp({ account: GERMAN, account_holder: HOLDER });
  assert.equal((await other.print({ member: member.id })).body.error, 'user_not_found');
  const params = { slug: other.slug, memberId: member.id };
  assert.equal((await other.client.call('getPaymentSlip', { params })).body.error, 'user_not_found');
  assert.equal((await print({ members: `${cleo.id},${member.id}` })).body.data.slips, 2);
  assert.equal((await other.print({ members: member.id })).body.error, 'user_not_found');
  const many = Array.from({ length: 101 }, () => 'usr_x').join(',');
  assert.deepEqual(faultOf(await print({ members: many })), [422, 'members', 'too_many']);
  assert.equal((await print({ members: 'usr_x' })).body.error, 'user_not_found');
});
