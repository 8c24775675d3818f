/** A place onto which files are dropped, around the button that chooses them. */
import { type ReactNode, useState } from 'react';

interface DropTargetProps {
  disabled?: boolean;
  /** At least one file. */
  drop: (files: readonly File[]) => void;
  children: ReactNode;
}

export function DropTarget({ disabled = false, drop, children }: DropTargetProps) {
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to do what the button inside does
    <div
      className="drop-zone"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0 && !disabled) drop(files);
      }}
    >
      {children}
    </div>
  );
}
