/** How one gets back in, protects the own account, and says who one is. */
export const ownAccount = {
  forgotten: {
    otherOwner: 'Ask another owner of your community.',
    otherOwnerHow:
      'They open Administrators in the console and choose “Reset account” beside your name. They give you a link, and you set a new password with it.',
    soleOwner: 'Are you the only owner, or do you administer several communities?',
    soleOwnerHow:
      'Ask the person who runs the server of your time bank. They run this command, with your community and your address, and give you the link that it prints:',
    phone: 'Only your phone is lost?',
    phoneHow: 'Sign in with your password and one of your recovery codes.',
  },
  protect: {
    title: 'Protect your account',
    text: 'So far, your password alone opens the books of your community. Add a passkey or an authenticator app.',
    go: 'Protect it now',
    later: (days: number) => `Ask again in ${days} days`,
    putOff: (days: number) => `You will be asked again in ${days} days.`,
  },
  person: {
    title: 'Name and address',
    lead: 'Other administrators see your name beside your actions. You sign in with your e-mail address.',
    name: 'Name',
    email: 'E-mail address',
    save: 'Save',
    saved: 'Your account is updated.',
    signInWith: (email: string) => `Saved. From now on, sign in as ${email}.`,
    taken: 'This address cannot be used.',
  },
};
