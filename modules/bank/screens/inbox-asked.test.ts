/** What may be one movement of two reports is asked in the inbox, in words that a treasurer knows, and the answer holds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { changeRates } from '../../../core/partners/rates/rates.ts';
import { reportFile } from '../../../test-support/movement-reports.ts';

const console_ = await testConsole();

for (const [button, done, proposed] of [
  ['The same', 'Kept as one movement.', [3600]],
  ['Another payment', 'Kept as another payment.', [3600, 3600]],
] as const) {
  test(`a payment that two reports date two days apart is asked about; "${button}" is kept`, async () => {
    const { service } = console_;
    const community = await service.createCommunity();
    const act = { communityId: community.id, actor: 'test', partnerId: null };
    await changeRates(service.deps, act, { hoursPerUnit: { EUR: '1/20' }, from: null });
    const anna = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
    const owner = await console_.administrator(community);
    const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/inbox`, {
      width: 390,
      height: 844,
    });
    const told = { amount: 20, payer: 'Thea Brandlhuber', account: 'DE75512108001245126199', endToEndId: 'E-77' };
    const text = `Stunden ${anna.paymentReference}`;
    for (const [report, day] of [
      ['camt.052', '2026-11-26'],
      ['camt.053', '2026-11-28'],
    ] as const) {
      const buffer = Buffer.from(reportFile(report, [{ ...told, text, day }]));
      await page.setInputFiles('input[type=file]', { name: `${report}.xml`, mimeType: 'text/xml', buffer });
      await page.getByText(/^1 (?:of 1 )?files? (?:is|are) imported/).waitFor();
    }
    await page.getByText('Another file has a movement that may be this one.').waitFor();
    await page.getByText(/^Is it this one\? .*Thea Brandlhuber.*\(Not booked yet\)$/).waitFor();
    await assertAccessible(page, 'a line that is asked about');
    await assertNoSideScrolling(page, 'a line that is asked about');
    await page.getByRole('button', { name: new RegExp(`Thea Brandlhuber is ${button.toLowerCase()}`) }).click();
    await page.getByText(done).waitFor();
    await page.getByText('1 h for Anna Berger').first().waitFor();
    await page.getByText('Another file has a movement that may be this one.').waitFor({ state: 'detached' });
    const open = await service.ownerQuery(
      `select proposed_seconds::int as seconds from bank_lines where community_id = $1 and state = 'open' order by id`,
      [community.id],
    );
    assert.deepEqual(
      open.map(({ seconds }) => seconds),
      [...proposed],
    );
    assert.deepEqual(faults, []);
    await close();
  });
}
