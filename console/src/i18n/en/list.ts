/** Count, order and columns of a list. */
export const list = {
  view: 'Columns',
  columns: 'Columns',
  order: 'Sort by',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
  rows: {
    members: (count: string, one: boolean) => `${count} ${one ? 'member' : 'members'}`,
    listings: (count: string, one: boolean) => `${count} ${one ? 'listing' : 'listings'}`,
    exchanges: (count: string, one: boolean) => `${count} ${one ? 'exchange' : 'exchanges'}`,
    calls: (count: string, one: boolean) => `${count} ${one ? 'API call' : 'API calls'}`,
    audit: (count: string, one: boolean) => `${count} ${one ? 'entry' : 'entries'}`,
    partners: (count: string, one: boolean) => `${count} ${one ? 'partner' : 'partners'}`,
    to_call: (count: string, one: boolean) => `${count} ${one ? 'member' : 'members'}`,
  },
  moreThan: (rows: string) => `More than ${rows}`,
  first: (rows: string) => `The first ${rows}`,
  /** @param set how many of them are set */
  moreFilters: (set: number) => (set === 0 ? 'More filters' : `More filters (${set} set)`),
  lessFilters: 'Fewer filters',
  print: 'Print',
  chart: 'Chart',
  reversed: (count: string) => `${count} of them reversed`,
  hours: (hours: string) => `${hours} h in all`,
};
