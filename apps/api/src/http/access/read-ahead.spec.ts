import { AppError, type Actor } from '@app/common';
import type { CallerCheck, CallerQuestion, VersionQuestion } from '@app/database';
import type { FastifyRequest } from 'fastify';
import { ReadAhead, readFor, workFor } from './read-ahead';

const before = { name: 'ada', isAdmin: true } as Actor;
const now = { name: 'ada', isAdmin: false } as Actor;
const QUESTION: VersionQuestion = { sql: { name: 'v', one: String, many: String }, key: '7' };

const WHO: CallerQuestion = { name: 'who', values: ['7'], sql: ([id]) => `select ${id}` };

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
    const told = (text: string): { isCurrent: boolean; version: undefined } => {
      log.push(`told ${text}`);
      return { isCurrent: isCurrent === true, version: undefined };
    };
    ahead = new ReadAhead(before, { ask, question: () => WHO, told }, async () => {
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

  describe('of a write', () => {
    const planned = (actor: Actor): string => `planned for ${actor.isAdmin ? 'an administrator' : 'others'}`;
    const write = async (actor: Actor, caller?: CallerCheck): Promise<string> => {
      log.push(planned(actor));
      await caller?.confirm();
      log.push('written');
      return actor.isAdmin ? 'all' : 'some';
    };

    it('confirms the caller before it is written', async () => {
      expect(await workFor(request(), write)).toBe('all');
      expect(log).toEqual(['planned for an administrator', 'asked with nothing', 'written']);
    });

    it('asks for a version along with the caller where nothing is to be written', async () => {
      const unchanged = async (_actor: Actor, caller?: CallerCheck): Promise<string> => {
        await Promise.resolve();
        return String(await caller?.ask(QUESTION));
      };
      expect(await workFor(request(), unchanged)).toBe('v1');
      expect(log).toEqual(['asked with 7']);
    });

    it('is planned again for a caller whose rights have changed, and written once', async () => {
      isCurrent = false;
      expect(await workFor(request(), write)).toBe('some');
      const plans = ['planned for an administrator', 'asked with nothing', 'planned for others'];
      expect(log).toEqual([...plans, 'written']);
    });

    it('is not written for a caller that is refused', async () => {
      isCurrent = false;
      refusal = new AppError('UNAUTHORIZED', 'revoked');
      await expect(workFor(request(), write)).rejects.toBe(refusal);
      expect(log).not.toContain('written');
      log = [];
      await expect(workFor(request(), write)).rejects.toBe(refusal);
      expect(log).not.toContain('written');
    });
  });

  describe('that asks within its statement', () => {
    const page = async (actor: Actor, caller?: CallerCheck): Promise<string> => {
      await Promise.resolve();
      const send = async (question?: CallerQuestion): Promise<{ caller: string | undefined; rows: string }> => {
        log.push(`sent with ${question?.name ?? 'nothing'}`);
        await Promise.resolve();
        if (failure) throw failure;
        return { caller: question && answer, rows: actor.isAdmin ? 'all' : 'some' };
      };
      return (await (caller ? caller.within(send) : send())).rows;
    };
    let answer: string | undefined;
    let failure: Error | undefined;
    beforeEach(() => {
      answer = 'v1 live';
      failure = undefined;
    });

    it('sends no other', async () => {
      expect(await workFor(request(), page)).toBe('all');
      expect(log).toEqual(['sent with who', 'told v1 live']);
    });

    it('is made again for a caller whose rights have changed', async () => {
      isCurrent = false;
      expect(await workFor(request(), page)).toBe('some');
      expect(log).toEqual(['sent with who', 'told v1 live', 'sent with nothing']);
    });

    it('is refused as the caller is', async () => {
      isCurrent = false;
      refusal = new AppError('UNAUTHORIZED', 'revoked');
      await expect(workFor(request(), page)).rejects.toBe(refusal);
    });

    it('asks alone where the statement fails or says nothing of the caller', async () => {
      answer = undefined;
      expect(await workFor(request(), page)).toBe('all');
      expect(log).toEqual(['sent with who', 'asked with nothing']);
      failure = new Error('no page');
      log = [];
      const again = new ReadAhead(
        before,
        {
          ask: async () => (log.push('asked'), { isCurrent: true, version: undefined }),
          question: () => WHO,
          told: () => ({ isCurrent: false, version: undefined }),
        },
        async () => now,
      );
      await expect(workFor({ ahead: again } as FastifyRequest, page)).rejects.toBe(failure);
      expect(log).toEqual(['sent with who', 'asked']);
    });
  });

  it('is one for the actor of the request, where that is known', async () => {
    const identified = { ahead: null, actor: now } as FastifyRequest;
    expect(await readFor(identified, read)).toBe('some');
    expect(log).toEqual(['read for others']);
  });
});
