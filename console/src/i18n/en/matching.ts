/** A bank's statement compared with the credits. */
import { counted } from './common.ts';

export const matching = {
  matching: {
    open: 'Compare with the bank’s file',
    title: 'Compare with the bank’s file',
    lead: 'Your bank’s statement (camt.053 XML, or CSV) is compared with what this partner credited. Nothing is changed.',
    file: 'Statement file',
    fileHint: 'At most 32 MB. It is read and compared, not kept.',
    choose: 'Choose a file',
    day: 'Only for credits of this day',
    dayHint: 'Empty: the days of the statement. Days are UTC days.',
    go: 'Compare',
    noFile: 'Choose a file first.',
    tooLarge: 'The file is larger than 32 MB.',
    settingsTitle: 'How it is compared',
    by: 'Credits carry',
    byMeans: {
      entry_reference: 'the bank’s own reference of the transfer (AcctSvcrRef)',
      end_to_end_id: 'the payer’s end-to-end id',
    },
    worth: 'An hour is worth',
    worthOne: (amount: string, currency: string) => `${amount} ${currency}`,
    worthNone: 'Not set: amounts are not compared.',
    change: 'Change',
    currency: 'Currency',
    currencyHint: 'Three letters, such as EUR',
    amount: 'Amount for one hour',
    amountHint: 'Empty: amounts in this currency are not compared.',
    badAmount: 'A number above 0, such as 20 or 12.50.',
    badCurrency: 'Three capital letters, such as EUR.',
    saved: 'Saved.',
    allGood: 'Everything matches',
    allGoodText: (payments: number, days: string) =>
      `${counted(payments, 'payment', 'payments')} and every credit of ${days} agree.`,
    differences: (number: number) => `${counted(number, 'difference', 'differences')} to look at`,
    period: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    summary: (matched: number, returned: number) =>
      `${counted(matched, 'payment agrees', 'payments agree')}, ${counted(returned, 'returned payment is', 'returned payments are')} taken back.`,
    skipped: (others: number, notBooked: number) =>
      `Left aside: ${counted(others, 'other movement', 'other movements')} (fees, own transfers), ${counted(notBooked, 'not booked yet', 'not booked yet')}.`,
    truncated: 'Only the first 2,000 of a kind are listed; the numbers count all.',
    place: 'In the file',
    amountPaid: 'Paid',
    worthHours: (hours: string) => `worth ${hours} h`,
    reference: 'Reference',
    none: 'none',
    credit: 'Credit',
    creditOf: (hours: string, name: string) => `${hours} h to ${name}`,
    noCredit: 'none',
    named: (name: string) => `The payer named ${name}.`,
    groups: {
      amount_differs: {
        title: 'The amount differs',
        todo: 'Ask the partner to take the credit back and credit the right amount. If amounts are not compared, or all differ by the same factor, say below what an hour is worth.',
      },
      member_differs: {
        title: 'Credited to somebody else than the payer named',
        todo: 'Ask the partner. If the payer is right: take the credit back and credit the member who was named.',
      },
      on_statement_not_credited: {
        title: 'Paid, but not credited',
        todo: 'Ask the partner to send the credit; repeating it is safe. If the member has left, the payment goes back to the payer.',
      },
      credited_not_on_statement: {
        title: 'Credited, but not on the statement',
        todo: 'Compare the next day’s statement too. If the payment never arrives, ask the partner to take the credit back.',
      },
      returned_without_reversal: {
        title: 'The payment came back, but the credit stands',
        todo: 'Ask the partner to take the credit back.',
      },
      unusable_reference: {
        title: 'Without a usable reference',
        todo: 'These cannot be compared by themselves. Compare name and amount by hand, and ask the bank for references of its own.',
      },
      case_differs: {
        title: 'The reference differs only in capitals',
        todo: 'Ask the partner which is right before anything is credited: for the service these are two payments.',
      },
      matched: { title: 'Payments that agree', todo: '' },
      returned: { title: 'Returned payments that were taken back', todo: '' },
    },
  },
};
