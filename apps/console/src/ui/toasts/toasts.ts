/** The outcome of an action in a sentence, and its undo where the API has one. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => Promise<unknown>) | undefined;
}

/** Older ones go as soon as there are more. */
const MOST_SHOWN = 3;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]): void {
  shown = next;
  listeners.forEach((hear) => hear());
}

export const toasts = {
  list: (): readonly Toast[] => shown,

  /** Calls back at each change; returns how to stop it. */
  subscribe(hear: () => void): () => void {
    listeners.add(hear);
    return () => listeners.delete(hear);
  },

  add(text: string, undo?: () => Promise<unknown>): void {
    lastId += 1;
    show([...shown, { id: lastId, text, undo }].slice(-MOST_SHOWN));
  },

  remove(id: number): void {
    show(shown.filter((one) => one.id !== id));
  },
};
