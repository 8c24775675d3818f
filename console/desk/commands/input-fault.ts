/** What a person has brought cannot be used. A command ends with the code; the message is one sentence for the person. */
export class InputFault extends Error {
  readonly failure: string;
  /** Whether a file could not be read at all, for which a command has an exit code of its own. */
  readonly isUnreadable: boolean;

  constructor(failure: string, message: string, isUnreadable = false) {
    super(message);
    this.failure = failure;
    this.isUnreadable = isUnreadable;
  }
}
