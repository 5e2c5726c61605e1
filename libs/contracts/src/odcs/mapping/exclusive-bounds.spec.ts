import type { ContractDocument } from '../../document/contract-document';
import { type Json, objectsOf } from '../../document/json';
import { exportDocument } from '../overlay/export-document';
import { conform } from '../strict/conform';
import { schemaErrors } from '../strict/official-schema';
import { mapDocument } from './map-document';
import { selectObject } from './select-object';

const documentOf = (logicalTypeOptions: object, apiVersion = 'v3.0.2'): Json => ({
  ...{ apiVersion, kind: 'DataContract', id: 'x', version: '1', status: 'active' },
  schema: [{ name: 't', properties: [{ name: 'a', logicalType: 'integer', logicalTypeOptions }] }],
});

function read(document: Json) {
  const selected = selectObject(document, 't');
  const context = { assetType: 'table', asset: { name: 't', columns: [] }, selected, checkRule: () => null };
  const { parts, report } = mapDocument(document, context);
  const { schema = [] } = parts as ContractDocument;
  return { schema, options: schema[0]?.extension?.logicalTypeOptions, faults: report.faults };
}

/** The options of the only property as an export writes them, with its custom properties. */
function written(document: Json): Json {
  const [object] = objectsOf(document.schema);
  const [{ logicalTypeOptions, customProperties } = {}] = objectsOf(object?.properties);
  return { ...(logicalTypeOptions as Json), ...(customProperties !== undefined && { customProperties }) };
}

describe('exclusive bounds of 3.0', () => {
  it.each([
    [{ maximum: 10, exclusiveMaximum: true }, { exclusiveMaximum: 10 }],
    [{ maximum: 10, exclusiveMaximum: false }, { maximum: 10 }],
    [
      { minimum: 0, exclusiveMinimum: true, maximum: 10 },
      { exclusiveMinimum: 0, maximum: 10 },
    ],
  ])('%j is read as %j', (options, expected) => {
    expect(read(documentOf(options))).toMatchObject({ options: expected, faults: [] });
  });

  it('are read in a later document too, where they are no values', () => {
    const { document } = conform(documentOf({ maximum: 10, exclusiveMaximum: true }, 'v3.1.0'));
    expect(read(document)).toMatchObject({ options: { exclusiveMaximum: 10 }, faults: [] });
  });

  it('that say nothing are not understood', () => {
    expect(read(documentOf({ exclusiveMaximum: true })).faults).toMatchObject([
      { path: 'schema[0].properties[0].logicalTypeOptions.exclusiveMaximum' },
    ]);
  });

  it.each<[Json, Json]>([
    [{ exclusiveMaximum: 10 }, { maximum: 10, exclusiveMaximum: true }],
    [
      { minimum: 0, maximum: 20, exclusiveMaximum: 10 },
      {
        ...{ minimum: 0, maximum: 20 },
        customProperties: [{ property: 'logicalTypeOptions.exclusiveMaximum', value: 10 }],
      },
    ],
  ])('%j of a contract goes out as %j and comes back', (options, expected) => {
    const document = documentOf({ minimum: 1 });
    const baseline = { schema: read(document).schema };
    const stored = { document, object: 0, baseline: { name: 't', ...baseline } };
    const changed = (logicalTypeOptions: Json, from: typeof stored): Json => {
      const [column] = from.baseline.schema;
      const schema = [{ ...column!, extension: { ...column!.extension, logicalTypeOptions } }];
      return exportDocument({ id: 'x', name: 't', version: 1, schema }, 't', from, undefined);
    };
    const sent = changed(options, stored);
    expect([sent.apiVersion, schemaErrors(sent), written(sent)]).toEqual(['v3.0.2', [], expected]);
    const back = read(sent);
    expect(back).toMatchObject({ options, faults: [] });
    const again = changed({ minimum: 1 }, { document: sent, object: 0, baseline: { name: 't', schema: back.schema } });
    expect(written(again)).toEqual({ minimum: 1 });
  });
});
