import type { CatalogClient } from '../../connection/catalog-client';
import { isObject } from '../../document/document-file';
import { COPIED, type Document, picked } from './collections';
import type { MigrationState } from './migration-state';
import type { Source } from './source';

/** The members of a result that are copied. */
const OF_RESULTS = [
  ...['timestamp', 'testCaseStatus', 'result', 'testResultValue', 'passedRows', 'failedRows'],
  ...['passedRowsPercentage', 'failedRowsPercentage', 'maxBound', 'minBound'],
];
const OF_PROPERTIES = ['name', 'displayName', 'description', 'customPropertyConfig'];

/** Copies what is not an entity: custom properties, the newest result of each test case. */
export class FactCopy {
  constructor(
    private readonly source: Source,
    private readonly target: CatalogClient,
    private readonly state: MigrationState,
  ) {}

  /** Before entities: values of an extension are checked against them. */
  async customProperties(): Promise<void> {
    const { data } = await this.target.json<{ data: readonly { readonly id: string; readonly name: string }[] }>({
      path: '/metadata/types',
      query: { category: 'entity', limit: 1000 },
      what: 'Reading the types',
    });
    for (const { type } of COPIED) {
      const own = data.find(({ name }) => name === type);
      const there = own && (await this.source.object(`/metadata/types/name/${type}`, { fields: 'customProperties' }));
      const properties = Array.isArray(there?.customProperties) ? (there.customProperties as unknown[]) : [];
      for (const property of properties.filter(isObject)) await this.customProperty(type, own?.id ?? '', property);
    }
  }

  private async customProperty(type: string, id: string, property: Document): Promise<void> {
    const kind = isObject(property.propertyType) ? property.propertyType.name : undefined;
    const body = { description: '', ...picked(property, OF_PROPERTIES), propertyType: { name: kind } };
    await this.write(`/metadata/types/${id}`, body, `custom property ${type}.${String(property.name)}`);
  }

  /** @param documents test cases with their newest results */
  async testResults(documents: readonly Document[]): Promise<void> {
    for (const { fullyQualifiedName, testCaseResult } of documents) {
      const result = isObject(testCaseResult) ? picked(testCaseResult, OF_RESULTS) : {};
      if (result.timestamp === undefined || result.testCaseStatus === undefined) continue;
      const fqn = String(fullyQualifiedName);
      const path = `/dataQuality/testCases/${encodeURIComponent(fqn)}/testCaseResult`;
      await this.write(path, result, `result of ${fqn}`);
    }
  }

  private async write(path: string, body: object, what: string): Promise<void> {
    const { status, body: answer } = await this.target.send({
      ...{ method: 'PUT', path, body },
      accept: [400, 404, 409],
      what: `Writing the ${what}`,
    });
    if (status < 400) return;
    const reason = isObject(answer) ? String(answer.message) : String(status);
    this.state.progress.refused.push({ what, reason });
  }
}
