/** All that is stored about a member, in plain words on paper. */
import type { MailState, MemberMailKind } from '@timebank/contract';

const mailKinds: Readonly<Record<MemberMailKind, string>> = {
  hours: 'Hours on the account',
  listings: 'Listings that end',
  messages: 'Messages of the office',
  digest: 'Digest',
  alerts: 'Alerts',
};
const mailStates: Readonly<Record<MailState, string>> = {
  due: 'Waiting',
  sent: 'Sent',
  print: 'To be printed',
  printed: 'Printed',
  dropped: 'Not sent',
  failed: 'Did not arrive',
};

export const memberData = {
  memberData: {
    read: 'Read and print',
    title: (name: string) => `Data stored about ${name}`,
    made: (time: string) => `As of ${time}`,
    yes: 'Yes',
    field: 'What',
    value: 'Stored',
    none: 'Nothing is stored.',
    truncated: 'A part has more entries than one copy takes: the newest are here.',
    status: 'Status',
    erased: 'Personal data erased on',
    createdAt: 'Entered here on',
    updatedAt: 'Last changed on',
    lowerLimit: 'Lower limit',
    upperLimit: 'Upper limit',
    emailIsBad: 'No mail arrives at the address',
    mailKinds: 'Mail that the member gets',
    kinds: mailKinds,
    booklet: 'Printed in the booklet',
    statusReason: 'Reason for the status',
    statusAt: 'Status since',
    office: 'File of the office',
    checks: 'Checks',
    recordedAt: 'Recorded on',
    calls: 'Calls of the office',
    listings: 'Listings',
    listingText: 'Text',
    bookings: 'Bookings on the account',
    partners: 'What partners see',
    reads: 'Partners who read the e-mail address',
    bank: 'Movements at the bank',
    bankSource: 'From',
    sources: { statement: 'Comparison', inbox: 'Inbox' },
    mails: 'Mail to the member',
    mailKind: 'Kind',
    mailState: 'What became of it',
    states: mailStates,
  },
};
