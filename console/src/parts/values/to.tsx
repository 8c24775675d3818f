/** Ways to other pages of the console, as words and as a button. */
import { Anchor, Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';

interface ToProps {
  readonly href: string;
  readonly children: ReactNode;
}

export const To = (props: ToProps & Pick<ComponentProps<'a'>, 'className' | 'aria-label'>) => (
  <Anchor component={Link} {...props} />
);

export const ButtonTo = ({ href, children }: ToProps) => (
  <Button variant="default" component={Link} href={href}>
    {children}
  </Button>
);
