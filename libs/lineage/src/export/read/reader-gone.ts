/** The reader of an export went away: there is nobody to scan for. */
export class ReaderGone extends Error {}
