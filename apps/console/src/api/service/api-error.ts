/** One place of a request that was wrong. */
export interface FieldMessage {
  readonly field: string;
  readonly message: string;
}

interface ErrorBody {
  readonly message?: string;
  readonly errorType?: string;
  readonly requestId?: string;
  readonly details?: readonly FieldMessage[];
}

/** An answer of the API that is no success; status 0 where there was no answer. */
export class ApiError extends Error {
  readonly details: readonly FieldMessage[];
  readonly requestId: string | undefined;

  constructor(
    readonly status: number,
    body: ErrorBody | undefined,
  ) {
    super(body?.message ?? (status === 0 ? 'The service does not answer' : `The service answered ${status}`));
    this.details = body?.details ?? [];
    this.requestId = body?.requestId;
  }

  get isForbidden(): boolean {
    return this.status === 403;
  }

  get isMissing(): boolean {
    return this.status === 404;
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 503;
  }
}
