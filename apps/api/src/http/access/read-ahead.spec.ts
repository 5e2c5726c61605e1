import type { VersionQuestion } from '@app/auth';
import { AppError, type Actor } from '@app/common';
import type { FastifyRequest } from 'fastify';
import { ReadAhead, readFor } from './read-ahead';

const before = { name: 'ada', isAdmin: true } as Actor;
const now = { name: 'ada', isAdmin: false } as Actor;
const QUESTION: VersionQuestion = { sql: { name: 'v', one: String, many: String }, key: '7' };

describe('a read that begins before it is known who asks', () => {
  let log: string[];
  let isCurrent: boolean | Error;
  let refusal: Error | undefined;
  let ahead: ReadAhead;

  beforeEach(() => {
    log = [];
    isCurrent = true;
    refusal = undefined;
    const ask = async (beside?: VersionQuestion): Promise<{ isCurrent: boolean; version: string | undefined }> => {
      log.push(`asked with ${beside?.key ?? 'nothing'}`);
      await Promise.resolve();
      if (isCurrent instanceof Error) throw isCurrent;
      return { isCurrent, version: beside && 'v1' };
    };
    ahead = new ReadAhead(before, { ask }, async () => {
      await Promise.resolve();
      if (refusal) throw refusal;
      return now;
    });
  });

  const request = (): FastifyRequest => ({ ahead, actor: before }) as FastifyRequest;
  const read = async (actor: Actor): Promise<string> => {
    log.push(`read for ${actor.isAdmin ? 'an administrator' : 'others'}`);
    await Promise.resolve();
    return actor.isAdmin ? 'all' : 'some';
  };

  it('is the answer where the caller is who it was', async () => {
    expect(await readFor(request(), read)).toBe('all');
    expect(log).toEqual(['read for an administrator', 'asked with nothing']);
  });

  it('fails as it does, then', async () => {
    await expect(readFor(request(), () => Promise.reject(new Error('NOT_FOUND')))).rejects.toThrow('NOT_FOUND');
  });

  it('is made again for a caller whose rights have changed, whatever it gave', async () => {
    isCurrent = false;
    expect(await readFor(request(), read)).toBe('some');
    const failsFirst = async (actor: Actor): Promise<string> => {
      if (actor === before) throw new AppError('FORBIDDEN', 'not any more');
      return read(actor);
    };
    expect(await readFor(request(), failsFirst)).toBe('some');
  });

  it.each(['succeeds', 'fails'])('is refused as the caller is, where it %s', async (how) => {
    isCurrent = false;
    refusal = new AppError('UNAUTHORIZED', 'revoked');
    const other = (): Promise<string> => Promise.reject(new Error('NOT_FOUND'));
    await expect(readFor(request(), how === 'fails' ? other : read)).rejects.toBe(refusal);
  });

  it('fails where nobody can say who asks', async () => {
    isCurrent = new Error('no connection');
    await expect(readFor(request(), read)).rejects.toBe(isCurrent);
  });

  it('asks for a version in the statement that asks for the caller, once', async () => {
    const versions: unknown[] = [];
    await readFor(request(), async (_actor, ask) => {
      versions.push(await ask?.(QUESTION), ask?.(QUESTION));
      return '';
    });
    expect(versions).toEqual(['v1', undefined]);
    expect(log).toEqual(['asked with 7']);
  });

  it('is one for the actor of the request, where that is known', async () => {
    const identified = { ahead: null, actor: now } as FastifyRequest;
    expect(await readFor(identified, read)).toBe('some');
    expect(log).toEqual(['read for others']);
  });
});
