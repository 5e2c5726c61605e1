/** A page ends early once it holds so many bytes, with one row at least: a process answers several at once. */
export const PAGE_BYTES = 16 * 1024 * 1024;
