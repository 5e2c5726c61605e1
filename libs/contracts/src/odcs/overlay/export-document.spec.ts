import { schemaErrors } from '../strict/official-schema';
import { documentOf } from './export-document';

describe('the document of a contract whose asset the caller may not see', () => {
  it('is made without the name of the asset', async () => {
    const contract = { id: 'i', name: 'orders', version: 0.1, schema: [{ name: 'id', dataType: 'INT' }] };
    const document = await documentOf(contract, undefined, undefined);
    expect(document).toMatchObject({ name: 'orders', schema: [{ name: 'orders', properties: [{ name: 'id' }] }] });
    expect(schemaErrors(document)).toEqual([]);
  });
});
