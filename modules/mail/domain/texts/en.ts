import { shownHours } from '../../../../console/pages/voice/hours.ts';
import { OFFICE, OFFICE_FIRST, sayMoment } from '../../../../console/pages/voice/voice.ts';
import type { MailTexts } from './types.ts';

const ROLES = {
  owner: 'owner',
  administrator: 'administrator',
  coordinator: 'coordinator',
  treasurer: 'treasurer',
  auditor: 'auditor',
} as const;

const day = (text: string | Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));

const BY = { letter: 'with the code of your letter', mail: 'by mail', number: 'by mail' } as const;

const hours = (seconds: number) => shownHours(seconds, 'en');

const counted = (one: string, several: string) => (count: number, more: boolean) =>
  more ? `more than ${count} ${several}` : `${count} ${count === 1 ? one : several}`;

const ENDS = {
  confirmed: { subject: 'Confirmed', text: 'It is confirmed and counts.' },
  office: {
    subject: `${OFFICE_FIRST} will look at it`,
    text: `${OFFICE_FIRST} will look at it. Nothing counts until then.`,
  },
  withdrawn: { subject: 'Withdrawn', text: 'It was withdrawn, and nothing is left to do.' },
  ended: { subject: 'Ended', text: `It has ended without being booked. If that surprises you, ring ${OFFICE}.` },
} as const;

