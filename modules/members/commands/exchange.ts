/** `timebank exchange …`: help between members, recorded, corrected and listed, as in the console. */
import { randomUUID } from 'node:crypto';
import {
  asTable,
  type CommonOptions,
  inCommunity,
  inCommunityBy,
  operationCommand,
} from '../../../console/desk/commands/operation.ts';
import { correctExchange, type Exchange, listExchanges, recordExchange } from '../contract/exchanges.ts';

interface RecordOptions extends CommonOptions {
  readonly provider: string;
  readonly receiver: string;
  readonly date: string;
}

export const EXCHANGE_COMMANDS = [
  operationCommand({
    words: 'exchange record',
    description: 'book an exchange from the receiver to the provider',
    operation: recordExchange,
    on: inCommunity,
    shape: (command) => command.requiredOption('--date <day>', 'the day the help was given, such as 2026-05-31'),
    own: { key: () => randomUUID(), service_date: ({ date }: RecordOptions) => date },
    lines: ({ id, hours }, { provider, receiver, community }) => [
      `${hours} h booked from ${receiver} to ${provider}. To reverse it:`,
      `timebank exchange correct ${id}${community === undefined ? '' : ` --community ${community}`} --reason "..."`,
    ],
  }),
  operationCommand({
    words: 'exchange correct',
    description: 'reverse an exchange, once; then record it again correctly',
    operation: correctExchange,
    on: inCommunityBy('exchangeId', 'exchange id'),
    lines: ({ hours }) => [`${hours} h reversed.`],
  }),
  operationCommand({
    words: 'exchange list',
    description: 'list exchanges, newest first unless sorted otherwise',
    operation: listExchanges,
    on: inCommunity,
    lines: asTable(['day', 'time', 'receiver -> provider', '', 'id'], (row: Exchange) => [
      ...[row.service_date, `${row.hours} h`, `${nameOf(row.receiver)} -> ${nameOf(row.provider)}`],
      ...[[row.kind === 'gift' ? 'gift' : '', row.correction === null ? '' : 'corrected'].join(' ').trim(), row.id],
    ]),
  }),
];

const nameOf = ({ name, kind }: Exchange['provider']) => name ?? kind;
