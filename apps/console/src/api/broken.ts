import type { Schemas } from './service/client';

/** The latest statuses of a contract that does not hold: wholly, or in part. */
export const BROKEN = [
  'Failed',
  'PartialSuccess',
] as const satisfies Schemas['DataContractResult']['contractExecutionStatus'][];

/** Of a status in any case, as searches answer it. */
export const isBroken = (status: string): boolean => BROKEN.some((one) => one.toLowerCase() === status.toLowerCase());
