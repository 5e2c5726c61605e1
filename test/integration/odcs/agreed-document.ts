import { AppError } from '@app/common';
import type { Json } from './odcs.fixture';

/** A document of which every part is mapped, beside parts that are only kept. */
export function documentFor(name: string, more: Json = {}): Json {
  return {
    ...{
      apiVersion: 'v3.0.2',
      kind: 'DataContract',
      id: 'some id',
      version: '2.3.4',
      status: 'retired',
      name: 'agreed',
    },
    domain: 'sales',
    price: { priceAmount: 9.95, priceCurrency: 'EUR' },
    description: { purpose: 'why', usage: 'how', limitations: 'not that' },
    schema: [
      {
        name,
        physicalType: 'table',
        dataGranularityDescription: 'one per row',
        properties: [
          {
            name: 'id',
            logicalType: 'integer',
            physicalType: 'bigint',
            primaryKey: true,
            primaryKeyPosition: 1,
            required: true,
          },
          {
            name: 'Note',
            physicalName: 'note',
            physicalType: 'varchar(18)',
            classification: 'restricted',
            quality: [{ type: 'text', name: 'polite', description: 'No rude words' }],
          },
        ],
      },
    ],
    slaProperties: [
      { property: 'frequency', value: 1, unit: 'd', driver: 'analytics' },
      { property: 'endOfLife', value: '2042-05-12' },
    ],
    roles: [{ role: 'reader', access: 'read', firstLevelApprovers: 'boss' }],
    support: [{ channel: '#help', url: 'https://example.org' }],
    ...more,
  };
}

/** The refusal of a promise; one that is kept or fails in another way fails the test. */
export async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const outcome = await promise.catch((error: unknown) => error);
  if (outcome instanceof AppError) return outcome;
  throw outcome instanceof Error ? outcome : new Error(`it was not refused: ${JSON.stringify(outcome)}`);
}
