/** What the files of another system say, in one form for all systems. Amounts are whole seconds, days `YYYY-MM-DD`. */

import type {
  ExchangeKind,
  ListingStatus,
  ListingType,
  MemberStatus,
  MoveFaultCode,
  MoveFileCode,
  MoveNoteCode,
  Visibility,
} from '@timebank/contract';
import { InputFault } from '../../../../console/desk/commands/input-fault.ts';
import type { MemberDetails } from '../../../../core/people/members/detail-queries.ts';
import { fileSentence, type MoveRowFault, type MoveValues } from './sentences.ts';

/** A file of the folder or archive; its name without folders. */
export interface MoveFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A row of a file, by the physical line from 1 on which it begins. */
export interface RowPlace {
  readonly file: string;
  readonly line: number;
}

/** A row at fault. Besides the member's number, nothing of what is in the row. */
export interface RowFault extends RowPlace {
  readonly member: string | null;
  readonly code: MoveFaultCode;
  readonly values: MoveValues;
  /** One sentence without the row's texts. */
  readonly message: string;
}

export type AnswerValue = string | number;
/** An answer, or one for each item of the question. */
export type Answers = Readonly<Record<string, AnswerValue | Readonly<Record<string, AnswerValue>>>>;

/** What the files cannot say. */
export interface MoveQuestion {
  readonly key: string;
  readonly question: string;
  /** The values to choose from; null: any. */
  readonly options: readonly AnswerValue[] | null;
  /** One value, or with `items` one for each of them. */
  readonly suggested: AnswerValue | Readonly<Record<string, AnswerValue>>;
  /** What is asked about one by one; null: one answer for all. */
  readonly items: readonly string[] | null;
  /** What each option would make of the files. */
  readonly examples?: Readonly<Record<string, string>>;
}

export interface SourceMember extends RowPlace {
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly status: MemberStatus;
  readonly joinedOn: string | null;
  readonly language: string;
  /** Today's; null: the files have none, and it is what the transfers add up to. */
  readonly balanceSeconds: number | null;
  /** Absent: the community's own rule. */
  readonly visibility?: Visibility | null;
  /** How the person is called and reached; what is not there is unknown. */
  readonly details?: Partial<MemberDetails>;
}

export interface SourceListing extends RowPlace {
  readonly id: string;
  readonly member: string;
  readonly type: ListingType;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly status: ListingStatus;
  readonly createdOn: string | null;
  readonly estimatedSeconds?: number | null;
}

/**
 * Who took part in a transfer: a member by number, the community's own account, an organisation by name, or a party that
 * does not come along.
 */
export type Party =
  | { readonly kind: 'member'; readonly number: string }
  | { readonly kind: 'fund' }
  | { readonly kind: 'organisation'; readonly name: string }
  | { readonly kind: 'gone' | 'elsewhere' };

export interface SourceTransfer extends RowPlace {
  /** Unique among the transfers of the move, and the same in every run. */
  readonly id: string;
  /** Absent: an exchange. */
  readonly kind?: ExchangeKind;
  readonly day: string;
  /** Was helped. */
  readonly payer: Party;
  /** Helped. */
  readonly payee: Party;
  readonly seconds: number;
  readonly note: string;
  /** The id of the listing it was about. */
  readonly listing?: string;
  /** The kind of help; absent or empty: none. */
  readonly category?: string;
}

/** What a profile makes of all files of a system together. */
export interface MoveSource {
  readonly members: readonly SourceMember[];
  readonly listings: readonly SourceListing[];
  readonly transfers: readonly SourceTransfer[];
  /** Today's balance of the community's own account; null: not in the files. */
  readonly fundSeconds: number | null;
  /** Holders of accounts that are no people, with today's balances. */
  readonly organisations?: readonly SourceOrganisation[];
}

export interface SourceOrganisation {
  readonly name: string;
  readonly balanceSeconds: number;
}

/** The tools of a profile: it asks, and notes what is wrong or was left out. */
export interface MoveTools {
  /** The day of the move, by UTC. */
  readonly today: string;
  /** Writes the question down. @returns the answer given; until there is one, the suggestion */
  ask(question: Omit<MoveQuestion, 'items' | 'suggested'> & { readonly suggested: AnswerValue }): string;
  /** As `ask`, with one answer for each item. */
  askEach(
    question: Omit<MoveQuestion, 'suggested'> & {
      readonly items: readonly string[];
      readonly suggested: (item: string) => AnswerValue;
    },
  ): ReadonlyMap<string, string>;
  /** `units_per_hour`, as the person wrote it. */
  askUnit(question: string): string;
  fault(place: RowPlace, member: string | null, what: MoveRowFault): void;
  /** Something that the person is to know, said once. */
  note(code: MoveNoteCode): void;
}

/** How one system's files are read. @throws MoveFileFault where a file is missing or cannot be read */
export type MoveProfile = (files: readonly MoveFile[], tools: MoveTools) => Promise<MoveSource>;

/** A file that cannot be read, or is missing. */
export class MoveFileFault extends InputFault {
  readonly code: MoveFileCode;
  readonly values: MoveValues;

  /** @param message where the reader of the file has a sentence of its own */
  constructor(code: MoveFileCode, values: MoveValues = {}, message = fileSentence(code, values)) {
    super('unusable_file', message, true);
    this.code = code;
    this.values = values;
  }
}

/** An answer that is not one, or an answer to nothing. */
export class MoveAnswerFault extends InputFault {
  readonly key: string | null;

  constructor(message: string, key: string | null = null) {
    super('invalid_answers', message);
    this.key = key;
  }
}
