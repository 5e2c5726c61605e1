import { extensionFaults, readCustomProperty, type CustomProperty } from './custom-property';

const property = (name: string): CustomProperty => ({ name, description: 'P', kind: 'string' });

describe('custom properties', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])('%s is one like any other', (name) => {
    expect(extensionFaults({ other: 'a' }, [property(name)])).toEqual([]);
    expect(extensionFaults({ [name]: 'a' }, [property(name)])).toEqual([]);
    expect(extensionFaults({ [name]: 1 }, [property(name)])).toEqual([
      { field: `extension.${name}`, message: expect.stringContaining('must be a text') as string },
    ]);
  });

  it('__proto__ is the name of none, since no object may have it', () => {
    const sent = { name: '__proto__', description: 'P', propertyType: { name: 'string' } };
    expect(() => readCustomProperty(sent, () => undefined)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
    expect(readCustomProperty({ ...sent, name: '__proto' }, () => undefined).name).toBe('__proto');
  });
});
