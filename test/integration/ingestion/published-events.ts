import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingShared, sharedPath } from '../../support/shared-folder';

/** Events of Airflow, Spark and a simple run that OpenLineage publishes. */
const FOLDER = 'data/openlineage';

export const missingEvents = missingShared(FOLDER);

export interface SentEvent {
  readonly eventType: string;
  readonly run: { readonly runId: string };
  readonly inputs?: readonly SentDataset[];
  readonly outputs?: readonly SentDataset[];
}

export interface SentDataset {
  readonly namespace: string;
  readonly name: string;
  readonly facets?: {
    readonly schema?: { readonly fields: readonly { readonly name: string }[] };
    readonly columnLineage?: {
      readonly fields: Readonly<
        Record<string, { readonly inputFields: readonly { namespace: string; name: string; field: string }[] }>
      >;
    };
  };
}

export function publishedEvents(): SentEvent[] {
  return readdirSync(sharedPath(FOLDER), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(sharedPath(FOLDER), name), 'utf8')) as SentEvent);
}

/** Shuffled by a seed: the same seed, the same order. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const left = [...list];
  let state = seed >>> 0 || 1;
  return list.map(() => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return left.splice((state >>> 0) % left.length, 1)[0] as T;
  });
}
