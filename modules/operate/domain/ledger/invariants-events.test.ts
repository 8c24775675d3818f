/** The invariants of what a booking leaves beside the ledger, each branch seen to fail as in `invariants.test.ts`. */
import { after, before, describe } from 'node:test';
import {
  audited,
  delivery,
  event,
  type FaultRow,
  SECOND_EVENT,
  startTamperedLedger,
  statementOf,
  type TamperedLedger,
  testFaults,
  transfer,
} from '../../../../test-support/ledger/tampering.ts';

let ledger: TamperedLedger;
before(async () => {
  ledger = await startTamperedLedger();
});
after(() => ledger?.stop());

const check = (rows: readonly FaultRow[]) => testFaults(() => ledger, rows);
const P21 = statementOf('%P', '2026-11-21');

describe('I4, I5: a changed reference or event is found', () => {
  const FREE = 'drop index transfers_reference';
  const schema = ['index transfers_reference of transfers'];
  check([
    [
      'a reference used for two credits',
      [FREE, ...transfer('%again', `reference = 'kept'`)],
      // The event of its reversal carries the credit's reference as well.
      { references: ['partner %P'], events: ['event %againEvent', 'event %againBackEvent'], hashes: [P21], schema },
    ],
    [
      'a reference used for two reversals',
      [FREE, ...transfer('%againBack', `reference = 'kept'`)],
      { references: ['partner %P'], events: ['event %againBackEvent'], hashes: [P21], schema },
    ],
    ['a credit whose event is gone', [`delete from events where id = '%keptEvent'`], { oneEvent: ['transfer %kept'] }],
    [
      'a reversal whose event is gone',
      [`delete from events where id = '%returnedEvent'`],
      { oneEvent: ['transfer %returned'] },
    ],
    ['a credit with two events', [SECOND_EVENT], { events: ['event %copied'], distributed: ['event %copied'] }],
    [
      'a credit with the event of a reversal',
      event('%keptEvent', `type = 'wallet.credit_reversed'`),
      { oneEvent: ['transfer %kept'], events: ['event %keptEvent'] },
    ],
    [
      'a reversal with the event of a credit',
      event('%returnedEvent', `type = 'wallet.credited'`),
      { oneEvent: ['transfer %returned'], events: ['event %returnedEvent'] },
    ],
    ...[
      ['of another partner', 'partner_id = %Q'],
      ['of no partner', 'partner_id = null'],
      ['with another reference', `data = (data::jsonb || '{"reference": "returned"}')::json`],
      ['without its reference', `data = (data::jsonb - 'reference')::json`],
      ['with other hours', `data = (data::jsonb || '{"hours": 1.51}')::json`],
      ['without its hours', `data = (data::jsonb - 'hours')::json`],
      ['with other seconds', `data = (data::jsonb || '{"seconds": 5401}')::json`],
      ['without its seconds', `data = (data::jsonb - 'seconds')::json`],
      ['with another day', `data = (data::jsonb || '{"booked_on": "2026-11-21"}')::json`],
      ['without its day', `data = (data::jsonb - 'booked_on')::json`],
    ].map(
      ([how, change = '']): FaultRow => [
        `an event ${how}`,
        event('%keptEvent', change),
        { events: ['event %keptEvent'] },
      ],
    ),
    ...[
      ['with another reference than its credit', `data = (data::jsonb || '{"reference": "other"}')::json`],
      ['with another reference of the return', `data = (data::jsonb || '{"reversal_reference": "other"}')::json`],
      ['without the reference of the return', `data = (data::jsonb - 'reversal_reference')::json`],
    ].map(
      ([how, change = '']): FaultRow => [
        `the event of a reversal ${how}`,
        event('%returnedEvent', change),
        { events: ['event %returnedEvent'] },
      ],
    ),
  ]);
});

describe('I6, I7: a second delivery, a readable secret or token is found', () => {
  const secret = `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`;
  check([
    [
      'two deliveries of one event to one subscription',
      [
        'alter table deliveries drop constraint deliveries_community_id_event_id_subscription_id_key',
        delivery('%keptEvent'),
        delivery('%keptEvent'),
      ],
      {
        deliveries: ['event %keptEvent'],
        schema: ['constraint deliveries_community_id_event_id_subscription_id_key of deliveries'],
      },
    ],
    ...['secret_encrypted', 'previous_secret_encrypted'].map(
      (column): FaultRow => [
        `${column} in clear`,
        [`update subscriptions set ${column} = '${secret}'`],
        { secrets: ['subscription %subscription'] },
      ],
    ),
    [
      'a secret for a client id',
      [`update partners set client_id = 'tb_cs_${'a'.repeat(49)}' where id = %P`],
      { secrets: ['partner %P'] },
    ],
    ...[`tb_cs_${'a'.repeat(49)}`, `tb_at_${'Z'.repeat(20)}`, secret].map(
      (token): FaultRow => [
        `${token.slice(0, 6)}… in the audit log`,
        [audited(token)],
        { secrets: ['audit row 999999'] },
      ],
    ),
    [
      'a token in the audit log of no community',
      [audited(`tb_at_${'0'.repeat(49)}`, 'null')],
      { secrets: ['audit row 999999'] },
    ],
  ]);
});
