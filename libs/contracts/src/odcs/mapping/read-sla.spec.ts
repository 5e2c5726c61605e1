import type { Json } from '../../document/json';
import { type MappedDocument, mapDocument } from './map-document';

const asset = { name: 'orders', columns: ['id', 'adr'].map((name) => ({ name, dataType: 'INT' })) };

function mapped(document: Json): MappedDocument {
  const [object] = document.schema as [Json];
  return mapDocument(document, { assetType: 'table', asset, selected: { object, index: 0 }, checkRule: () => null });
}

describe('the column of the SLA', () => {
  const schema = [
    { name: 'orders', physicalName: 'sales.orders', properties: [{ name: 'Key', physicalName: 'id' }] },
    { name: 'returns' },
  ];
  const entry = (property: string, value: number, element?: string): Json => ({
    property,
    value,
    unit: 'd',
    element,
  });
  const read = (slaProperties: Json[], slaDefaultElement?: string) => {
    const { parts, report: writer } = mapped({ schema, slaProperties, slaDefaultElement });
    return { sla: parts.sla, faults: writer.faults.map(({ path, message }) => `${path} ${message}`) };
  };

  it.each([
    ['orders.id', 'id'],
    ['sales.orders.id', 'id'],
    ['id', 'id'],
    ['Key', 'id'],
    ['orders.id, orders.adr', 'id'],
    ['orders', undefined],
  ])('named by %s is %s', (element, columnName) => {
    for (const property of ['frequency', 'freshness', 'latency', 'retention'])
      expect(read([entry(property, 1, element)])).toMatchObject({
        sla: columnName ? { columnName } : {},
        faults: [],
      });
    expect(read([entry('latency', 1)], element).sla).toEqual({
      maxLatency: 'P1D',
      ...(columnName && { columnName }),
    });
    expect(read([{ property: 'availability', value: 99, element }]).sla).toEqual({ availability: 99 });
  });

  it('is of this object, and one that the asset has', () => {
    expect(read([entry('latency', 1, 'returns.id')])).toEqual({ sla: undefined, faults: [] });
    expect(read([entry('latency', 1, 'orders.gone')])).toEqual({
      sla: { maxLatency: 'P1D' },
      faults: ['slaProperties[0].element the asset has no column gone'],
    });
    expect(read([entry('latency', 1)], 'gone')).toEqual({
      sla: { maxLatency: 'P1D' },
      faults: ['slaDefaultElement the asset has no column gone'],
    });
  });

  it('is that of the first entry, and entries about another one say nothing', () => {
    const entries = [entry('frequency', 1, 'id'), entry('latency', 2, 'adr'), entry('retention', 3)];
    expect(read(entries).sla).toEqual({ refreshFrequency: 'P1D', retention: 'P3D', columnName: 'id' });
  });

  it('is what a custom property says', () => {
    const sent = (value: unknown) => ({
      ...{ schema, slaProperties: [entry('latency', 1, 'id')] },
      customProperties: [{ property: 'slaColumnName', value }],
    });
    expect(mapped(sent('adr')).parts.sla).toEqual({ maxLatency: 'P1D', columnName: 'adr' });
    expect(mapped(sent('')).parts.sla).toEqual({ maxLatency: 'P1D' });
  });

  it('leaves the shorter of frequency and freshness', () => {
    expect(read([entry('frequency', 2), entry('freshness', 1)]).sla).toEqual({ refreshFrequency: 'P1D' });
    expect(read([entry('freshness', 1), entry('frequency', 2)]).sla).toEqual({ refreshFrequency: 'P1D' });
    expect(read([entry('latency', 2), entry('latency', 1)]).sla).toEqual({ maxLatency: 'P2D' });
  });
});
