import { EntityReader, entityTypes, EntityWriter } from '@app/catalog';
import { AppError } from '@app/common';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { joinNames } from '../document/names';
import type { FoundTest } from '../mapping/quality/tests';
import type { ReportWriter } from '../mapping/report';

/** Makes test cases of the quality rules of a document. */
@Injectable()
export class TestCaseMaker {
  constructor(
    private readonly reader: EntityReader,
    private readonly writer: EntityWriter,
  ) {}

  /** Ids of the test cases, made or found. A rule of which the caller may make none stays in the kept document alone. */
  async make(actor: Actor, tableFqn: string, tests: readonly FoundTest[], report: ReportWriter): Promise<string[]> {
    const ids: string[] = [];
    for (const test of tests) {
      try {
        ids.push(await this.makeOne(actor, tableFqn, test));
        report.mapped(test.path);
      } catch (error) {
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
    const place = column.length ? `::columns::${joinNames(column)}` : '';
    const { id } = await this.writer.put(actor, entityTypes.get('testCase'), {
      name,
      entityLink: `<#E::table::${tableFqn}${place}>`,
      testDefinition,
      parameterValues: parameters,
      ...(typeof rule.description === 'string' ? { description: rule.description } : {}),
    });
    return id;
  }

  /** The definition of a metric, made with the first rule that needs it. */
  private async definition(actor: Actor, metric: string, entityType: 'COLUMN' | 'TABLE'): Promise<string> {
    const type = entityTypes.get('testDefinition');
    const name = `odcs_${metric}_${entityType.toLowerCase()}`;
    if (await this.isThere(actor, name)) return name;
    const description = `The metric ${metric} of the Open Data Contract Standard, held against the limits of each test case`;
    try {
      await this.writer.create(actor, type, { name, entityType, testPlatforms: ['Other'], description });
    } catch (error) {
      // Another import made it meanwhile.
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    }
    return name;
  }

  private async isThere(actor: Actor, fqn: string): Promise<boolean> {
    try {
      await this.reader.get(actor, entityTypes.get('testDefinition'), { fqn }, undefined, 'non-deleted');
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  }
}

/** Refusals that speak of one rule or of what the caller may do; anything else ends the import. */
const EXPECTED = new Set(['FORBIDDEN', 'BAD_REQUEST', 'NOT_FOUND', 'CONFLICT']);
