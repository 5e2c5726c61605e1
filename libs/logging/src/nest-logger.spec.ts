import { StartError } from '@app/common';
import type { Logger } from 'pino';
import { NestLogger } from './nest-logger';

describe('the logger of Nest', () => {
  const levels = (): { logger: NestLogger; told: string[] } => {
    const told: string[] = [];
    const level = (name: string) => () => void told.push(name);
    const pino = { debug: level('debug'), error: level('error'), child: () => pino };
    return { logger: new NestLogger(pino as unknown as Logger), told };
  };

  it('leaves what ends the start to the one line of the process', () => {
    const { logger, told } = levels();
    logger.error(new StartError('SIGNING_KEY_FILE names a file that does not exist'), 'ExceptionHandler');
    logger.error(new Error('of ours'), 'ExceptionHandler');
    expect(told).toEqual(['debug', 'error']);
  });
});
