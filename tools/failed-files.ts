/** A reporter of the test runner: the files in which something failed, a line each. */
interface Reported {
  readonly type: string;
  readonly data: { readonly file?: string; readonly todo?: string | boolean };
}

export default async function* failedFiles(events: AsyncIterable<Reported>): AsyncGenerator<string> {
  const files = new Set<string>();
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.file !== undefined && !data.todo) files.add(data.file);
  }
  for (const file of files) yield `${file}\n`;
}
