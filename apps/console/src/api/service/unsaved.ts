/** Number of forms on the page with unsaved changes. */
let count = 0;

/** Edits that would be lost if the page went away by itself, as at the end of a session. */
export const unsaved = {
  isAny: (): boolean => count > 0,

  /** Returns how to take it back, once. */
  add(): () => void {
    count += 1;
    let isCounted = true;
    return () => {
      if (isCounted) count -= 1;
      isCounted = false;
    };
  },
};
