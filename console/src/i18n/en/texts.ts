import type { en } from './en.ts';
import type { later } from './later.ts';

export type Translatable<T> = T extends string
  ? string
  : T extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : { readonly [Key in keyof T]: Translatable<T[Key]> };

/** Texts that are there from the beginning, and those that come with the first other screen. */
export type CoreTexts = Translatable<typeof en>;
export type LaterTexts = Translatable<typeof later>;

/** Every text of the console; what takes parameters is a function. */
export type Texts = CoreTexts & LaterTexts;
