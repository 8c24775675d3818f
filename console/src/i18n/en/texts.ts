import type { en } from './en.ts';

export type Translatable<T> = T extends string
  ? string
  : T extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : { readonly [Key in keyof T]: Translatable<T[Key]> };

/** Every text of the console; what takes parameters is a function. */
export type Texts = Translatable<typeof en>;
