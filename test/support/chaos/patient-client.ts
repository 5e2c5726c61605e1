import { randomUUID } from 'node:crypto';
import { RestClient } from '../rest-client';

/** How often, and how long, what is refused for the moment comes again, in ms. */
const REST_MS = 250;
const PATIENCE_MS = 60_000;

/**
 * A client as a server may expect it: where it must succeed and the server has no connection or no room for it at the moment, it
 * comes again, a POST under the same Idempotency-Key. What it asks for without a must is answered as it is.
 */
export class PatientClient extends RestClient {
  override async must<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Body> {
    const own: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const type: Record<string, string> = method === 'PATCH' ? { 'content-type': 'application/json-patch+json' } : {};
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.send<Body>(method, path, { body, headers: { ...own, ...type, ...headers } });
      if (answer.status < 300) return answer.body;
      const isPassing = answer.status === 503 && Date.now() < deadline;
      if (!isPassing) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await new Promise((rest) => setTimeout(rest, REST_MS));
    }
  }
}
