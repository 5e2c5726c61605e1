import { producerNameFault, pushedProducerFault } from './producer-name';

describe('the name of a producer', () => {
  it.each(['dbt', 'Soda 3', 'ci/job:1', 'prüfung', '数据', '😀'.repeat(64), 'x'])('may be %j', (name) => {
    expect(pushedProducerFault(name)).toBeUndefined();
  });

  it.each([
    ['', /got 0 characters/],
    ['x'.repeat(65), /1 to 64 characters.*got 65 characters/],
    ['a\u0000', /U\+0000/],
    ['a\tb', /U\+0009/],
    ['a\u202Eb', /U\+202E/],
    ['a\u200Bb', /U\+200B/],
    ['a\u2028b', /U\+2028/],
    ['a\ud800', /U\+D800/],
    [' dbt', /blank at an end/],
    ['dbt\u00a0', /blank at an end/],
  ])('may not be %j', (name, message) => {
    expect(producerNameFault(name)).toMatch(message);
  });

  it('of a push is not that of our own runs, which may be deleted all the same', () => {
    expect(pushedProducerFault('service')).toMatch(/must not be "service"/);
    expect(pushedProducerFault('Service')).toBeUndefined();
    expect(producerNameFault('service')).toBeUndefined();
  });
});
