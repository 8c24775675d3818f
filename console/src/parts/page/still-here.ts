import { useEffect, useRef } from 'react';

/** Tells whether the page is still shown: who has gone on while it was saved is not taken away from there. */
export function useStillHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
