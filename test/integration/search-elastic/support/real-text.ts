import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { missingShared, sharedPath } from '../../../support/shared-folder';

const OMOP = 'data/omop';
const ADVENTURE_WORKS = 'data/odcs/postgresql-adventureworks-contract.odcs.yaml';
const DBT = 'data/lineage/dbt-healthcare.csv';

export const missingRealText = missingShared(OMOP, ADVENTURE_WORKS, DBT);

const cells = (file: string): string[] =>
  (parseCsv(readFileSync(file), { bom: true, relax_column_count: true, relax_quotes: true }) as string[][]).flat();

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Every name and description that people wrote: of a clinical model, a shop's database, a graph of models. */
export function realTexts(): string[] {
  const omop = ['tables.csv', 'fields.csv']
    .map((name) => join(sharedPath(OMOP), name))
    .filter((path) => existsSync(path));
  const shop = textsIn(parseYaml(readFileSync(sharedPath(ADVENTURE_WORKS), 'utf8')));
  return [...new Set([...omop.flatMap(cells), ...shop, ...cells(sharedPath(DBT))])].filter(
    (text) => text.trim() !== '',
  );
}
