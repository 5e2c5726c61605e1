import { editableYaml, faultsOf, lineOf } from './contract-yaml';
import { durationText, slaTargets } from './promise-text';

describe('a contract in YAML', () => {
  it('is written without what the service sets, and with names for references', () => {
    const answered = [
      'id: 1',
      'version: 0.2',
      'name: orders',
      'tags: []',
      'entity: { id: 2, type: table, fullyQualifiedName: a.b }',
      'owners: [{ id: 3, type: team, fullyQualifiedName: t }, { id: 4, type: team, fullyQualifiedName: u, inherited: true }]',
    ].join('\n');
    expect(editableYaml(answered)).toBe(
      'name: orders\nentity:\n  type: table\n  fullyQualifiedName: a.b\nowners:\n  - type: team\n    fullyQualifiedName: t\n',
    );
  });

  it.each([
    ['a: [', 1],
    ['a: 1\nb: "', 2],
    ['- a', 1],
    ['', 1],
  ])('%j has a fault at line %i', (text, line) => {
    expect(faultsOf(text)[0]?.line).toBe(line);
  });

  it('has none where it is a mapping', () => expect(faultsOf('a: 1\nb: [2]')).toEqual([]));

  it.each([
    ['schema[1].dataType', 4],
    ['schema[1].precision', 4],
    ['nothing', 1],
    ['sla', 6],
  ])('finds the line of %s', (field, line) => {
    expect(lineOf('name: x\nschema:\n  - name: a\n  - dataType: INT\n    name: b\nsla: x', field)).toBe(line);
  });
});

describe('what is wrong with a text', () => {
  it.each([
    ['name: x\nname: y', { line: 2, message: 'Map keys must be unique' }],
    [
      'a: [1, 2',
      { line: 1, message: expect.stringMatching(/^Flow sequence in block collection .* and end with a \]$/) },
    ],
    ['- a', { line: 1, message: 'a contract is a mapping of names' }],
  ])('%j: the place once, and a whole sentence', (text, fault) =>
    expect(faultsOf(text)).toEqual(expect.arrayContaining([fault])),
  );
});

describe('durations', () => {
  it.each([
    ['P1D', '1 day'],
    ['P1DT2H', '1 day 2 hours'],
    ['PT90M', '90 minutes'],
    ['P2M', '2 months'],
    [{ interval: 1, unit: 'week' }, '1 week'],
    ['soon', 'soon'],
    [undefined, undefined],
  ])('%j reads %j', (value, text) => expect(durationText(value)).toBe(text));

  it('are listed, one for each target of the SLA', () => {
    expect(slaTargets({ sla: { refreshFrequency: 'P1D', availability: 99.5 } }).map(({ value }) => value)).toEqual([
      '1 day',
      '99.5 % of the time',
    ]);
  });
});
