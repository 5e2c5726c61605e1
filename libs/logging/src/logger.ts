import type { Settings } from '@app/config';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { BatchedLogStream } from './batched-log-stream';

/** Never written, wherever it stands in what is logged. */
const SECRET = ['authorization', 'password', 'token', 'accessToken', 'refreshToken', 'jwtToken', 'secret'];

/**
 * One JSON line per event, to standard output.
 * @param app the process that logs: `api`, `worker`
 */
export function createLogger({ logLevel }: Pick<Settings, 'logLevel'>, app: string, to?: DestinationStream): Logger {
  const paths = SECRET.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  const options = {
    level: logLevel,
    base: { pid: process.pid, app },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '(secret)' },
  };
  return pino(options, to ?? new BatchedLogStream(process.stdout.fd));
}
