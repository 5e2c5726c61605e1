import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pythonSdk } from './python-sdk';
import { RunningService } from '../support/running-service';
import { describeUnless } from '../support/unless-refused';

const run = promisify(execFile);
const found = pythonSdk();
/** As many as there are, so that none is lost unseen; more are welcome. */
const LEAST_STEPS = 438;
const WALK_MS = 600_000;
/** Ways of choosing the mode; that by a setting only at full size (SUITE_SIZE=full). */
const BY_HEADER = ['header', {}] as const;
const BY_SETTING = ['setting', { COMPATIBILITY: 'openmetadata' }] as const;
const WAYS = process.env.SUITE_SIZE === 'full' ? [BY_HEADER, BY_SETTING] : [BY_HEADER];

describeUnless('refusal' in found ? found.refusal : undefined, 'the SDK of OpenMetadata', () => {
  const { python } = found as { python: string };

  it.each(WAYS)(
    'does every step where the mode is chosen by %s',
    async (chosenBy, environment) => {
      const service = await RunningService.start({ environment });
      try {
        const { token } = await service.client();
        const walk = [join(__dirname, 'steps.py'), service.baseUrl, token, chosenBy];
        const { stdout } = await run(python, walk, { timeout: WALK_MS }).catch((error: { stdout?: string }) => ({
          stdout: error.stdout || String(error),
        }));
        const failed = stdout.split('\n').filter((line) => line.startsWith('failed: '));
        expect({ failed, last: stdout.trim().split('\n').at(-1) }).toEqual({
          failed: [],
          last: expect.stringMatching(/^\d+ steps, 0 failed$/) as string,
        });
        expect(Number(/^(\d+) steps/m.exec(stdout)?.[1])).toBeGreaterThanOrEqual(LEAST_STEPS);
      } finally {
        await service.stop();
      }
    },
    2 * WALK_MS,
  );
});
