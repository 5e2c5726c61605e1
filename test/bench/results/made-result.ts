import { seededContract } from '../contract-read/dataset';

export const JSON_TYPE = 'application/json';
export const NDJSON_TYPE = 'application/x-ndjson';

/** Lines of a batch: the most that one request takes. */
export const LINES = 1_000;

/** A result as a pipeline pushes it: three dimensions and a sentence, some 300 bytes. */
const RESULT = {
  contractExecutionStatus: 'Success',
  result: 'nightly checks passed: 3 of 3 dimensions',
  schemaValidation: { passed: 20, failed: 0, total: 20, failedFields: [] },
  semanticsValidation: { passed: 5, failed: 0, total: 5, failedRules: [] },
  qualityValidation: { passed: 10, failed: 0, total: 10, qualityScore: 100 },
  executionTime: 1_234,
};

/** What {@link RESULT} is stored as, without its status. */
export const BODY = JSON.stringify({ ...RESULT, contractExecutionStatus: undefined });

/** Numbers results from 0 on: each goes to the next contract, and to a timestamp that no other has. */
export class ResultSource {
  private n = 0;

  constructor(
    private readonly contracts: number,
    /** Epoch ms before the first one. */
    private readonly base: number,
  ) {}

  get made(): number {
    return this.n;
  }

  /** The timestamps lie behind it, as many as were made. */
  get from(): number {
    return this.base;
  }

  one(): { readonly contract: string; readonly timestamp: number; readonly json: string } {
    const contract = seededContract(1 + (this.n % this.contracts)).id;
    const timestamp = this.base + ++this.n;
    return { contract, timestamp, json: JSON.stringify({ timestamp, ...RESULT }) };
  }

  batch(): string {
    const lines = Array.from({ length: LINES }, () => {
      const { contract, timestamp } = this.one();
      return JSON.stringify({ contractId: contract, timestamp, ...RESULT });
    });
    return lines.join('\n');
  }
}
