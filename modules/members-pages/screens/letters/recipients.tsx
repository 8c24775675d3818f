/** To whom letters go: a group, or members chosen one by one. */
import { Button, Group, Radio, Stack } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../../console/src/i18n/text.ts';
import { AccountPicker } from '../../../../console/src/parts/forms/account-picker.tsx';
import { NOBODY, type Party } from '../../../../console/src/parts/forms/party.ts';

export const GROUPS_OF_MEMBERS = ['active', 'silent', 'pending', 'chosen'] as const;
export type GroupOfMembers = (typeof GROUPS_OF_MEMBERS)[number];

interface RecipientsProps {
  group: GroupOfMembers;
  onGroup: (group: GroupOfMembers) => void;
  chosen: readonly Party[];
  onChosen: (chosen: readonly Party[]) => void;
  /** Those that the letter may go to. */
  groups?: readonly GroupOfMembers[];
}

export function Recipients({ group, onGroup, chosen, onChosen, groups = GROUPS_OF_MEMBERS }: RecipientsProps) {
  const text = useText();
  const [typed, setTyped] = useState(NOBODY);
  return (
    <Stack gap="sm">
      <Radio.Group label={text.letters.who} value={group} onChange={(value) => onGroup(value as GroupOfMembers)}>
        <Stack gap="xs" mt="xs">
          {groups.map((one) => (
            <Radio key={one} size="md" value={one} label={text.letters.whom[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {group === 'chosen' && (
        <>
          <AccountPicker
            label={text.letters.add}
            value={typed}
            onChange={(update) => {
              const next = update(typed);
              if (!next.party) return setTyped(next);
              const { party } = next;
              if (!chosen.some(({ id }) => id === party.id)) onChosen([...chosen, party]);
              setTyped(NOBODY);
            }}
          />
          <Group gap="xs">
            {chosen.map((party) => (
              <Button
                key={party.id}
                variant="default"
                size="xs"
                rightSection={<X size={14} aria-hidden="true" />}
                aria-label={text.letters.remove(party.name)}
                onClick={() => onChosen(chosen.filter(({ id }) => id !== party.id))}
              >
                {party.name}
              </Button>
            ))}
          </Group>
        </>
      )}
    </Stack>
  );
}
