import type { Consumer } from '../../api/governance/consumers';
import { columnPaths, relyingText } from './relying';

const consumer = (name: string, more: Partial<Consumer> = {}): Consumer => ({
  id: name,
  purpose: 'Reports',
  declaredAt: 1,
  updatedAt: 1,
  party: { id: name, type: 'team', name, fullyQualifiedName: name },
  ...more,
});

describe('who relies on a column', () => {
  it('is found by the paths of columns, nested and quoted', () => {
    const columns = [{ name: 'address', children: [{ name: 'zip.code' }] }, { name: 'id' }];
    expect(columnPaths(columns)).toEqual(['address', 'address."zip.code"', 'id']);
  });

  it('is who declared it, what holds it, what lies in it, or the whole contract', () => {
    const consumers = [
      consumer('all'),
      consumer('column', { columns: ['address.zip'] }),
      consumer('above', { columns: ['address'] }),
      consumer('below', { columns: ['address.zip.digits'] }),
      consumer('beside', { columns: ['address.zipper'] }),
    ];
    expect(relyingText('address.zip', consumers)).toBe('all, column, above, below');
    expect(relyingText('id', consumers)).toBe('all');
  });

  it('is nobody where no declaration counts, and those that are hidden are counted', () => {
    expect(relyingText('id', [consumer('gone', { expired: true })])).toBe('–');
    const { party: _, ...hidden } = consumer('hidden');
    expect(relyingText('id', [hidden])).toBe('1 consumer hidden from you');
  });
});
