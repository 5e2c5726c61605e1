import { waitSeconds } from './run-answer';

describe('how long a request waits', () => {
  it.each([
    [undefined, 10],
    ['', 10],
    ['wait=5', 5],
    ['wait=0', 0],
    ['Wait = 5', 5],
    ['wait="7"', 7],
    ['wait=60', 60],
    ['wait=61', 60],
    ['wait=999999999', 60],
    ['wait=-1', 10],
    ['wait=1.5', 10],
    ['wait=', 10],
    ['wait=ten', 10],
    ['wait=9999999999999999', 10],
    ['respond-async', 0],
    ['Respond-Async', 0],
    ['respond-async, wait=3', 3],
    ['return=minimal; foo=bar, wait=4', 4],
    ['wait=2, wait=9', 2],
    ['handling=lenient', 10],
  ])('by Prefer: %s', (prefer, seconds) => {
    expect(waitSeconds(prefer, 10)).toBe(seconds);
  });
});
