import type { Readable } from 'node:stream';
import { badRequest, invalidFields } from '@app/common';
import { readTime } from '../../event/event-time';
import { listOf, objectOf, textOf } from '../../event/lenient';
import type { DbtColumn, DbtOutcome, DbtProject, DbtRelation, DbtTest, Skipped } from '../project';
import { readNode } from './manifest-node';
import { readRecords } from './record-reader';
import type { Section } from './record-reader';

/** The files that dbt writes, under the names that the request gives them. */
export const ARTIFACTS = ['manifest', 'catalog', 'run_results'] as const;
export type Artifact = (typeof ARTIFACTS)[number];

const SECTIONS: Readonly<Record<Artifact, Readonly<Record<string, Section>>>> = {
  manifest: {
    nodes: 'each',
    sources: 'each',
    exposures: 'each',
    metrics: 'each',
    semantic_models: 'each',
    unit_tests: 'each',
  },
  catalog: { nodes: 'each', sources: 'each' },
  run_results: { results: 'each', metadata: 'whole', args: 'whole' },
};

/** Why what dbt knows beside relations and tests becomes nothing. */
const NOT_TAKEN: Readonly<Record<string, string>> = {
  exposures: 'an exposure does not say in which service its dashboard lies',
  metrics: 'the catalog has no metrics',
  semantic_models: 'the catalog has no semantic models',
  unit_tests: 'a unit test checks code, not data',
};

/** Commands that build and test. Others (`compile`, `docs generate`) write results as well, of which none tells of the data. */
const RUNNING: readonly string[] = ['build', 'run', 'test', 'seed', 'snapshot', 'retry'];

/** Characters of SQL that are kept of one project; what comes after goes without. */
const MOST_SQL = 32 * 1024 * 1024;
/** Of one statement. */
const LONGEST_SQL = 1024 * 1024;
const MOST_RELATIONS = 100_000;
/** Nodes, tests, results and whatever else one file lists: each is kept to the end, if only for the report. */
const MOST_RECORDS = 200_000;

interface CatalogEntry {
  readonly names: { readonly database?: string; readonly schema?: string; readonly name?: string };
  readonly columns: readonly DbtColumn[];
}

/** Collects what the files of a project say, in whatever order they come; no file is ever held as a whole. */
export class Artifacts {
  private readonly relations = new Map<string, DbtRelation>();
  private readonly passages = new Map<string, readonly string[]>();
  private readonly tests: DbtTest[] = [];
  private readonly skipped: Skipped[] = [];
  private readonly known = new Map<string, CatalogEntry>();
  private readonly results: unknown[] = [];
  private generatedAt: number | undefined;
  private command: string | undefined;
  private readonly seen = new Set<Artifact>();
  private sqlLeft = MOST_SQL;
  private records = 0;

  /** @throws {AppError} BAD_REQUEST for what is no JSON object, or a file that came already */
  async read(artifact: Artifact, source: Readable): Promise<void> {
    this.begin(artifact);
    await readRecords(source, artifact, SECTIONS[artifact], (section, key, value) =>
      this.take(artifact, section, key, value),
    );
  }

  /** As `read`, of a document that is parsed already. */
  add(artifact: Artifact, sent: unknown): void {
    this.begin(artifact);
    const document = objectOf(sent);
    if (!document) throw invalidFields([{ field: artifact, message: 'must be an object' }]);
    for (const [section, how] of Object.entries(SECTIONS[artifact])) {
      const value = document[section];
      if (value === undefined || value === null) continue;
      if (how === 'whole') this.take(artifact, section, '', value);
      else if (Array.isArray(value)) value.forEach((one, i) => this.take(artifact, section, String(i), one));
      else for (const [key, one] of Object.entries(objectOf(value) ?? {})) this.take(artifact, section, key, one);
    }
  }

  /** @throws {AppError} BAD_REQUEST where the manifest is missing */
  project(): DbtProject {
    if (!this.seen.has('manifest'))
      throw badRequest(
        'The manifest is missing: send the parts manifest, and if you have them catalog and run_results',
        [{ field: 'manifest', message: 'is required' }],
      );
    const relations = new Map(
      [...this.relations].map(([id, relation]) => [id, withCatalog(relation, this.known.get(id))]),
    );
    const { passages, tests } = this;
    if (this.hasRun()) return { relations, passages, tests, skipped: this.skipped, outcomes: this.outcomes() };
    const reason = `they are those of dbt ${this.command}, which builds and tests nothing`;
    return { relations, passages, tests, skipped: [...this.skipped, { id: 'run_results', reason }], outcomes: [] };
  }

