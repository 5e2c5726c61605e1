import type { ExecutionStatus } from './execution-status';

type Json = Readonly<Record<string, unknown>>;

/** A pushed result, checked. */
export interface SentResult {
  readonly id?: string;
  /** Ignored: the request says which contract is meant. */
  readonly dataContractFQN?: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly contractExecutionStatus: ExecutionStatus;
  readonly result?: string;
  readonly schemaValidation?: object;
  readonly semanticsValidation?: object;
  readonly qualityValidation?: object;
  readonly slaValidation?: object;
  readonly executionTime?: number;
  readonly message?: string;
  readonly incidentId?: string;
  /** The producer, where it checked a part of the contract: its result is added up with those of other producers. */
  readonly producer?: string;
  /** Whether the producer follows from the tool: its part counts until the next push of the tool. Callers cannot send it. */
  readonly isLasting?: boolean;
}

/** A pushed result among many, with its contract by id or by FQN. */
export interface SentBulkResult extends SentResult {
  readonly contractId?: string;
  readonly contractFQN?: string;
}

/** A result as it is stored: `body` without the fields in separate columns (id, contract, timestamp, status). */
export interface ResultDocument {
  readonly id?: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly status: ExecutionStatus;
  /** JSON text. */
  readonly body: string;
  /** JSON text of the fields returned with `fields=details` only. */
  readonly details: string;
  /** Producer of a result that is still to be added up with the parts of others. */
  readonly producer?: string;
  /** Whether its part counts until the next push of its producer. */
  readonly isLasting?: boolean;
}

/** Details of pushed results: their trigger. */
const PUSHED = { trigger: 'api' };
const NO_MORE = JSON.stringify(PUSHED);

/** The dimensions, each with its members that are returned with `fields=details` only. */
const DIMENSIONS = [
  ['schemaValidation', ['duplicateFields', 'typeMismatchFields', 'message']],
  ['semanticsValidation', ['message']],
  ['qualityValidation', ['message']],
  ['slaValidation', ['actualLatency', 'message']],
] as const;

export function resultDocument(sent: SentResult): ResultDocument {
  const { id, timestamp, contractExecutionStatus: status, result, executionTime, message, incidentId } = sent;
  const { producer, isLasting } = sent;
  const body: Record<string, unknown> = { result, executionTime };
  let details: Record<string, unknown> | undefined;
  for (const [name, detailed] of DIMENSIONS) {
    const part = sent[name] as Json | undefined;
    body[name] = part;
    if (!part || !detailed.some((member) => part[member] !== undefined)) continue;
    const isDetail = ([member]: [string, unknown]): boolean => detailed.some((one) => one === member);
    body[name] = Object.fromEntries(Object.entries(part).filter((member) => !isDetail(member)));
    (details ??= {})[name] = Object.fromEntries(Object.entries(part).filter(isDetail));
  }
  if (message !== undefined || incidentId !== undefined) details = { ...details, message, incidentId };
  return {
    ...(id !== undefined && { id }),
    timestamp,
    status,
    body: JSON.stringify(body),
    details: details ? JSON.stringify({ ...PUSHED, details }) : NO_MORE,
    ...(producer !== undefined && { producer, isLasting: isLasting ?? false }),
  };
}
