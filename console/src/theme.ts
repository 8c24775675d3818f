/**
 * Colours, spacing and defaults. Text on every colour used keeps 4.5:1 and the border of a field 3:1, in light and dark
 * (WCAG 2.2, 1.4.3 and 1.4.11).
 */
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  PasswordInput,
  Select,
  Skeleton,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { PressButton } from './press.tsx';

const harbour: MantineColorsTuple = [
  '#eefaf8',
  '#d7f1ed',
  '#afe4db',
  '#82d3c7',
  '#5cc3b5',
  '#2fa396',
  '#147c73',
  '#0f6f68',
  '#0c5b55',
  '#084641',
];

const red: MantineColorsTuple = [
  '#fff1ef',
  '#ffe0dc',
  '#ffc0b9',
  '#ffa097',
  '#ff8a80',
  '#ef5d51',
  '#d23c30',
  '#b42318',
  '#931b12',
  '#74130c',
];

const dark: MantineColorsTuple = [
  '#e6eaea',
  '#c3caca',
  '#a3adad',
  '#7c8787',
  '#3b4546',
  '#2c3536',
  '#232b2c',
  '#1a2122',
  '#141a1b',
  '#0e1314',
];

export const theme = createTheme({
  colors: { harbour, red, dark },
  primaryColor: 'harbour',
  // White text on either.
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  components: {
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
    Tooltip: Tooltip.extend({ defaultProps: { events: { hover: true, focus: true, touch: true } } }),
    // Enter takes what a typed word finds, as in the fields of slips: also what is chosen already, which stays chosen.
    Select: Select.extend({
      defaultProps: { selectFirstOptionOnChange: true, allowDeselect: false, onKeyDown: keepEnterInList },
    }),
    // A person sees all that is typed.
    Textarea: { defaultProps: { autosize: true } },
    // A picture without a name is nothing to be read.
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    // All buttons are made of it.
    UnstyledButton: UnstyledButton.extend({ defaultProps: { component: PressButton } }),
    // The toggle's name is given where the input is used, in the person's language.
    PasswordInput: PasswordInput.extend({ defaultProps: { size: 'md' } }),
  },
});

/**
 * Over an open list Enter is for the list: where nothing was found, a form would be sent with what was chosen before. So
 * it would behind a list that was closed by Escape, while the field still shows the word.
 */
function keepEnterInList(event: KeyboardEvent<HTMLInputElement>): void {
  const { dataset } = event.currentTarget;
  if (event.key === 'Enter') {
    const takes = dataset.expanded !== undefined && event.currentTarget.hasAttribute('aria-activedescendant');
    if (dataset.expanded !== undefined || dataset.typed !== undefined) event.preventDefault();
    if (takes) delete dataset.typed;
  } else if (event.key === 'Tab') delete dataset.typed;
  else if (event.key.length === 1 || event.key === 'Backspace') dataset.typed = 'true';
}

/** Mantine's own tints of grey and red do not reach the contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1b2323',
    '--mantine-color-dimmed': '#55605f',
    '--mantine-color-placeholder': '#697473',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#c9d1d0',
    // Of fields and boxes: 3:1 on every ground.
    '--tb-field': '#7c8786',
    '--tb-accent': '#0f6f68',
    '--tb-canvas': '#f5f7f6',
    '--tb-surface': '#ffffff',
    '--tb-sunken': '#eef2f1',
    '--tb-line': '#dfe5e4',
    '--tb-good': '#14794a',
    '--tb-good-soft': '#e3f5eb',
    '--tb-wait': '#8a5a00',
    '--tb-wait-soft': '#fdf2d8',
    '--tb-bad': '#b42318',
    '--tb-bad-soft': '#fdeae8',
    '--tb-info': '#1d5f8a',
    '--tb-info-soft': '#e5f1f9',
    '--tb-chart-ok': '#147c73',
    '--tb-chart-refused': '#d89614',
    '--tb-chart-failed': '#d23c30',
    '--tb-chart-exchanged': '#14794a',
    '--tb-chart-credited': '#1d5f8a',
    '--tb-chart-members': '#6b4fa0',
    '--tb-chart-listings': '#7a6a55',
  },
  dark: {
    '--mantine-color-body': '#141a1b',
    '--mantine-color-text': '#e1e6e6',
    '--mantine-color-dimmed': '#a3adad',
    '--mantine-color-placeholder': '#8c9797',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-red-light-color': '#ff9d94',
    '--mantine-color-harbour-light-color': '#82d3c7',
    '--mantine-color-default': '#1f2728',
    '--mantine-color-default-hover': '#28312f',
    '--mantine-color-default-border': '#465152',
    '--mantine-color-anchor': '#5cc3b5',
    '--tb-field': '#748081',
    '--tb-accent': '#5cc3b5',
    '--tb-canvas': '#111617',
    '--tb-surface': '#1a2122',
    '--tb-sunken': '#222a2b',
    '--tb-line': '#2e3839',
    '--tb-good': '#6fd6a0',
    '--tb-good-soft': '#163528',
    '--tb-wait': '#f0c566',
    '--tb-wait-soft': '#3a2e12',
    '--tb-bad': '#ff9d94',
    '--tb-bad-soft': '#43201d',
    '--tb-info': '#8cc7ee',
    '--tb-info-soft': '#152f41',
    '--tb-chart-ok': '#2fa396',
    '--tb-chart-refused': '#e0ae45',
    '--tb-chart-failed': '#ef5d51',
    '--tb-chart-exchanged': '#6fd6a0',
    '--tb-chart-credited': '#6fb6e3',
    '--tb-chart-members': '#b79ee6',
    '--tb-chart-listings': '#c3b299',
  },
});