  /** Results that do not say what made them are taken for those of a run. */
  private hasRun(): boolean {
    return this.command === undefined || RUNNING.includes(this.command);
  }

  private begin(artifact: Artifact): void {
    if (this.seen.has(artifact)) throw badRequest(`${artifact} is given twice; send it once`);
    this.seen.add(artifact);
    this.records = 0;
  }

  private take(artifact: Artifact, section: string, key: string, value: unknown): void {
    this.records += 1;
    if (this.records > MOST_RECORDS) throw badRequest(`${artifact} has more than ${MOST_RECORDS} nodes and results`);
    if (artifact === 'catalog') this.known.set(key, catalogEntry(value));
    else if (artifact === 'run_results') {
      if (section === 'metadata') this.generatedAt = readTime(objectOf(value)?.generated_at)?.ms;
      else if (section === 'args') this.command = textOf(objectOf(value)?.which);
      else this.results.push(value);
    } else if (Object.hasOwn(NOT_TAKEN, section)) this.skipped.push({ id: key, reason: NOT_TAKEN[section] as string });
    else this.takeNode(key, value);
  }

  private takeNode(id: string, value: unknown): void {
    const node = readNode(id, value);
    if (node.is === 'relation') {
      if (this.relations.size === MOST_RELATIONS)
        throw badRequest(`manifest has more than ${MOST_RELATIONS} relations`);
      this.relations.set(id, this.withinBudget(node.relation));
    } else if (node.is === 'passage') this.passages.set(id, node.dependsOn);
    else if (node.is === 'test') this.tests.push(node.test);
    else if (node.is === 'skipped') this.skipped.push({ id, reason: node.reason });
  }

  private withinBudget({ sql, ...relation }: DbtRelation): DbtRelation {
    if (sql === undefined || sql.length > Math.min(LONGEST_SQL, this.sqlLeft)) return relation;
    this.sqlLeft -= sql.length;
    return { ...relation, sql };
  }

  private outcomes(): DbtOutcome[] {
    return this.results.flatMap((one) => this.outcome(one));
  }

  private outcome(sent: unknown): DbtOutcome[] {
    const result = objectOf(sent);
    const [id, status] = [textOf(result?.unique_id), textOf(result?.status)];
    if (!result || id === undefined || status === undefined) return [];
    const ends = listOf(result.timing).flatMap((step) => readTime(objectOf(step)?.completed_at)?.ms ?? []);
    const timestamp = ends.length ? Math.max(...ends) : this.generatedAt;
    if (timestamp === undefined) return [];
    const message = textOf(result.message)?.slice(0, LONGEST_MESSAGE);
    const failures = Number.isSafeInteger(result.failures) ? (result.failures as number) : undefined;
    return [{ id, status, timestamp, ...(message && { message }), ...(failures !== undefined && { failures }) }];
  }
}

const LONGEST_MESSAGE = 10_000;

function catalogEntry(sent: unknown): CatalogEntry {
  const { metadata, columns } = objectOf(sent) ?? {};
  const { database, schema, name } = objectOf(metadata) ?? {};
  const names = { database: textOf(database), schema: textOf(schema), name: textOf(name) };
  const listed = Object.values(objectOf(columns) ?? {}).flatMap((one) => {
    const column = objectOf(one);
    const own = textOf(column?.name);
    const [type, comment] = [textOf(column?.type), textOf(column?.comment)];
    if (!column || own === undefined) return [];
    const place = typeof column.index === 'number' ? column.index : Number.MAX_SAFE_INTEGER;
    return [{ place, column: { name: own, ...(type && { type }), ...(comment && { description: comment }) } }];
  });
  return { names, columns: listed.sort((a, b) => a.place - b.place).map(({ column }) => column) };
}

/** The database knows how things are spelled and typed; the project what they mean. */
function withCatalog(relation: DbtRelation, entry: CatalogEntry | undefined): DbtRelation {
  if (!entry) return relation;
  const { names } = entry;
  const documented = new Map(relation.columns.map((column) => [column.name.toLowerCase(), column]));
  const columns = entry.columns.map((column) => {
    const { description, constraint } = documented.get(column.name.toLowerCase()) ?? {};
    return { ...column, ...(description && { description }), ...(constraint && { constraint }) };
  });
  const listed = new Set(entry.columns.map(({ name }) => name.toLowerCase()));
  const further = relation.columns.filter(({ name }) => !listed.has(name.toLowerCase()));
  return {
    ...relation,
    database: names.database ?? relation.database,
    schema: names.schema ?? relation.schema,
    name: names.name ?? relation.name,
    columns: [...columns, ...further],
  };
}
