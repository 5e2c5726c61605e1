import { AppError } from '@app/common';
import { readMappings } from './mapping';

function fields(sent: unknown): string[] {
  try {
    readMappings(sent);
  } catch (error) {
    if (error instanceof AppError) return (error.details ?? [{ field: '' }]).map(({ field }) => field);
    throw error;
  }
  return [];
}

describe('readMappings', () => {
  it('takes a service by FQN, by type and FQN, by type and id', () => {
    const id = '7D9F7A52-6d0a-4a3e-9f0b-0c9f4f1f3b11';
    const services = [
      'pg',
      { type: 'databaseService', fullyQualifiedName: 'pg', name: 'pg' },
      { type: 'databaseService', id },
    ];
    const mappings = services.map((service, i) => ({ namespacePrefix: String(i), service }));
    expect(readMappings({ mappings }).map(({ service }) => service)).toEqual([
      { fqn: 'pg' },
      { fqn: 'pg', type: 'databaseService' },
      { id: id.toLowerCase(), type: 'databaseService' },
    ]);
    expect(readMappings({ mappings: [] })).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [[], ['']],
    [{}, ['mappings']],
    [{ mappings: {} }, ['mappings']],
    [{ mappings: [], rules: [] }, ['rules']],
    [{ mappings: [7] }, ['mappings[0]', 'mappings[0].namespacePrefix', 'mappings[0].service']],
    [{ mappings: [{ namespacePrefix: 'a', service: {} }] }, ['mappings[0].service']],
    [{ mappings: [{ namespacePrefix: 'a', service: { type: 'databaseService', id: 'x' } }] }, ['mappings[0].service']],
    [{ mappings: [{ namespacePrefix: 'a', service: 's', to: 1 }] }, ['mappings[0].to']],
    [
      {
        mappings: [
          { namespacePrefix: 'a', service: 's' },
          { namespacePrefix: 'a', service: 't' },
        ],
      },
      ['mappings[1].namespacePrefix'],
    ],
    [{ mappings: Array.from({ length: 1_001 }, () => 1) }, ['mappings']],
  ])('refuses %j', (sent, names) => {
    expect(fields(sent)).toEqual(names);
  });
});