/** All mails in English. */
export const MAIL_TEXTS_EN: MailTexts = {
  hiddenMember: 'A member',
  actsFor: (name) => `You act for ${name}. This is written to ${name}:`,
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  from: (community) => `This message comes from ${community}.`,
  stop: 'No more messages of this kind:',
  linkOnly: 'If the link cannot be opened, copy this address into your browser:',
  invitation: ({ community, role, until }) => ({
    subject: `Your invitation to ${community}`,
    paragraphs: [
      `You are invited to help run the time bank ${community} as ${ROLES[role]}.`,
      'Open the link, give your name and choose a password.',
    ],
    label: 'Accept the invitation',
    after: [`The link works once, until ${day(until)}. Nothing happens if you do not open it.`],
  }),
  password: ({ minutes }) => ({
    subject: 'Your new password',
    paragraphs: ['A new password was requested for your account. Open the link to choose one.'],
    label: 'Choose a new password',
    after: [
      `The link works once, for ${minutes} minutes. A code from your app or a passkey stays as it is.`,
      'You did not ask for it? Then you need do nothing: your password stays as it is.',
    ],
  }),
  signIn: ({ community, minutes, number }) => ({
    subject: 'Your link to sign in',
    paragraphs: [`With this link you open your pages of ${community}. It works once, for ${minutes} minutes.`],
    label: 'Sign in',
    after: [`Or type this number where you asked: ${number}`, 'Not you? Do nothing.'],
  }),
  addressNew: ({ community, minutes, number }) => ({
    subject: 'Is this your new address?',
    paragraphs: [
      `This address was given on the pages of ${community}. Is it yours? Then open the link in the browser in which you are signed in. It works once, for ${minutes} minutes.`,
    ],
    label: 'Use this address',
    after: [`Or type this number where you asked: ${number}`, 'Not you? Do nothing.'],
  }),
  addressOld: ({ community }) => ({
    subject: 'Your address was changed',
    paragraphs: [
      `Messages of ${community} do not come to this address any more, and it does not sign you in.`,
      `Was it not you? Then ring ${OFFICE} at once.`,
    ],
  }),
  deputyOfMember: ({ community, who }) => ({
    subject: `${who} acts for you now`,
    paragraphs: [
      `On the pages of ${community} ${who} acts for you from now on: sees your hours, and records, confirms and asks for you.`,
      `Do you not want that? Then end it on your pages, under My data, or ring ${OFFICE}.`,
    ],
    label: 'Who acts for me',
  }),
  deputyItself: ({ community, who }) => ({
    subject: `You act for ${who} now`,
    paragraphs: [
      `On the pages of ${community} you may act for ${who} from now on: see the hours, and record, confirm and ask for this member.`,
      `Do you not want that? Then ring ${OFFICE}.`,
    ],
    label: 'Open the pages',
  }),
  newDevice: ({ community, device, at, way }) => ({
    subject: 'You have signed in',
    paragraphs: [
      `Your pages of ${community} were opened ${BY[way]} on ${sayMoment(at)}.`,
      `The device: ${device === '' ? 'not known' : device}`,
      'Was it you? Then you need do nothing.',
      `Was it not you? Look at your devices, end the one that you do not know, and tell ${OFFICE}.`,
    ],
    label: 'Look at my devices',
    after: [`You cannot get in any more? Ring ${OFFICE}.`],
  }),
  joinReceived: ({ community }) => ({
    subject: `Your message to ${community}`,
    paragraphs: [
      `Thank you. You have written that you would like to take part. ${OFFICE_FIRST} reads it and gets in touch with you.`,
      `Was it not you? Then please tell ${OFFICE}.`,
    ],
  }),
  joinAccepted: () => ({
    subject: 'Welcome',
    paragraphs: [`You wanted to take part. ${OFFICE_FIRST} has made you a member: from now on you give and get help.`],
    label: 'To your pages',
    onPaper: `The code of a letter opens your pages. ${OFFICE_FIRST} gives it to you.`,
  }),
  test: ({ community }) => ({
    subject: `A test message from ${community}`,
    paragraphs: ['This message was sent from the settings of your time bank. It has arrived: mail works.'],
  }),
  listing: ({ title, endsOn, onPages }) => ({
    subject: `Your listing ends on ${day(endsOn)}`,
    paragraphs: [
      `Your listing “${title}” ends on ${day(endsOn)}. After that day other members do not see it any more.`,
      onPages
        ? `Should it stay? Renew it on your page with one press, or tell ${OFFICE}.`
        : `Should it stay? Tell ${OFFICE}, and it will be renewed.`,
    ],
    label: 'Open my listing',
  }),
  answered: ({ who, title, message, contact }) => ({
    subject: `${who} has answered: ${title}`,
    paragraphs: [
      `${who} has answered your listing “${title}”:`,
      message,
      contact.length > 0
        ? `You can reach ${who} here: ${contact.join(', ')}`
        : `${who} shows neither telephone nor address. Reply on your pages, or tell ${OFFICE}.`,
    ],
    label: 'Look and reply',
  }),
  replied: ({ who, title, reply, declined, contact }) => ({
    subject: declined ? `${who} declines: ${title}` : `${who} has replied: ${title}`,
    paragraphs: [
      declined
        ? `${who} thanks you for your answer to “${title}”, and declines.`
        : `${who} has replied to your answer to “${title}”:`,
      ...(reply === null ? [] : [reply]),
      ...(contact.length > 0 ? [`You can reach ${who} here: ${contact.join(', ')}`] : []),
    ],
    label: 'Look at it',
  }),
  written: ({ who, title, message, day: on, isOff, isOwn, withFile, contact }) => ({
    subject:
      on === null ? `${who} has written: ${title}` : `${isOff ? 'Called off' : 'Agreed on'}: ${day(on)}, ${title}`,
    paragraphs: [
      ...(isOwn ? [] : [`${who} writes about “${title}”:`]),
      ...(message === null ? [] : [message]),
      ...(on === null ? [] : [isOff ? `${day(on)} is called off.` : `Agreed on: ${day(on)}, with ${who}.`]),
      ...(!withFile || on === null ? [] : ['The file with this mail puts it right in your calendar.']),
      ...(contact.length > 0 ? [`You can reach ${who} here: ${contact.join(', ')}`] : []),
    ],
    label: 'Look at it',
    entry: `${isOff ? 'Called off: ' : ''}${title} (${who})`,
  }),
  proposalWaits: ({ seconds, day: on, other, helped, reminds }) => ({
    subject: `${reminds ? 'Reminder: is that right?' : 'Is that right?'} ${hours(seconds)} with ${other}`,
    paragraphs: [
      helped
        ? `${other} has written down that you helped for ${hours(seconds)} on ${day(on)}.`
        : `${other} has written down that you were helped for ${hours(seconds)} on ${day(on)}.`,
      'It counts as soon as you say yes. If something is wrong, you can say so there, too.',
    ],
    label: 'Look and answer',
  }),
  proposalDone: ({ seconds, day: on, other, state }) => ({
    subject: `${ENDS[state].subject}: ${hours(seconds)} with ${other}`,
    paragraphs: [`It is about ${hours(seconds)} with ${other} on ${day(on)}.`, ENDS[state].text],
    label: 'Look at it',
  }),
  news: {
    digest: ({ community }) => ({
      subject: `What is new: ${community}`,
      paragraphs: ['This is new since last week. Press a line to open it.'],
    }),
    category: ({ community }) => ({
      subject: `New, and fits yours: ${community}`,
      paragraphs: ['This has come since yesterday, in the categories of your own requests and offers.'],
    }),
    waiting: 'Waiting for your answer',
    requests: 'People who need help',
    offers: 'People who offer help',
    listing: (title, who) => `${title} – ${who}`,
    hours: ({ seconds, day: on, other }) => `${hours(seconds)} with ${other} on ${day(on)}`,
    label: 'Open my pages',
  },
  alerts: {
    label: 'Open the console',
    tasks: {
      subject: 'Something new waits for the office',
      paragraphs: [
        'Something came since yesterday morning. All that waits now is in the list: press a line to open it.',
      ],
      heading: 'To do',
      items: {
        hours_to_settle: counted('entry of members to settle', 'entries of members to settle'),
        answers_to_hand_on: counted('answer to hand on', 'answers to hand on'),
        letters_to_print: counted('message to print', 'messages to print'),
        mails_refused: counted('mail that the mail server does not take', 'mails that the mail server does not take'),
        listings_held: counted('listing to review', 'listings to review'),
        listings_ending: counted('listing that ends soon', 'listings that end soon'),
        members_pending: counted('member to activate', 'members to activate'),
        members_leaving: counted('member who wants to leave', 'members who want to leave'),
      },
    },
    webhooks: ({ partner, host, reason }) => ({
      subject: `Messages to ${partner} are switched off`,
      paragraphs: [
        `${partner} does not get messages at ${host} any more: the service has given up.`,
        `The reason: ${reason}`,
        'Ask the partner to repair its receiver, then switch the webhook on again.',
      ],
    }),
    keys: ({ partner, endsOn }) => ({
      subject: `A secret of ${partner} ends on ${day(endsOn)}`,
      paragraphs: [
        `After ${day(endsOn)} ${partner} can no longer use this secret, and cannot book hours with it.`,
        'Give the partner a new one in time.',
      ],
    }),
    bank: ({ lines, days }) => ({
      subject: lines === 1 ? 'One bank line is unexplained' : `${lines} bank lines are unexplained`,
      paragraphs: [
        lines === 1
          ? `One line from the bank has waited for more than ${days} days to be explained.`
          : `${lines} lines from the bank have waited for more than ${days} days to be explained.`,
      ],
    }),
    backup: ({ lastOn }) => ({
      subject: 'There is no recent backup',
      paragraphs: [
        lastOn === null
          ? 'The service finds no backup in the folder of its backups.'
          : `The newest backup is of ${day(lastOn)}. One is made every day.`,
        'Look at the log of the service, and at the space on the disk of the backups.',
      ],
    }),
  },
};
