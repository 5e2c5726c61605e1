/** One fault of a request, by its path. */
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

  /** The error of an answer with this body. */
  static of(status: number, body: unknown): ApiError {
    return new ApiError(status, body as ErrorBody | undefined);
  }

  /** Whether the request itself was wrong, such as a malformed id. */
  get isMalformed(): boolean {
    return this.status === 400;
  }

  get isForbidden(): boolean {
    return this.status === 403;
  }

  get isMissing(): boolean {
    return this.status === 404;
  }

  /** Whether something else stands in the way, such as a proposal that is open. */
  get isConflict(): boolean {
    return this.status === 409;
  }

  /** Whether what was to be changed has changed meanwhile. */
  get isOutdated(): boolean {
    return this.status === 412;
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 503;
  }
}

/** The reason of a refusal at one field of the request; undefined where it is not about that field. */
export function messageAt(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const messages = error.details.filter((one) => one.field === field).map(({ message }) => message);
  return messages.length > 0 ? messages.join('; ') : undefined;
}

/** The answer; undefined where the API refuses it by an error that stands for none, such as that there is nothing. */
export async function unless<T>(asked: Promise<T>, isNone: (error: ApiError) => boolean): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && isNone(error)) return undefined;
    throw error;
  }
}
