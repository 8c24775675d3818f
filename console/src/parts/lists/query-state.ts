/** Filters that live in the address, so that a list can be linked, reloaded and come back to. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** The named parameters of the address, '' where absent, and a way to change some of them in place. */
export function useQueryState<Name extends string>(
  names: readonly Name[],
): [Readonly<Record<Name, string>>, (changes: Partial<Record<Name, string>>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ''])) as Record<Name, string>;
  const change = useCallback(
    (changes: Partial<Record<Name, string>>) => {
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, String(value));
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      );
    },
    [setParameters],
  );
  return [values, change];
}

/** The values that are set, as an operation's query takes them. */
export function setOnly<Values extends Readonly<Record<string, string>>>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<Values>;
}

/** Rows of a list that are read at once. */
export const PER_PAGE = 50;
