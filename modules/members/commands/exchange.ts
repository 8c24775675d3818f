/** `timebank exchange …`: help between members, recorded, corrected and listed, as in the console. */
import { randomUUID } from 'node:crypto';
import { type CommonOptions, inCommunityBy, operationCommand } from '../../../console/desk/commands/operation.ts';
import { ownOption } from '../../../console/desk/commands/operation-options.ts';
import { correctExchange, type Exchange, listExchanges, recordExchange } from '../contract/exchanges.ts';

interface RecordOptions extends CommonOptions {
  readonly provider: string;
  readonly receiver: string;
}

const nameOf = ({ name, kind }: Exchange['provider']) => name ?? kind;

export const EXCHANGE_COMMANDS = [
  operationCommand('exchange record', recordExchange, {
    help: 'book an exchange from the receiver to the provider',
    own: {
      service_date: ownOption('--date <day>', 'the day the help was given, such as 2026-05-31', undefined, true),
      key: () => randomUUID(),
    },
    lines: ({ id, hours }, { provider, receiver, community }: RecordOptions) => [
      `${hours} h booked from ${receiver} to ${provider}. To reverse it:`,
      `timebank exchange correct ${id}${community === undefined ? '' : ` --community ${community}`} --reason "..."`,
    ],
  }),
  operationCommand('exchange correct', correctExchange, {
    help: 'reverse an exchange, once; then record it again correctly',
    on: inCommunityBy('exchangeId', 'exchange id'),
    lines: ({ hours }) => [`${hours} h reversed.`],
  }),
  operationCommand('exchange list', listExchanges, {
    help: 'list exchanges, newest first unless sorted otherwise',
    columns: ({ service_date, hours, receiver, provider, kind, correction, id }) => ({
      ...{
        day: service_date,
        time: `${hours} h`,
        'receiver -> provider': `${nameOf(receiver)} -> ${nameOf(provider)}`,
      },
      '': [kind === 'gift' ? 'gift' : '', correction === null ? '' : 'corrected'].join(' ').trim(),
      id,
    }),
  }),
];
