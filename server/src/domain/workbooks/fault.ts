/** An archive or a workbook cannot be read. The message is one sentence: what it is, and what to do. */
export class PackedFileFault extends Error {
  readonly code: 'archive_encrypted' | 'archive_bounds' | 'truncated' | 'not_well_formed';
  /** Values in the sentence. */
  readonly params: Readonly<Record<string, number>>;

  constructor(code: PackedFileFault['code'], message: string, params: PackedFileFault['params'] = {}) {
    super(message);
    this.code = code;
    this.params = params;
  }
}
