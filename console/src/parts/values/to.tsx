/** Ways to other pages of the console, as words and as a button. */
import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface ToProps {
  readonly href: string;
  readonly children: ReactNode;
}

export const To = ({ href, children }: ToProps) => (
  <Anchor component={Link} href={href}>
    {children}
  </Anchor>
);

export const ButtonTo = ({ href, children }: ToProps) => (
  <Button variant="default" component={Link} href={href}>
    {children}
  </Button>
);
