import { requestId } from './request-id';

const MADE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe('requestId', () => {
  it.each(['a', '!', '~', 'x'.repeat(128), 'A-1.b_c/d'])('keeps %j', (sent) => {
    expect(requestId(sent)).toBe(sent);
  });

  it.each([undefined, '', 'x'.repeat(129), 'a b', 'a\n', 'ä', '\x7f', ['a', 'b']])('replaces %j', (sent) => {
    expect(requestId(sent)).toMatch(MADE);
  });
});
