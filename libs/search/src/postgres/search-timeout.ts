/** A statement took longer than it may. */
export class SearchTimeout extends Error {}
