/** Letters to members, and the members' pages that they open. */
export const letters = {
  letters: {
    title: 'Letters to members',
    lead: 'One page each, with the address where a window envelope shows it.',
    kind: 'Letter',
    kinds: { welcome: 'Welcome', balance: 'Balance', invitation: 'Way to their own pages' },
    language: 'Language of the letter',
    who: 'To whom',
    whom: {
      active: 'All active members',
      silent: 'Active members without an e-mail address',
      pending: 'Members who wait for activation',
      chosen: 'Members that I choose',
    },
    add: 'Add a member',
    remove: (name: string) => `Take ${name} off the list`,
    subject: 'Subject',
    body: 'Text',
    bodyHint: (words: string) => `These words are replaced: ${words}.`,
    save: 'Keep as our text',
    saved: 'The text is kept for the next letters.',
    reset: 'Back to the first text',
    show: 'Show the letters',
    nobody: 'No member fits this choice.',
    noAddress: (count: string, one: boolean) =>
      one ? '1 letter has no address: hand it over.' : `${count} letters have no address: hand them over.`,
    codesEnd: 'Each letter gets a new code. The codes of earlier letters to the same members end.',
    square: 'Square to scan with a phone',
    openUntil: (day: string) => `It opens your pages once, until ${day}.`,
    pages: 'Members’ pages',
    pagesOn: (address: string) => `Members see their hours at ${address}.`,
    pagesOff: 'Members cannot see their hours yet. Switch the pages on, then send each member a letter with a way in.',
    switchOn: 'Switch the pages on',
    switchOff: 'Switch the pages off',
    switchedOn: 'The members’ pages are on.',
    switchedOff: 'The members’ pages are off.',
    noSandbox: 'A sandbox has no pages for members.',
    texts: {
      welcome: {
        title: 'Welcome to {community}',
        body: 'Dear {name},\n\nwelcome to {community}. Your member number is {number}.\n\nAn hour of help that you give earns you an hour of help that you get, whatever it is. Your balance is {balance}.\n\nIf you transfer money for hours, please write this reference on the transfer: {reference}\n\nKind regards\n{community}',
      },
      balance: {
        title: 'Your balance on {today}',
        body: 'Dear {name},\n\non {today} your account shows {balance}.\n\nIf you think that something is missing, please get in touch.\n\nKind regards\n{community}',
      },
      invitation: {
        title: 'Your way to your hours',
        body: 'Dear {name},\n\nyou can now see your hours yourself, on a phone or a computer. Hold the camera of your phone over the square below, or open {address} and type the code.\n\nKind regards\n{community}',
      },
    },
  },
};
