import { AppError, type Actor } from '@app/common';
import { Database, type IdempotencyToken } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { SeriesQuery } from '../series/series-list';
import { SeriesReader } from '../series/series-reader';
import { TargetFinder, type Written } from '../target/target-finder';
import { TEST_RESULTS, TestResultRepository, type SentTestResult } from './test-result.repository';

const TYPE = 'testCase';

/**
 * Results of test cases. The newest by timestamp is what the test case shows and what contracts are validated against; it changes
 * neither the version of the test case nor that of its table. A test case is named by id or FQN.
 */
@Injectable()
export class TestResultService {
  constructor(
    private readonly database: Database,
    private readonly targets: TargetFinder,
    private readonly results: TestResultRepository,
    private readonly series: SeriesReader,
  ) {}

  /** Stores a result; one at the same timestamp is replaced. A failed one opens an incident, unless one is open. */
  async push(actor: Actor, testCase: string, result: SentTestResult, token?: IdempotencyToken): Promise<Written> {
    const target = await this.targets.find(actor, TYPE, testCase, 'EditTests');
    return this.targets.writeOnce(target, token, async (tx) => {
      await this.targets.hold(tx, target);
      return this.results.put(tx, target, result, actor.id);
    });
  }

  /** A page of results as JSON text, newest first. */
  async list(actor: Actor, testCase: string, query: SeriesQuery): Promise<string> {
    const target = await this.targets.find(actor, TYPE, testCase, 'ViewBasic');
    return this.series.page(TEST_RESULTS, target, query);
  }

  /** The deleted result. @throws {AppError} NOT_FOUND where there is none at that time */
  async delete(actor: Actor, testCase: string, timestamp: number): Promise<string> {
    const target = await this.targets.find(actor, TYPE, testCase, 'EditTests');
    const json = await this.database.transaction((tx) => this.results.take(tx, target, timestamp));
    if (json === undefined)
      throw new AppError('NOT_FOUND', `testCaseResult instance for ${target.fqn} at ${timestamp} not found`);
    return json;
  }
}
