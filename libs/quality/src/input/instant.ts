/** March 1973 in ms: what is smaller was meant in seconds. */
export const FIRST_INSTANT = 1e11;
/** The largest time that a JavaScript Date holds, in epoch ms. */
export const LAST_INSTANT = 8.64e15;
