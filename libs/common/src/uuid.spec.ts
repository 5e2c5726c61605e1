import type { AppError } from './app-error';
import { uuidList } from './uuid';

const A = '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34';
const B = '1b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34';

const refusal = (text: string): unknown => {
  try {
    return uuidList('ids', text, 2);
  } catch (error) {
    return (error as AppError).message;
  }
};

describe('a list of ids', () => {
  it('has each once, in small letters', () => {
    expect(uuidList('ids', `${A}, ${B.toUpperCase()},${A}`, 2)).toEqual([A, B]);
  });

  it('has nothing else, and no more than are taken', () => {
    expect(refusal(`${A},`)).toContain('must be UUIDs, with commas between them');
    expect(refusal('orders')).toContain('must be UUIDs, with commas between them');
    expect(refusal([A, B, A.replace('0', '2')].join(','))).toContain('has 3 ids; at most 2 at a time');
  });
});
