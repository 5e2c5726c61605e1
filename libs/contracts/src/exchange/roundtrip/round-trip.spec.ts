import { platformOf, readPromised } from '@app/datatypes';
import * as fc from 'fast-check';
import type { ContractColumn } from '../../document/contract-document';
import { normalizeContract } from '../../promises/normalize';
import { type SchemaVersion, EXPORT_VERSIONS, SCHEMA_VERSIONS } from '../../odcs/document/api-version';
import { type Json, objectsOf } from '../../document/json';
import { type MappedDocument, mapDocument } from '../../odcs/mapping/map-document';
import { type ExportedContract, exportDocument } from '../../odcs/overlay/export-document';
import type { ContractState } from '../../odcs/overlay/overlay-document';
import { conform } from '../../odcs/strict/conform';
import { schemaErrors } from '../../odcs/strict/official-schema';
import { DocumentMaker } from './document-maker.cases';

/** Runs for each version. */
const ROUND_TRIPS = 150;
const OTHER_RUNS = 60;
const ID = 'c3d3b9a0-58f1-4d4e-9d53-8c1b7a3c0001';

interface Imported {
  readonly document: Json;
  readonly mapped: MappedDocument;
  readonly contract: ExportedContract;
  readonly object: number | null;
}

/** An import without a catalog: the asset is like the first object of the document. */
function imported(sent: Json): Imported {
  const { document, wasValid } = conform(sent);
  expect(wasValid).toBe(true);
  const [object] = objectsOf(document.schema);
  const selected = object && { object, index: 0 };
  const mapped = mapDocument(document, {
    assetType: 'table',
    asset: { name: 'orders' },
    selected,
    checkRule: () => null,
  });
  const contract = { ...mapped.parts, id: ID, version: 0.1, name: mapped.name } as ExportedContract;
  return { document, mapped, contract, object: selected ? 0 : null };
}

/** Columns with what is promised of their types: an export adds the words that the standard requires. */
function meant(columns: readonly ContractColumn[] = []): unknown[] {
  return columns.map(
    ({ dataType, dataTypeDisplay, arrayDataType, dataLength, precision, scale, extension, ...rest }) => ({
      ...rest,
      type: readPromised(
        { dataType, dataTypeDisplay, arrayDataType, dataLength, precision, scale, extension },
        platformOf(),
      ),
      children: meant(rest.children),
    }),
  );
}

/** Whether a list, or a list in it, states what its elements are by their physicalType alone. */
function promisesElementsByPhysicalType({
  dataTypeDisplay,
  arrayDataType,
  extension,
  children = [],
}: ContractColumn): boolean {
  const isPhysical = arrayDataType !== undefined && arrayDataType !== 'UNKNOWN' && !extension?.items;
  return (isPhysical && dataTypeDisplay === undefined) || children.some(promisesElementsByPhysicalType);
}

/** The paths at which two documents differ. */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b))
    return [path];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) => differences((a as Json)[key], (b as Json)[key], `${path}/${key}`));
}

function eachDocument(version: SchemaVersion, check: (document: Json) => void, numRuns = OTHER_RUNS): void {
  const maker = new DocumentMaker(version);
  let made = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const document = maker.make(seed);
      if (!document) return;
      made++;
      check(document);
    }),
    { numRuns },
  );
  expect(made).toBeGreaterThan(numRuns * 0.9);
}

describe.each(SCHEMA_VERSIONS)('a document made from the schema of %s', (version) => {
  it('goes out as it came in, however little of it we understand', () => {
    eachDocument(
      version,
      (sent) => {
        const before = structuredClone(sent);
        const { document, contract, object } = imported(sent);
        const kept = { document, object, baseline: contract as ContractState };
        expect(exportDocument(contract, 'orders', kept, undefined)).toEqual(before);
        expect(sent).toEqual(before);
      },
      ROUND_TRIPS,
    );
  });

  it('becomes a contract that can be kept', () => {
    eachDocument(version, (sent) => {
      const { mapped } = imported(sent);
      const { errors } = normalizeContract(mapped.parts, () => null);
      // Two properties of one name are the only thing that the standard allows and a contract does not.
      expect(errors.filter(({ message }) => !message.includes('twice'))).toEqual([]);
    });
  });

  it('differs where we changed something, and nowhere else', () => {
    eachDocument(version, (sent) => {
      const { document, contract, object } = imported(sent);
      const kept = { document, object, baseline: contract as ContractState };
      const changed = {
        ...contract,
        description: 'changed',
        entityStatus: contract.entityStatus === 'Deprecated' ? 'Active' : 'Deprecated',
        sla: { ...contract.sla, retention: 'P77D' },
      };
      const out = exportDocument(changed, 'orders', kept, undefined);
      expect(schemaErrors(out)).toEqual([]);
      const places = differences(document, out).filter(
        (place) => !/^\/(slaProperties(\/.*)?|status|description(\/purpose)?)$/.test(place),
      );
      expect(places).toEqual([]);
      expect(out.description).toMatchObject({ purpose: 'changed' });
    });
  });

  it('goes out in each version that can be asked for, and is valid there', () => {
    eachDocument(version, (sent) => {
      const { document, contract, object } = imported(sent);
      const kept = { document, object, baseline: contract as ContractState };
      for (const asked of EXPORT_VERSIONS) {
        const out = exportDocument(contract, 'orders', kept, asked);
        expect([out.apiVersion, schemaErrors(out)]).toEqual([asked, []]);
      }
    });
  });

  it('is said again, without the document, in another one that means the same', () => {
    eachDocument(version, (sent) => {
      const { contract } = imported(sent);
      const columns = (contract.schema ?? []).map(({ name }) => name);
      if (new Set(columns).size < columns.length) return;
      // An export names the logicalType of elements too, by which they are then promised.
      if ((contract.schema ?? []).some(promisesElementsByPhysicalType)) return;
      const out = exportDocument(contract, 'orders', undefined, undefined);
      expect(schemaErrors(out)).toEqual([]);
      const again = imported(out);
      expect(meant(again.contract.schema)).toEqual(meant(contract.schema));
      expect(again.contract.sla).toEqual(contract.sla);
      expect(again.contract.termsOfUse).toEqual(contract.termsOfUse);
      expect(again.contract.semantics).toEqual(contract.semantics);
      expect(again.contract.security).toEqual(contract.security);
    });
  });
});
