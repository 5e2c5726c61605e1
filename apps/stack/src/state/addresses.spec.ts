import { localUrl } from './state-file';

describe('localUrl', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:8585'],
    ['0.0.0.0', 'http://127.0.0.1:8585'],
    ['::', 'http://[::1]:8585'],
    ['::1', 'http://[::1]:8585'],
    ['catalog.internal', 'http://catalog.internal:8585'],
  ])('of %s is %s', (host, url) => {
    expect(localUrl(host, 8585)).toBe(url);
  });
});
