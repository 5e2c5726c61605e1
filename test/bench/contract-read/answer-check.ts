import type { RestClient } from '../../support/rest-client';
import { seededContract } from './dataset';

/** Read one at a time, and all at once. */
const SAMPLES = 200;
const MOST_FAULTS = 5;

interface Contract {
  readonly id: string;
  readonly fullyQualifiedName: string;
  readonly description: string;
  readonly schema: readonly unknown[];
  readonly entity: { readonly type: string; readonly fullyQualifiedName: string };
  readonly latestResult: { readonly status: string };
}

/**
 * What the load itself has no time to look at: whole answers against what was seeded, and that a read among many others
 * answers, to the byte and with its tag, as a read alone.
 */
export async function answerFaults(client: RestClient, count: number): Promise<string[]> {
  const step = Math.max(1, Math.floor(count / SAMPLES));
  const numbers = Array.from({ length: Math.min(SAMPLES, count) }, (_, at) => 1 + at * step);
  const paths = numbers.flatMap((n) => pathsOf(n));
  const alone: string[] = [];
  for (const path of paths) alone.push(await read(client, path));
  const together = await Promise.all(paths.map((path) => read(client, path)));
  const differing = paths
    .filter((_, at) => alone[at] !== together[at])
    .map((path) => `${path}: alone and among others differ`);
  const wrong = numbers.flatMap((n, at) => contractFaults(n, alone[2 * at] as string));
  const missing = await missingFaults(client, count + 1);
  return [...differing, ...wrong, ...missing].slice(0, MOST_FAULTS);
}

function pathsOf(n: number): [string, string] {
  const { id, fqn } = seededContract(n);
  return [`/dataContracts/${id}`, `/dataContracts/name/${encodeURIComponent(fqn)}`];
}

/** Status, tag and body as one text. */
async function read(client: RestClient, path: string): Promise<string> {
  const { status, headers, body } = await client.get(path);
  return `${status} ${headers.get('etag')}\n${JSON.stringify(body)}`;
}

function contractFaults(n: number, text: string): string[] {
  const { id, fqn, marker } = seededContract(n);
  const [head = '', body = ''] = text.split('\n', 2);
  if (!/^200 "\d+\.\d-[\w-]+"$/.test(head)) return [`contract ${n}: ${head}`];
  const found = JSON.parse(body) as Contract;
  const isRight =
    found.id === id &&
    found.fullyQualifiedName === fqn &&
    found.description.startsWith(marker) &&
    found.schema.length === 20 &&
    found.entity.type === 'table' &&
    fqn.startsWith(`${found.entity.fullyQualifiedName}.`) &&
    found.latestResult.status === 'Success';
  return isRight ? [] : [`contract ${n}: ${body.slice(0, 300)}`];
}

/** Among reads that find something, the one that finds nothing is told so, and it alone. */
async function missingFaults(client: RestClient, n: number): Promise<string[]> {
  const paths = [...pathsOf(1), ...pathsOf(n), ...pathsOf(2)];
  const found = await Promise.all(paths.map(async (path) => (await client.get(path)).status));
  const wanted = [200, 200, 404, 404, 200, 200];
  return found.every((status, at) => status === wanted[at]) ? [] : [`wanted ${wanted.join()}, found ${found.join()}`];
}
