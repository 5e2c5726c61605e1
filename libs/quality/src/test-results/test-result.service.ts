import { writerKey } from '@app/catalog';
import { AppError, type Actor } from '@app/common';
import { Database, once, tokenKeys, type IdempotencyToken, type RecordedAnswer, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { SeriesQuery } from '../series/series-list';
import { SeriesReader } from '../series/series-reader';
import { TargetFinder } from '../target/target-finder';
import { TEST_RESULTS, TestResultRepository, type SentTestResult, type WrittenResult } from './test-result.repository';

export interface PushedTestResult extends WrittenResult {
  /** It is the answer to an earlier request with the same Idempotency-Key. */
  readonly replayed?: true;
}

const CREATED = 201;
const REPLACED = 200;
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
  async push(
    actor: Actor,
    testCase: string,
    result: SentTestResult,
    token?: IdempotencyToken,
  ): Promise<PushedTestResult> {
    const target = await this.targets.find(actor, TYPE, testCase, 'EditTests');
    const keys = [...tokenKeys(token), writerKey(TYPE, target)];
    const put = async (tx: Transaction): Promise<PushedTestResult> => {
      await this.targets.hold(tx, target);
      return this.results.put(tx, target, result, actor.id);
    };
    const answerOf = ({ isNew, json }: PushedTestResult): RecordedAnswer => ({
      status: isNew ? CREATED : REPLACED,
      headers: {},
      body: json,
    });
    const done = await this.database.queuedTransaction(keys, (tx) =>
      once(
        tx,
        token,
        () => put(tx),
        (written) => ({ answer: answerOf(written) }),
      ),
    );
    return done.isReplay ? replay(done.answer as RecordedAnswer) : done.effect;
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

function replay({ status, body }: RecordedAnswer): PushedTestResult {
  return { json: body, isNew: status === CREATED, replayed: true };
}
