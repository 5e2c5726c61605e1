import { CONTAINERS } from '@app/catalog';
import type { TableContainer } from '@app/catalog';
import { invalidFields } from '@app/common';
import { QueryReader } from '../query-reader';
import type { RawQuery } from '../query-reader';

export const FORMATS = ['csv', 'json'] as const;

export interface ExportQuery {
  readonly container: TableContainer;
  readonly format: (typeof FORMATS)[number];
  readonly raw: boolean;
}

/** @throws {AppError} BAD_REQUEST, also where not exactly one container is named */
export function exportQuery(query: RawQuery): ExportQuery {
  const reader = new QueryReader(query);
  const named = (Object.keys(CONTAINERS) as TableContainer['by'][]).flatMap((by) => {
    const fqn = reader.text(by);
    return fqn === undefined ? [] : [{ by, fqn }];
  });
  const format = reader.word('format', FORMATS, 'csv');
  const raw = reader.boolean('raw');
  reader.end();
  const [container] = named;
  if (!container || named.length > 1) throw notOneContainer(named);
  return { container, format, raw };
}

function notOneContainer(named: readonly TableContainer[]): Error {
  const allowed = `give the FQN of one of ${Object.keys(CONTAINERS).join(', ')}`;
  if (!named.length) return invalidFields([{ field: 'databaseSchema', message: `is missing; ${allowed}` }]);
  return invalidFields(named.map(({ by }) => ({ field: by, message: `stands beside another container; ${allowed}` })));
}

export interface ImportQuery {
  readonly dryRun: boolean;
  readonly raw: boolean;
  readonly databaseSchema: string | undefined;
}

/** @throws {AppError} BAD_REQUEST */
export function importQuery(query: RawQuery): ImportQuery {
  const reader = new QueryReader(query);
  const [dryRun, raw, databaseSchema] = [
    reader.boolean('dryRun'),
    reader.boolean('raw'),
    reader.text('databaseSchema'),
  ];
  reader.end();
  if (databaseSchema === '') throw invalidFields([{ field: 'databaseSchema', message: 'must be the FQN of a schema' }]);
  return { dryRun, raw, databaseSchema };
}
