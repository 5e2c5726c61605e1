/** Who asks. nobody sends no token. */
export type Caller = 'admin' | 'viewer' | 'consumer' | 'steward' | 'nobody';

/**
 * A request in symbols: it names what earlier answers gave, so that it can be sent to any build. `{{name.member}}` in path, headers and
 * body is a member of the answer that was saved under the name (`@etag`: its tag); `{{ago:5000}}` a time that many milliseconds before
 * the beginning of the run, `{{day:-3}}` a day.
 */
export interface Step {
  /** Unique in its chapter. */
  readonly label: string;
  readonly as: Caller;
  readonly method: string;
  /** Below /api/v1; behind `//` from the root. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, `{'@base64': …}` as bytes, anything else as JSON. */
  readonly body?: unknown;
  /** The answer is known by this name where it is a success. */
  readonly save?: string;
  /** Asked again until the answer has the text, or for `PATIENCE_MS`; the last answer counts. */
  readonly until?: string;
}

/** Steps that belong together; their answers are recorded in a file of their own. */
export interface Chapter {
  readonly name: string;
  readonly steps: readonly Step[];
}

export const PATCH_TYPE = 'application/json-patch+json';

type More = Omit<Partial<Step>, 'label' | 'method' | 'path'>;

/** Collects the steps of a chapter, and gives each a label. */
export class Steps {
  private readonly list: Step[] = [];
  private readonly used = new Map<string, number>();

  /** @param what says what the step is about; a second one of the same words gets a number */
  add(what: string, request: string, more: More = {}): void {
    const [method = '', path = ''] = request.split(/ (.*)/);
    const count = (this.used.get(what) ?? 0) + 1;
    this.used.set(what, count);
    const isPatch = method === 'PATCH' && more.headers?.['content-type'] === undefined;
    const headers = isPatch ? { 'content-type': PATCH_TYPE, ...more.headers } : more.headers;
    const label = count === 1 ? what : `${what} (${count})`;
    this.list.push({ label, as: 'admin', method, path, ...more, ...(headers && { headers }) });
  }

  /** The same request by several callers. */
  each(callers: readonly Caller[], what: string, request: string, more: More = {}): void {
    for (const as of callers) this.add(`${what}, ${as}`, request, { ...more, as });
  }

  chapter(name: string): Chapter {
    return { name, steps: this.list };
  }
}
