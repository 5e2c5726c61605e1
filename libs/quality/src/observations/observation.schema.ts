import { shape } from '@app/catalog';
import type { JsonSchema } from '@app/catalog';
import { badRequest, childPath } from '@app/common';
import type { ErrorDetail } from '@app/common';
import { bodyReader } from '../input/body-check';
import { instant, list } from '../input/body-schema';
import { OBSERVATION_KINDS, OWN_SOURCE } from './observation';
import type { Observation } from './observation';

/** As for other bulk writes. */
const MOST_OBSERVATIONS = 10_000;
/** It is a part of the key: with four bytes a character it stays below the 2,704 bytes of an index row. */
const MAX_SOURCE = 256;

export const OBSERVATION_SCHEMA: JsonSchema = shape.closed(
  {
    timestamp: instant,
    kind: shape.oneOf(...OBSERVATION_KINDS),
    dataTimestamp: { ...instant, description: 'Of an arrival: how new its newest data is, in epoch milliseconds' },
    available: { type: 'boolean', description: 'Of availability: whether it was there' },
    source: { type: 'string', maxLength: MAX_SOURCE },
  },
  ['timestamp', 'kind'],
);

type SentObservation = Omit<Observation, 'source'> & { readonly source?: string };

const readOne = bodyReader<SentObservation>('an observation', OBSERVATION_SCHEMA, (one) => faultsOf(one, ''));
const readMany = bodyReader<SentObservation[]>('observations', list(OBSERVATION_SCHEMA, MOST_OBSERVATIONS), (many) =>
  many.flatMap((one, at) => faultsOf(one, childPath('', at))),
);

/**
 * One observation, or a list of them; of those with the same kind, timestamp and source the last one counts.
 *
 * @throws {AppError} BAD_REQUEST that names every wrong field
 */
export function readObservations(sent: unknown): Observation[] {
  if (sent === undefined) throw badRequest('The body is missing; it must be an observation or a list of them');
  const all = Array.isArray(sent) ? readMany(sent) : [readOne(sent)];
  const byKey = new Map<string, Observation>();
  for (const one of all) {
    const observation = { ...one, source: one.source ?? '' };
    byKey.set(`${one.kind} ${one.timestamp} ${observation.source}`, observation);
  }
  return [...byKey.values()];
}

function faultsOf({ kind, dataTimestamp, available, source }: SentObservation, path: string): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const fault = (name: string, message: string) => faults.push({ field: childPath(path, name), message });
  if (kind === 'availability' && available === undefined) fault('available', 'is required for the kind availability');
  if (kind !== 'availability' && available !== undefined)
    fault('available', `is for the kind availability, not ${kind}`);
  if (kind !== 'arrival' && dataTimestamp !== undefined) fault('dataTimestamp', `is for the kind arrival, not ${kind}`);
  if (source?.startsWith(OWN_SOURCE))
    fault('source', `must not begin with ${OWN_SOURCE}, which is for evidence of the catalog's own`);
  return faults;
}
