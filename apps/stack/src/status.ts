import { exitOnBadSettings } from '@app/config';
import { isAllReady, stackStatus } from './stack-status';

/** `npm run -s status`: KEY=value lines; exit code 0 when all parts are ready, else 1. */
async function status(): Promise<number> {
  const found = await stackStatus(exitOnBadSettings());
  process.stdout.write(
    Object.entries(found)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  return isAllReady(found) ? 0 : 1;
}

status().then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
