/** The ticket of a link that signs in once, and under which key it is exchanged. */
interface Ticket {
  readonly text: string;
  readonly key: string;
}

let ticket: Ticket | undefined;
const listeners = new Set<() => void>();

/** A UUID would need a page that came encrypted. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Out of the address at once, before anything else reads or stores it; from then on it is in the memory of this page alone. */
function take(): void {
  const text = /^#ticket=(.+)$/.exec(location.hash)?.[1];
  if (text === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  ticket = { text, key: newKey() };
  listeners.forEach((hear) => hear());
}

take();
// A link that is opened in a tab of the console changes nothing but the part behind #.
window.addEventListener('popstate', take);
window.addEventListener('hashchange', take);

export const linkTicket = {
  text: (): string | undefined => ticket?.text,

  key: (): string => ticket?.key ?? newKey(),

  forget: (): void => void (ticket = undefined),

  /** Calls back for each link that comes while the page is open; returns how to stop it. */
  subscribe(hear: () => void): () => void {
    listeners.add(hear);
    return () => listeners.delete(hear);
  },
};
