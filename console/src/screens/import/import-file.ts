/** What an import is asked with, and the example files. */
import type { ConsoleQuery } from '@timebank/contract/console';
import type { ImportKind } from '@timebank/contract/words';
import { csvOf } from './csv.ts';

export const SEPARATOR_VALUES = ['comma', 'semicolon', 'tab', 'bar'] as const;
export const ENCODING_VALUES = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'utf-16le',
  'macintosh',
] as const;

/** How the person wants the file understood; '' leaves it to the service. */
export interface Reading {
  readonly kind: ImportKind;
  readonly separator: (typeof SEPARATOR_VALUES)[number] | '';
  readonly encoding: string;
  /** Our column by a name of the header in small letters; '' leaves it out. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly skipBad: boolean;
}

export function queryOf({ kind, separator, encoding, mapping, skipBad }: Reading): ConsoleQuery<'previewImport'> {
  return {
    kind,
    ...(separator ? { separator } : {}),
    ...(encoding ? { encoding } : {}),
    ...(Object.keys(mapping).length > 0 ? { columns: JSON.stringify(mapping) } : {}),
    ...(skipBad ? { skip_bad: 'yes' } : {}),
  };
}

const EXAMPLES: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  members: [
    ['external_id', 'name', 'email', 'status', 'joined_on', 'balance_hours', 'language', 'visible_to_partners'],
    ['M-1', 'Anna Berger', 'anna@example.org', 'active', '2019-05-31', '12.5', 'de', 'yes'],
    ['M-2', 'Ben Lang', '', 'active', '', '0', '', 'no'],
  ],
  listings: [
    ['external_id', 'member_external_id', 'type', 'title', 'description', 'category', 'estimated_hours', 'status'],
    ['L-1', 'M-1', 'service', 'Bicycle repair', 'I come by with tools.', 'Repairs', '1.5', 'active'],
  ],
  exchanges: [
    ['external_id', 'service_date', 'provider_external_id', 'receiver_external_id', 'hours', 'note'],
    ['E-1', '2026-05-31', 'M-1', 'M-2', '1:30', 'Bicycle repair'],
  ],
};

export function exampleFile(kind: ImportKind): string {
  return csvOf(EXAMPLES[kind]);
}
