import { QUALITY } from './cases/quality.cases';
import { SCHEMA_COLUMNS } from './cases/schema-columns.cases';
import { SCHEMA_CONSTRAINTS } from './cases/schema-constraints.cases';
import { SCHEMA_MESSAGES } from './cases/schema-message.cases';
import { SCHEMA_TYPES } from './cases/schema-types.cases';
import { SEMANTICS } from './cases/semantics.cases';
import { SLA_DAYS } from './cases/sla-day.cases';
import { SLA_TARGETS } from './cases/sla-target.cases';
import { VERDICTS } from './cases/verdict.cases';

const TABLES = {
  QUALITY,
  SCHEMA_COLUMNS,
  SCHEMA_CONSTRAINTS,
  SCHEMA_MESSAGES,
  SCHEMA_TYPES,
  SEMANTICS,
  SLA_DAYS,
  SLA_TARGETS,
  VERDICTS,
};

const number = (...tables: (readonly unknown[])[]): number => tables.reduce((sum, { length }) => sum + length, 0);

/** A table that shrinks by accident, for example by a filter or a lost spread, would still pass. */
describe('the decision table', () => {
  it.each([
    ['schema', number(SCHEMA_COLUMNS, SCHEMA_CONSTRAINTS, SCHEMA_MESSAGES, SCHEMA_TYPES), 145],
    ['semantics', number(SEMANTICS), 55],
    ['quality', number(QUALITY), 25],
    ['SLA', number(SLA_TARGETS, SLA_DAYS), 125],
    ['the whole verdict', number(VERDICTS), 30],
    ['all of it', number(...Object.values(TABLES)), 385],
  ])('is not thin: %s has %i cases, of at least %i', (_dimension, cases, least) => {
    expect(cases).toBeGreaterThanOrEqual(least);
  });

  it.each(Object.entries(TABLES))('has no case twice: %s', (_name, table) => {
    const titles = table.map(([title]) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
