/** Numbers that a telephone dials when they are pressed, one to a line, each whole and with room to press it. */
import { Anchor } from '@mantine/core';

export function Phones({ phones }: { phones: readonly (string | null)[] }) {
  const known = phones.filter((one) => one !== null && one !== '');
  if (known.length === 0) return <span className="quiet">–</span>;
  return known.map((one) => (
    <div key={one} className="phone">
      <Anchor href={`tel:${one?.replace(/[^+\d]/g, '')}`}>{one}</Anchor>
    </div>
  ));
}
