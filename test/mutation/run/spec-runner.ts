import { createRequire } from 'node:module';

interface Circus {
  run(): Promise<{
    testResults: readonly { testPath: readonly string[]; errors: readonly unknown[] }[];
    unhandledErrors: readonly unknown[];
  }>;
  resetState(): void;
  [name: string]: unknown;
}

const GLOBALS = ['describe', 'it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'];

/**
 * Runs spec files in this thread by Jest's own runner of tests, without what else Jest does for a file: starting it costs
 * milliseconds instead of seconds. For specs of pure modules: there are no mocks, no snapshots and no fake timers.
 */
export class SpecRunner {
  private readonly circus: Circus;

  constructor() {
    // The parts that the installed Jest itself uses, whatever their versions.
    const fromJest = createRequire(require.resolve('jest'));
    const fromCore = createRequire(fromJest.resolve('@jest/core'));
    const fromConfig = createRequire(fromCore.resolve('jest-config'));
    const circusFile = fromConfig.resolve('jest-circus');
    this.circus = fromConfig(circusFile) as Circus;
    const { jestExpect } = createRequire(circusFile)('@jest/expect') as { jestExpect: unknown };
    for (const name of GLOBALS) Object.assign(globalThis, { [name]: this.circus[name] });
    Object.assign(globalThis, { expect: jestExpect });
  }

  /** @param load evaluates the spec file, which declares its tests. @returns the first test that failed, or why none could run */
  async firstFailure(load: () => void): Promise<string | undefined> {
    const fault = this.declare(load);
    if (fault) return fault;
    const { testResults, unhandledErrors } = await this.circus.run();
    const failed = testResults.find(({ errors }) => errors.length > 0);
    if (failed) return failed.testPath.slice(1).join(' › ');
    if (unhandledErrors.length > 0) return String(unhandledErrors[0]).slice(0, 200);
    return testResults.length === 0 ? 'declares no test' : undefined;
  }

  /** Declares the tests of a spec file without running any. @returns why it could not */
  declare(load: () => void): string | undefined {
    this.circus.resetState();
    try {
      load();
      return undefined;
    } catch (error) {
      return `cannot be loaded: ${String(error).slice(0, 200)}`;
    }
  }
}
