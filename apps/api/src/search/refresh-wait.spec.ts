import type { FastifyRequest } from 'fastify';
import { checkNoQuery } from '../http/input/url-check';
import { takeRefresh, waitsForSearch } from '../http/request/refresh';

const requestOf = (method: string, query: object): FastifyRequest => ({ method, query }) as FastifyRequest;

describe('refresh', () => {
  it.each([
    ['wait_for', true],
    ['true', true],
    ['false', false],
  ])('%s is a parameter of every write', (refresh, waits) => {
    const request = requestOf('PUT', { refresh });
    takeRefresh(request);
    expect(() => checkNoQuery(request)).not.toThrow();
    expect(waitsForSearch(request)).toBe(waits);
  });

  it.each(['soon', '', ['true', 'true']])('%j is refused with what is allowed', (refresh) => {
    expect(() => takeRefresh(requestOf('POST', { refresh }))).toThrow('wait_for, true, false');
  });

  it('is none of a read', () => {
    const request = requestOf('GET', { refresh: 'wait_for' });
    takeRefresh(request);
    expect(() => checkNoQuery(request)).toThrow('refresh is not a query parameter');
    expect(waitsForSearch(request)).toBe(false);
  });
});
