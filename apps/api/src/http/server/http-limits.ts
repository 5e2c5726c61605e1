/** Four names of 256 characters, each of up to 4 bytes, percent-encoded: 12,288, and their quotes and dots. */
export const MAX_PARAM_LENGTH = 16_384;
/** 256 KiB: a token of a large identity provider, and an FQN in the path. */
export const MAX_HEAD_BYTES = 256 * 1024;
/** Header lines: as many as Node reads by default; many proxies send some dozens. */
export const MAX_HEADER_LINES = 2_000;
/** How long a head may take to arrive. */
export const HEAD_TIMEOUT_MS = 10_000;
/** How often Node checks for timed-out requests. */
export const CHECK_INTERVAL_MS = 1_000;
/** How long a whole request may take to arrive: 64 MiB over a slow line. */
export const REQUEST_TIMEOUT_MS = 300_000;
/** Connections whose head is not complete. */
export const MAX_OPEN_HEADS = 1_000;
