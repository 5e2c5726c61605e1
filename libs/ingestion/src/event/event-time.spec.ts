import { readTime } from './lenient';

describe('readTime', () => {
  it.each([
    ['2024-08-06T13:26:49.98Z', 1_722_950_809_980, '00001722950809980000'],
    ['2024-11-26T13:05:23.809955+00:00', 1_732_626_323_809, '00001732626323809955'],
    ['2024-11-26T15:05:23.809955+0200', 1_732_626_323_809, '00001732626323809955'],
    ['2024-11-26 13:05', 1_732_626_300_000, '00001732626300000000'],
    ['2024-11-26T13:05:23.1234567890Z', 1_732_626_323_123, '00001732626323123456'],
  ])('reads %s', (text, ms, micros) => {
    expect(readTime(text)).toEqual({ ms, micros });
  });

  it('sorts as the times do', () => {
    const texts = ['2023-01-01T00:00:00Z', '2024-01-01T00:00:00.000001Z', '2024-01-01T00:00:00.00001Z'];
    const micros = texts.map((text) => readTime(text)?.micros);
    expect([...micros].sort()).toEqual(micros);
  });

  it.each([
    '',
    'yesterday',
    `2024-11-26T13:05:23Z${' '.repeat(100)}`,
    '2024-13-01T00:00:00Z',
    '2024-01-01',
    '1970-01-01T00:00:00Z',
    1_722_950_809_980,
    null,
    undefined,
  ])('does not read %j', (text) => {
    expect(readTime(text)).toBeUndefined();
  });
});
