/** Who a row is about: two of one name are told apart by the member's number, which is shown wherever a name is. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';

/** The name with the number in a sentence: `Anna Berger (M-7)`. */
export const nameWithNumber = (name: string, number: string | null | undefined) =>
  number ? `${name} (${number})` : name;

/**
 * The name as a list that is sorted by family names shows it, so that its order can be seen: `Berger, Anna`. A name that
 * does not end with the family name stays whole behind it: `Berger (Oma Lisbeth)`.
 */
export function listedName(name: string, familyName: string | null): string {
  if (!familyName || name === familyName) return name;
  const given = name.endsWith(` ${familyName}`) ? name.slice(0, -familyName.length).trim() : undefined;
  return given ? `${familyName}, ${given}` : `${familyName} (${name})`;
}

interface NumberedNameProps {
  href: string;
  name: string;
  number: string | null | undefined;
  strong?: boolean;
}

/**
 * The name as a link, the number quietly beside it.
 * @param strong it is what the row is about
 */
export function NumberedName({ href, name, number, strong }: NumberedNameProps) {
  return (
    <Anchor component={Link} href={href} {...(strong ? { className: 'row-link' } : {})}>
      {name}
      {number && <span className="quiet"> {number}</span>}
    </Anchor>
  );
}
