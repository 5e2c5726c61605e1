import { EntityFinder, EntityReader, entityTypes, EntityWriter, joinFqn, renderEntityLink } from '@app/catalog';
import { type Actor, AppError, sameJson, unlessRefused } from '@app/common';
import { Injectable } from '@nestjs/common';
import { type Json, textOf } from '../../document/json';
import type { DocumentReference } from '../../document/contract-document';
import type { FoundTest } from '../../odcs/mapping/tests';
import type { ReportWriter } from '../../odcs/mapping/report';
import { OdcsRepository } from '../../documents/odcs.repository';
import type { PreparedImport } from './odcs-importer';

/** The test case that a rule of a document stands for. */
export interface NamedCase {
  /** Absent: it is not there yet, or the caller may not see it. */
  readonly id?: string;
  readonly test: FoundTest;
  readonly reference: DocumentReference;
}

/** Makes test cases of the quality rules of a document. */
@Injectable()
export class TestCaseMaker {
  constructor(
    private readonly reader: EntityReader,
    private readonly writer: EntityWriter,
    private readonly finder: EntityFinder,
    private readonly documents: OdcsRepository,
  ) {}

  /** The test cases that the rules of a document stand for, whether they are there or not. One statement. */
  async named(actor: Actor, { asset, mapped: { tests } }: PreparedImport): Promise<NamedCase[]> {
    if (tests.length === 0) return [];
    const fqns = tests.map(({ column, name }) => joinFqn(String(asset.fullyQualifiedName), ...column, name));
    const found = new Map((await this.documents.withFqns(actor, 'testCase', fqns)).map(({ fqn, id }) => [fqn, id]));
    return tests.map((test, index) => {
      const fullyQualifiedName = fqns[index]!;
      const id = found.get(fullyQualifiedName);
      return { test, reference: { type: 'testCase', fullyQualifiedName }, ...(id !== undefined && { id }) };
    });
  }

  /** Ids of the test cases that are made of some of the rules of a document. @throws {AppError} FORBIDDEN for a rule with SQL of its own */
  async makeOf(actor: Actor, { asset, mapped }: PreparedImport, cases: readonly NamedCase[]): Promise<string[]> {
    const fqn = String(asset.fullyQualifiedName);
    const tests = cases.map(({ test }) => test);
    await this.requireOwnSql(actor, fqn, tests);
    return this.make(actor, fqn, tests, mapped.report);
  }

  /**
   * Rules of type sql read all that the user of the connection may SELECT: they are imported only by who may edit tests of the table, unless
   * their test case is there as they say.
   * @throws {AppError} FORBIDDEN, which names the first one
   */
  async requireOwnSql(actor: Actor, tableFqn: string, tests: readonly FoundTest[]): Promise<void> {
    for (const test of tests) {
      if (test.metric !== 'sql' || (await this.stored(actor, tableFqn, test))) continue;
      try {
        await this.finder.findFor(actor, 'EditTests', 'table', { fqn: tableFqn });
        return;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'FORBIDDEN') throw error;
        const message = `${error.message}; the rule ${test.name} has SQL of its own`;
        throw new AppError('FORBIDDEN', message, error.refusal && { refusal: error.refusal });
      }
    }
  }

  /** The id of the test case of an SQL rule that has not changed. */
  private async stored(actor: Actor, tableFqn: string, test: FoundTest): Promise<string | undefined> {
    const found = await this.find(actor, 'testCase', joinFqn(tableFqn, ...test.column, test.name));
    return found && sameJson(found.parameterValues, test.parameters) ? String(found.id) : undefined;
  }

  /** Ids of the test cases, created or found. A rule for which the caller may not create one is only stored in the document. */
  async make(actor: Actor, tableFqn: string, tests: readonly FoundTest[], report: ReportWriter): Promise<string[]> {
    const ids: string[] = [];
    for (const test of tests) {
      try {
        ids.push(await this.makeOne(actor, tableFqn, test));
        report.mapped(test.path);
      } catch (error) {
        const stored = test.metric === 'sql' ? await this.stored(actor, tableFqn, test) : undefined;
        if (stored !== undefined) {
          ids.push(stored);
          report.mapped(test.path);
          continue;
        }
        if (!(error instanceof AppError) || !EXPECTED.has(error.code)) throw error;
        report.notUnderstood(test.path, `no test case was made: ${error.message}`);
      }
    }
    return ids;
  }

  private async makeOne(
    actor: Actor,
    tableFqn: string,
    { name, metric, column, parameters, rule }: FoundTest,
  ): Promise<string> {
    const testDefinition = await this.definition(actor, metric, column.length ? 'COLUMN' : 'TABLE');
    const severity = textOf(rule.severity);
    const fqn = joinFqn(tableFqn, ...column, name);
    const { id } = await this.writer.put(actor, entityTypes.get('testCase'), {
      name,
      entityLink: renderEntityLink(tableFqn, column),
      testDefinition,
      parameterValues: parameters,
      ...(typeof rule.description === 'string' ? { description: rule.description } : {}),
      ...(severity === undefined ? {} : { extension: { ...(await this.extension(actor, fqn)), severity } }),
    });
    return id;
  }

  /** The extension that the test case has already, beside that of a document: a PUT replaces it as a whole. */
  private async extension(actor: Actor, fqn: string): Promise<Json | undefined> {
    return (await this.find(actor, 'testCase', fqn, 'extension'))?.extension as Json | undefined;
  }

  /** The definition of a metric, made with the first rule that needs it. */
  async definition(actor: Actor, metric: string, entityType: 'COLUMN' | 'TABLE'): Promise<string> {
    const type = entityTypes.get('testDefinition');
    const name = `odcs_${metric}_${entityType.toLowerCase()}`;
    if (await this.find(actor, 'testDefinition', name)) return name;
    const description = `The metric ${metric} of the Open Data Contract Standard, compared with the limits of each test case`;
    const body = { name, entityType, testPlatforms: ['Other'], description };
    // A concurrent import may have created it.
    await unlessRefused(['CONFLICT'], () => this.writer.create(actor, type, body));
    return name;
  }

  private async find(actor: Actor, type: string, fqn: string, fields?: string): Promise<Json | undefined> {
    const answer = await unlessRefused(['NOT_FOUND'], () =>
      this.reader.get(actor, entityTypes.get(type), { fqn }, fields, 'non-deleted'),
    );
    return answer && (JSON.parse(answer.json) as Json);
  }
}

/** Errors about one rule or the caller's permissions; any other error aborts the import. */
const EXPECTED = new Set(['FORBIDDEN', 'BAD_REQUEST', 'NOT_FOUND', 'CONFLICT']);
