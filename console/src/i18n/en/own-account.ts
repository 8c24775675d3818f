/** How one gets back in, protects the own account, and says who one is. */
export const ownAccount = {
  forgotten: {
    otherOwner: 'Ask another owner of your community.',
    otherOwnerHow:
      'They open Administrators in the console and choose “Reset account” beside your name. They give you a link, and you set a new password with it.',
    soleOwner: 'Are you the only owner, or do you administer several communities?',
    soleOwnerHow:
      'Ask the person who runs the server of your time bank. They run this command, with your community and your address, and give you the link that it prints:',
    phone: 'Is only your phone lost?',
    phoneHow: 'Sign in with a passkey of another device, or with your password and one of your recovery codes.',
  },
  backup: {
    last: 'Last backup:',
    late: (when: string) => `The last backup was made ${when}`,
    none: 'There is no backup yet',
    todo: 'The service makes one every day. The reason is in its log.',
  },
  protect: {
    title: 'Protect your account',
    text: 'So far, your password alone opens the books of your community. Set up the authenticator app: then the password needs a code as well. A passkey spares you both.',
    go: 'Protect it now',
    later: (days: number) => `Ask again in ${days} days`,
    putOff: (days: number) => `You will be asked again in ${days} days.`,
  },
  passkeys: {
    title: 'Passkeys',
    lead: 'Sign in with your fingerprint, your face or the PIN of your device: without a password, and safe from forged sign-in pages.',
    name: 'Name',
    nameHint: 'By this name you will recognise the device.',
    added: 'Added',
    used: 'Last used',
    neverUsed: 'Never',
    add: 'Add a passkey',
    how: 'Your browser asks where to save the passkey, and for your fingerprint, face or PIN.',
    go: 'Continue',
    done: 'The passkey is added. You can sign in with it from now on.',
    remove: 'Remove',
    removeThis: (name: string) => `Remove passkey: ${name}`,
    removeTitle: (name: string) => `Remove the passkey “${name}”?`,
    removeText:
      'Nobody can sign in with it any more. Sessions that are open stay open; you can end them below. Delete the passkey on the device as well.',
    removed: 'The passkey is removed.',
    passwordAlone:
      'Your password alone still opens your account. Set up the authenticator app: then it also needs a code.',
    byAddress:
      'Passkeys belong to a host name, such as timebank.example.org. You opened the console by an IP address. Open it by its name to add one.',
    unsupported: 'This browser cannot use passkeys.',
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
