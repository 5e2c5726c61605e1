/**
 * How long a test waits for what comes by itself, in ms. Far above what it takes on a busy machine, and below the limit that Jest has,
 * so that the test can say what it waited for. No promise of the service is measured by it.
 */
export const PATIENCE_MS = 100_000;
