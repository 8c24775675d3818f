/** Lists, statements and letters on paper. */
export const paper = {
  paper: {
    signatures: 'Column for signatures',
    signature: 'Signature',
    landscape: 'Landscape',
    rows: (shown: string, one: boolean) => `${shown} ${one ? 'row' : 'rows'}`,
    first: 'There are more: set a filter',
  },
  period: {
    kind: 'Period',
    kinds: { year: 'Year', quarter: 'Quarter', month: 'Month', days: 'From one day to another' },
    quarterOf: (number: number, year: string) => `Quarter ${number} of ${year}`,
    fromTo: (from: string, to: string) => `${from} to ${to}`,
  },
  accountStatement: {
    open: 'Statement to print',
    title: 'Account statement',
    of: (name: string) => `Account statement: ${name}`,
    madeOn: (time: string) => `printed on ${time}`,
    sums: (added: string, taken: string) => `Added: ${added}. Taken: ${taken}.`,
    columns: { day: 'Booked on', what: 'Booking', hours: 'Hours', after: 'Balance' },
    opening: 'Opening balance of the period',
    closing: 'Closing balance of the period',
    none: 'Nothing was booked in this period.',
  },
};
