/** The reader of an export disconnected: the scan can stop. */
export class ReaderGone extends Error {}
