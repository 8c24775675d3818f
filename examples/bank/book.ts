/**
 * Books a bank's payment file: each settled payment becomes a credit for the member whose payment reference the payer
 * wrote. Run it as often as you like: the bank's own reference makes sure that each payment is booked once.
 */
import { readFile } from 'node:fs/promises';
import { createClient, type ExchangeRate, TimebankError } from '@timebank/client';

/** One line of the file: `entry_reference;amount;currency;booked_on;text`. */
interface Payment {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  /** The day on which the bank booked it. */
  readonly bookedOn: string;
  readonly text: string;
}

const [file = ''] = process.argv.slice(2);
const { BASE_URL = 'http://127.0.0.1:8080', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const client = createClient({ baseUrl: BASE_URL, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });

function readPayment(line: string): Payment {
  const [reference = '', amount = '', currency = '', bookedOn = '', text = ''] = line.split(';');
  return { reference, amount, currency, bookedOn, text };
}

/** ISO 11649, however it is spaced; the service checks its check digits. */
function paymentReferenceIn(text: string): string | undefined {
  const compact = text.toUpperCase().replace(/[\s./-]/g, '');
  // Of 18 characters; earlier ones have 20. The check digits say where it ends; the service says that they are wrong.
  const written = [16, 18].flatMap((digits) => new RegExp(`RF\\d{${digits}}`).exec(compact) ?? []);
  return written.find(hasCheckDigits) ?? written[0];
}

/** The rate that holds on the day on which the bank booked the payment. */
function rateOn(currency: string, day: string): ExchangeRate | undefined {
  const begun = rates.filter((rate) => rate.currency === currency && (rate.from ?? '') <= day);
  return begun.sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1)).at(-1);
}

/** In whole numbers, so that nothing is rounded before the end; down to hundredths of an hour. */
function hoursFor(amount: string, { hours, per_amount: perAmount }: ExchangeRate): number {
  const decimals = Math.max(...[amount, perAmount].map((text) => text.split('.')[1]?.length ?? 0));
  const whole = (text: string) => {
    const [units = '', fraction = ''] = text.split('.');
    return BigInt(units + fraction.padEnd(decimals, '0'));
  };
  return Number((whole(amount) * BigInt(hours) * 100n) / whole(perAmount)) / 100;
}

/** What became of a payment, in one line. What is not done is for a person to look at. */
/** ISO 11649: the body, then `RF` and the check digits, as a number with R = 27 and F = 15, leaves 1 modulo 97. */
const hasCheckDigits = (reference: string) => BigInt(`${reference.slice(4)}2715${reference.slice(2, 4)}`) % 97n === 1n;

async function book(payment: Payment): Promise<{ readonly done: boolean; readonly told: string }> {
  const { reference, amount, currency, bookedOn, text } = payment;
  const paymentReference = paymentReferenceIn(text);
  if (paymentReference === undefined) return { done: false, told: 'the payer wrote no payment reference' };
  if (!/^\d+(\.\d{1,2})?$/.test(amount)) return { done: false, told: `${amount} is no amount` };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(bookedOn)) return { done: false, told: `${bookedOn} is no day` };
  const rate = rateOn(currency, bookedOn);
  if (!rate) return { done: false, told: `no rate for ${currency} on ${bookedOn}` };
  try {
    const { data: member } = await client.lookupUser({ payment_reference: paymentReference });
    const { data: credit, meta } = await client.creditWallet({
      user_id: member.user_id,
      hours: hoursFor(amount, rate),
      reference,
      payment: { amount, currency },
    });
    return { done: true, told: `${credit.id}, ${credit.hours} h${meta.replayed ? ', was booked before' : ''}` };
  } catch (error) {
    // The client has repeated what may pass by itself. A 5xx or no answer at all: run the file again later.
    if (!(error instanceof TimebankError) || error.status === 0 || error.status >= 500) throw error;
    return { done: false, told: `${error.code}: ${error.description}` };
  }
}

const { exchange_rates: rates } = (await client.getMe()).data;
const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
for (const payment of lines.map(readPayment)) {
  const { done, told } = await book(payment);
  console.log(`${payment.reference}: ${done ? 'booked' : 'for a person'}: ${told}`);
  if (!done) process.exitCode = 1;
}
