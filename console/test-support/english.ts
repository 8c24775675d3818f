/** Finds English among texts that should be German. */
import { OPERATIONS } from '@timebank/contract';
import { allTexts } from './texts.ts';

const [en, de] = [allTexts('en'), allTexts('de')];

/** English texts whose German is another. */
export function englishOnly(): string[] {
  const found = new Map<string, boolean>();
  const walk = (one: unknown, other: unknown) => {
    if (typeof one === 'string') found.set(one, (found.get(one) ?? true) && one !== other);
    else if (one && typeof one === 'object') {
      for (const [key, value] of Object.entries(one)) walk(value, (other as Record<string, unknown>)[key]);
    }
  };
  walk(en, de);
  for (const { summary } of OPERATIONS) found.set(summary, true);
  // A word that some German text uses as well tells nothing.
  const german = JSON.stringify(de);
  return [...found].flatMap(([text, differs]) =>
    differs && text.length > 2 && !german.includes(`"${text}"`) ? [text] : [],
  );
}

/** Words that every English sentence has one of, and no German one. */
const ENGLISH_WORD =
  /(?<![\p{L}\p{N}_.-])(?:the|The|of|and|is|Is|are|with|With|this|This|that|That|from|From|by|By|it|It|its|be|can|cannot|must|than|when|When|your|Your|you|You|which|each|Each|if|If|or|into|only|Only|but|there|There|any|since|after|before|until|does|not|No|on|at|has|have|to|To|error|failed|invalid|required|unknown|missing)(?![\p{L}\p{N}_-]|\.\p{L})/u;

/** An id of the service, a moment as the API writes it, or JSON: none of them is for a reader. */
const RAW =
  /\b(?:usr|lst|whs|dlv|crd|evt)_[0-9a-z]{26}\b|\b(?:community|partner|administrator|account|credential|import|move|bank_line|category):\d|\d{4}-\d{2}-\d{2}T\d{2}:|[{[]"|\b[a-z]+_[a-z_]+\b/;

/** Texts with what only programs read. Addresses are as they are, and a secret is known by its hint. */
export const rawAmong = (texts: readonly string[]): string[] =>
  texts.filter((text) => RAW.test(text.replace(/\S+@\S+|https?:\/\/\S+|\btb_[a-z]+_\S+/g, '')));

/** Texts that are English, known ones or any sentence. Addresses of the web and of e-mail speak no language. */
export function englishAmong(texts: readonly string[], known: readonly string[]): string[] {
  const words = (text: string) => text.replace(/\S+@\S+|https?:\/\/\S+/g, '');
  return texts.filter((text) => known.includes(text) || ENGLISH_WORD.test(words(text)));
}
