/** The list below a field that finds accounts: those that answer, then similar names, and how many there are. */
import { Combobox } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useFormat, useText } from '../../i18n/text.ts';
import type { Option } from './party.ts';
import type { Found } from './use-found-parties.ts';

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly found: Found;
  readonly isOpen: boolean;
}

export function PickerOptions({ id: listId, label, found, isOpen }: OptionsProps) {
  const text = useText();
  const { options, marked, isAnswered, isComplete } = found;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is marked
  useEffect(() => {
    list.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' });
  }, [marked?.id]);
  const exact = options.filter(({ isNear }) => !isNear);
  const near = options.filter(({ isNear }) => isNear);
  const line = (option: Option) => <Line key={option.id} id={`${listId}-${option.id}`} option={option} found={found} />;
  return (
    <>
      {isOpen && (
        <span role="status" className="hidden">
          <Hits found={found} />
        </span>
      )}
      <Combobox.Dropdown className="picker" hidden={options.length === 0 && !isComplete}>
        <Combobox.Options ref={list} className="picker-options" aria-label={label} aria-busy={!isAnswered}>
          {exact.map(line)}
          {near.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no group of fields
            <div role="group" aria-label={text.slips.similar}>
              <p className="picker-group" aria-hidden="true">
                {text.slips.similar}
              </p>
              {near.map(line)}
            </div>
          )}
          {options.length === 0 && isComplete && <Combobox.Empty>{text.slips.noneFound}</Combobox.Empty>}
        </Combobox.Options>
        {(found.hasMore || found.count > exact.length) && (
          <p className="picker-foot" aria-hidden="true">
            <Hits found={found} />
          </p>
        )}
      </Combobox.Dropdown>
    </>
  );
}

function Line({ id, option, found: { marked, isAnswered } }: { id: string; option: Option; found: Found }) {
  const text = useText();
  const format = useFormat();
  const { name, hint, balanceHours, isActive } = option;
  const isMarked = option.id === marked?.id;
  return (
    <Combobox.Option
      value={option.id}
      id={id}
      className="picker-option"
      disabled={!isAnswered || !isActive}
      aria-selected={isMarked}
      data-marked={isMarked || undefined}
    >
      <span className="picker-name">{name}</span>
      <span className="picker-hint">{isActive ? hint : `${hint} ${text.slips.notActive}`}</span>
      <span className="picker-hint picker-balance">{text.exchanges.hours(format.hours(balanceHours))}</span>
    </Combobox.Option>
  );
}

/** How many answer, and how many of them are shown; nothing until that is known. */
function Hits({ found: { options, count, hasMore, isComplete } }: Pick<OptionsProps, 'found'>) {
  const { slips } = useText();
  if (!isComplete) return null;
  const shown = options.filter(({ isNear }) => !isNear).length;
  if (hasMore || count > shown) return slips.shownOf(shown, count, hasMore);
  const similar = options.length - shown;
  return similar === 0 ? slips.hits(count) : `${slips.hits(count)} ${slips.similarHits(similar)}`;
}
