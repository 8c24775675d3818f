/** Fields that most people leave as they are: folded, until they are wanted or a fault is in one of them. */
import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/text.ts';

export function More({ hasFault, children }: { hasFault: boolean; children: ReactNode }) {
  const { act } = useText();
  const [isWanted, setWanted] = useState(false);
  const isOpen = isWanted || hasFault;
  return (
    <>
      <Group>
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setWanted(!isOpen)}>
          {act.moreFields}
        </Button>
      </Group>
      {isOpen && children}
    </>
  );
}
