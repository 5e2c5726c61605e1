import type { Readable } from 'node:stream';
import { badRequest, invalidFields, TimeSlice } from '@app/common';
import { readTime, objectOf, textOf } from '../../event/lenient';
import type { DbtFreshness, DbtProject, DbtRelation, DbtTest, Skipped } from '../project';
import { groupOwners } from './governance';
import {
  catalogEntry,
  readFreshness,
  withCatalog,
  outcomeAt,
  readResult,
  type CatalogEntry,
  type RunResult,
} from './record-results';
import { MemoryBudget } from './memory-budget';
import { readNode } from './manifest-node';
import { readRecords, type Section } from './record-reader';

/** The files that dbt writes, under the names that the request gives them. */
export const ARTIFACTS = ['manifest', 'catalog', 'run_results', 'sources'] as const;
export type Artifact = (typeof ARTIFACTS)[number];

const SECTIONS: Readonly<Record<Artifact, Readonly<Record<string, Section>>>> = {
  manifest: {
    nodes: 'each',
    sources: 'each',
    exposures: 'each',
    metrics: 'each',
    semantic_models: 'each',
    unit_tests: 'each',
    groups: 'each',
  },
  catalog: { nodes: 'each', sources: 'each' },
  run_results: { results: 'each', metadata: 'whole', args: 'whole' },
  sources: { results: 'each' },
};

/** Why what dbt knows beside relations and tests becomes nothing. */
const NOT_TAKEN: Readonly<Record<string, string>> = {
  exposures: 'an exposure does not say in which service its dashboard lies',
  metrics: 'the catalog has no metrics',
  semantic_models: 'the catalog has no semantic models',
  unit_tests: 'a unit test checks code, not data',
};

/** Commands that build and test. Others (`compile`, `docs generate`) write results as well, but none about the data. */
const RUNNING: readonly string[] = ['build', 'run', 'test', 'seed', 'snapshot', 'retry'];

/** Characters of SQL that are stored of one project; later statements are dropped. */
const MOST_SQL = 32 * 1024 * 1024;
/** Characters of one statement. */
const LONGEST_SQL = 1024 * 1024;
const MOST_RELATIONS = 100_000;
/** Nodes, tests, results and whatever else one file lists: each stays in memory until the report is written. */
const MOST_RECORDS = 200_000;

/** Collects what the files of a project say, in any order; no file is ever in memory as a whole. */
export class Artifacts {
  private readonly relations = new Map<string, DbtRelation>();
  private readonly passages = new Map<string, readonly string[]>();
  private readonly tests: DbtTest[] = [];
  private readonly skipped: Skipped[] = [];
  private readonly known = new Map<string, CatalogEntry>();
  private readonly results: RunResult[] = [];
  private readonly groups = new Map<string, readonly string[]>();
  private readonly freshness: DbtFreshness[] = [];
  private generatedAt: number | undefined;
  private command: string | undefined;
  private readonly seen = new Set<Artifact>();
  private sqlLeft = MOST_SQL;
  private readonly budget = new MemoryBudget();
  private records = 0;

  /** @param mostRecords that one file may list */
  constructor(private readonly mostRecords = MOST_RECORDS) {}

  /** @throws {AppError} BAD_REQUEST for what is no JSON object, or a file that came already */
  async read(artifact: Artifact, source: Readable): Promise<void> {
    this.begin(artifact);
    await readRecords(source, artifact, SECTIONS[artifact], (section, key, value) =>
      this.take(artifact, section, key, value),
    );
  }

  /** `read` of a document that is parsed already. */
  async add(artifact: Artifact, sent: unknown): Promise<void> {
    this.begin(artifact);
    const document = objectOf(sent);
    if (!document) throw invalidFields([{ field: artifact, message: 'must be an object' }]);
    const slice = new TimeSlice();
    for (const [section, how] of Object.entries(SECTIONS[artifact])) {
      const value = document[section];
      if (value === undefined || value === null) continue;
      if (how === 'whole') this.take(artifact, section, '', value);
      else {
        // The keys of a list are its indices.
        for (const [key, one] of Object.entries(typeof value === 'object' ? value : {})) {
          this.take(artifact, section, key, one);
          await slice.turn();
        }
      }
    }
  }

  /** @throws {AppError} BAD_REQUEST where the manifest is missing */
  async project(): Promise<DbtProject> {
    if (!this.seen.has('manifest'))
      throw badRequest(
        'The manifest is missing: send the parts manifest, and if you have them catalog, run_results and sources',
        [{ field: 'manifest', message: 'is required' }],
      );
    const slice = new TimeSlice();
    const relations = new Map<string, DbtRelation>();
    for (const [id, relation] of this.relations) {
      relations.set(id, withCatalog(relation, this.known.get(id)));
      await slice.turn();
    }
    const { passages, tests, groups, freshness } = this;
    const parts = { relations, passages, tests, groups, freshness };
    if (this.hasRun()) {
      const outcomes = this.results.flatMap((result) => outcomeAt(result, this.generatedAt));
      return { ...parts, skipped: this.skipped, outcomes };
    }
    const reason = `they are those of dbt ${this.command}, which builds and tests nothing`;
    return { ...parts, skipped: [...this.skipped, { id: 'run_results', reason }], outcomes: [] };
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
    if (this.records > this.mostRecords)
      throw badRequest(`${artifact} has more than ${this.mostRecords} nodes and results`);
    if (artifact === 'catalog') this.known.set(key, this.budget.hold(artifact, catalogEntry(value)));
    else if (artifact === 'run_results') this.takeResult(section, value);
    else if (artifact === 'sources') this.takeFreshness(value);
    else if (section === 'groups') this.takeGroup(key, value);
    else if (Object.hasOwn(NOT_TAKEN, section)) this.skip(key, NOT_TAKEN[section] as string);
    else this.takeNode(key, value);
  }

  private takeResult(section: string, value: unknown): void {
    if (section === 'metadata') this.generatedAt = readTime(objectOf(value)?.generated_at)?.ms;
    else if (section === 'args') this.command = textOf(objectOf(value)?.which);
    else this.results.push(...this.budget.hold('run_results', readResult(value)));
  }

  private takeFreshness(value: unknown): void {
    const read = this.budget.hold('sources', readFreshness(value));
    if ('reason' in read) this.skip(read.id, read.reason);
    else this.freshness.push(read);
  }

  /** By its name, with which nodes name it. */
  private takeGroup(id: string, value: unknown): void {
    const name = textOf(objectOf(value)?.name) ?? id;
    this.groups.set(name, this.budget.hold('manifest', groupOwners(value)));
  }

  private takeNode(id: string, value: unknown): void {
    const node = readNode(id, value);
    if (node.is === 'relation') {
      if (this.relations.size === MOST_RELATIONS)
        throw badRequest(`manifest has more than ${MOST_RELATIONS} relations`);
      this.relations.set(id, this.budget.hold('manifest', this.withinBudget(node.relation)));
    } else if (node.is === 'passage') this.passages.set(id, this.budget.hold('manifest', node.dependsOn));
    else if (node.is === 'test') this.tests.push(this.budget.hold('manifest', node.test));
    else if (node.is === 'skipped') this.skip(id, node.reason);
  }

  private skip(id: string, reason: string): void {
    this.skipped.push(this.budget.hold('manifest', { id, reason }));
  }

  private withinBudget({ sql, ...relation }: DbtRelation): DbtRelation {
    if (sql === undefined || sql.length > Math.min(LONGEST_SQL, this.sqlLeft)) return relation;
    this.sqlLeft -= sql.length;
    return { ...relation, sql };
  }
}
