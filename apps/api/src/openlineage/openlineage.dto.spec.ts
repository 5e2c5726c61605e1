import { AppError } from '@app/common';
import { serviceName } from '@app/ingestion';
import { checkerOf } from '../http/input';
import { MappingsDto } from './openlineage.dto';

const id = '7D9F7A52-6d0a-4a3e-9f0b-0c9f4f1f3b11';
const read = (sent: unknown) => checkerOf(MappingsDto).body(sent).mappings;
const rule = { namespacePrefix: 'a', service: 's' };

function fields(sent: unknown): string[] {
  try {
    read(sent);
  } catch (error) {
    if (error instanceof AppError) return (error.details ?? [{ field: '' }]).map(({ field }) => field);
    throw error;
  }
  return [];
}

describe('rules of names', () => {
  it('name a service by FQN, by type and FQN, by type and id', () => {
    const services = ['pg', { type: 'databaseService', fullyQualifiedName: 'pg', name: 'pg' }, { type: 'x', id }];
    const mappings = services.map((service, i) => ({ namespacePrefix: String(i), service }));
    expect(read({ mappings }).map(({ service }) => serviceName(service))).toEqual([
      { fqn: 'pg' },
      { fqn: 'pg', type: 'databaseService' },
      { id: id.toLowerCase(), type: 'x' },
    ]);
    expect(read({ mappings: [] })).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [[], ['']],
    [{}, ['mappings']],
    [{ mappings: {} }, ['mappings']],
    [{ mappings: [], rules: [] }, ['rules']],
    [{ mappings: [7, {}] }, ['mappings[0]', 'mappings[1].namespacePrefix', 'mappings[1].service']],
    [{ mappings: [{ ...rule, service: {} }] }, ['mappings[0].service']],
    [{ mappings: [{ ...rule, service: { type: 'databaseService', id: 'x' } }] }, ['mappings[0].service']],
    [{ mappings: [{ ...rule, service: 7 }] }, ['mappings[0].service']],
    [{ mappings: [{ ...rule, to: 1 }] }, ['mappings[0].to']],
    [{ mappings: Array.from({ length: 1_001 }, (_, i) => ({ ...rule, namespacePrefix: `${i}` })) }, ['mappings']],
  ])('are refused (%#)', (sent, names) => {
    expect(fields(sent)).toEqual(names);
  });
});
