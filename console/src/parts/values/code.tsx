/** A value that is copied as it is: an id, a key, a line for a terminal. */
export function Code({ children, block }: { children: string; block?: boolean }) {
  return block ? (
    <pre className="code-block">
      <code>{children}</code>
    </pre>
  ) : (
    <code className="code">{children}</code>
  );
}
