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
  readonly body: Json;
  /** Fields returned with `fields=details` only. */
  readonly details: Json;
}

/** The trigger of pushed results. */
const PUSHED = 'api';

/** The members of each dimension that are returned with `fields=details` only. */
const DETAILS: Readonly<Record<string, readonly string[]>> = {
  schemaValidation: ['duplicateFields', 'typeMismatchFields', 'message'],
  semanticsValidation: ['message'],
  qualityValidation: ['message'],
  slaValidation: ['actualLatency', 'message'],
};

export function resultDocument(sent: SentResult): ResultDocument {
  const { id, timestamp, contractExecutionStatus: status, result, executionTime, message, incidentId } = sent;
  const body: Record<string, unknown> = { result, executionTime };
  const details: Record<string, unknown> = {};
  for (const [name, detailed] of Object.entries(DETAILS)) {
    const part = Object.entries((sent as unknown as Json)[name] ?? {});
    if (!(name in sent)) continue;
    body[name] = Object.fromEntries(part.filter(([member]) => !detailed.includes(member)));
    const more = part.filter(([member]) => detailed.includes(member));
    if (more.length > 0) details[name] = Object.fromEntries(more);
  }
  const extras = {
    ...details,
    ...(message !== undefined && { message }),
    ...(incidentId !== undefined && { incidentId }),
  };
  const shown = { trigger: PUSHED, ...(Object.keys(extras).length > 0 && { details: extras }) };
  return { ...(id !== undefined && { id }), timestamp, status, body, details: shown };
}
