import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';

const DATA = resolve(__dirname, '../../../../../shared/data');
const OMOP = join(DATA, 'omop');
const ADVENTURE_WORKS = join(DATA, 'odcs/postgresql-adventureworks-contract.odcs.yaml');
const DBT = join(DATA, 'lineage/dbt-healthcare.csv');

export const realTextIsHere = [OMOP, ADVENTURE_WORKS, DBT].every((path) => existsSync(path));

const cells = (file: string): string[] =>
  (parseCsv(readFileSync(file), { bom: true, relax_column_count: true, relax_quotes: true }) as string[][]).flat();

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Every name and description that people wrote: of a clinical model, a shop's database, a graph of models. */
export function realTexts(): string[] {
  const omop = ['tables.csv', 'fields.csv'].map((name) => join(OMOP, name)).filter((path) => existsSync(path));
  const shop = textsIn(parseYaml(readFileSync(ADVENTURE_WORKS, 'utf8')));
  return [...new Set([...omop.flatMap(cells), ...shop, ...cells(DBT)])].filter((text) => text.trim() !== '');
}
