/** The ads of Cyclos: thirteen columns in a fixed order, then fields of the community, which are dropped. */
import type { ListingType } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import type { CyclosFile, ReadDay } from './cyclos-file.ts';
import { askPosts } from './posts.ts';
import { cellAt } from './tables.ts';
import { listingCategory, listingText, listingTitle, oneLine } from './texts.ts';
import type { MoveTools, SourceListing } from './types.ts';

const COLUMNS = 13;
const PLACES = {
  id: 0,
  type: 1,
  title: 2,
  category: 3,
  permanent: 6,
  begins: 7,
  ends: 8,
  login: 9,
  description: 12,
} as const;
const OFFERS = /^(?:offer|angebot|biete|offre|oferta|offerta|aanbod|aanbied|nabid|πρ|пред|供|提供|求?供)/;
const WANTS =
  /^(?:want|search|gesuch|suche|demand|recherche|demanda|busca|procura|richiest|cerc|vraag|gezocht|zoek|poptav|ζητ|спрос|需|求)/;

export function readCyclosAds(
  file: CyclosFile | undefined,
  numbers: ReadonlyMap<string, string>,
  dayOf: ReadDay,
  tools: MoveTools,
): SourceListing[] {
  if (!file) return [];
  const types = askTypes(file, tools);
  const posts = file.rows.flatMap((row): Parameters<typeof askPosts>[0][number][] => {
    const of = (name: keyof typeof PLACES) => cellAt(row, PLACES[name]);
    const place = { file: file.name, line: row.firstLine };
    const member = numbers.get(of('login'));
    const [id, title] = [oneLine(of('id'), 100), listingTitle(of('title')) || listingTitle(of('description'))];
    const isShort = row.fields.length < COLUMNS - 1;
    if (row.badlyQuoted !== undefined || isShort || id === '' || title === '') {
      tools.fault(
        place,
        member ?? null,
        row.badlyQuoted !== undefined ? 'bad_quotes' : isShort ? 'few_cells' : id === '' ? 'no_id' : 'no_title',
      );
      return [];
    }
    if (member === undefined) {
      tools.note('listings_left_out');
      return [];
    }
    const isPermanent = /^(?:true|1|yes)$/i.test(of('permanent'));
    const state = {
      isHidden: false,
      expiresOn: isPermanent ? '' : (dayOf(of('ends')) ?? ''),
      beginsOn: dayOf(of('begins')) ?? '',
    };
    const texts = { title, description: listingText(of('description')), category: listingCategory(of('category')) };
    const type = types.get(of('type')) as ListingType;
    return [{ ...place, id, member, type, ...texts, createdOn: dayOf(of('begins')) ?? null, state }];
  });
  return askPosts(posts, tools);
}

/** The two words are in the language of the system; one that is not known is asked about. */
function askTypes({ rows }: CyclosFile, tools: MoveTools): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  const open: string[] = [];
  for (const written of new Set(rows.map((row) => cellAt(row, PLACES.type)))) {
    const folded = foldText(written);
    const known = WANTS.test(folded) ? 'request' : OFFERS.test(folded) ? 'service' : undefined;
    if (known) types.set(written, known);
    else open.push(written);
  }
  if (open.length === 0) return types;
  const question = 'Are these ads offers of services, or requests for help?';
  const options = ['service', 'request'];
  const answers = tools.askEach({
    key: 'listing_types',
    question,
    options,
    items: open.sort(),
    suggested: () => 'service',
  });
  return new Map([...types, ...answers]);
}
