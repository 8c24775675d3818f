import { write } from './query.ts';

export const writeProbe = write(
  'write_probe',
  `insert into write_probe (written_at, filler) values ($at, $filler)
   on conflict (id) do update set written_at = excluded.written_at, filler = excluded.filler`,
);
