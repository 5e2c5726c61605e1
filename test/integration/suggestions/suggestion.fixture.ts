import { randomUUID } from 'node:crypto';
import { EntityReader, entityTypes, EntityWriter, SubtreeRemover } from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { ContractsModule, ContractService, RuleSyntax } from '@app/contracts';
import { ObservationService, QualityModule, TableProfileService, TestResultService } from '@app/quality';
import { SuggestionService, SuggestionsModule, type Suggested } from '@app/suggestions';
import { ruleFault } from '@app/validation';
import { LibraryContext } from '../../support/library-context';

export type Json = Record<string, unknown>;
export type Document = Json & { readonly id: string; readonly name: string; readonly fullyQualifiedName: string };

export const ADMIN: Actor = { name: 'admin', id: randomUUID(), isAdmin: true, ownerIds: new Set(), rules: [] };

export function someone(rules: readonly Partial<AccessRule>[]): Actor {
  const complete = rules.map((rule, at) => ({
    ...{ name: `r${at}`, effect: 'allow' as const, resources: ['All'], operations: [] },
    ...rule,
  }));
  return { name: 'ada', id: randomUUID(), isAdmin: false, ownerIds: new Set(), rules: complete };
}

export const newName = (kind: string): string => `${kind}_${randomUUID().slice(0, 13)}`;

const parsed = ({ json }: { readonly json: string }): Document => JSON.parse(json) as Document;

/** Suggestions for tables of a database of the test's own. */
export class SuggestionFixture {
  private constructor(
    private readonly context: LibraryContext,
    private readonly schema: string,
  ) {}

  static async open(more: object = {}): Promise<SuggestionFixture> {
    const modules = [ContractsModule, QualityModule, SuggestionsModule];
    const context = await LibraryContext.open(() => modules, more);
    context.app.get(RuleSyntax).register(ruleFault);
    const create = async (type: string, body: Json): Promise<string> =>
      parsed(await context.app.get(EntityWriter).create(ADMIN, entityTypes.get(type), body)).fullyQualifiedName;
    await create('classification', { name: 'PII', description: 'Personal data' });
    await create('tag', { name: 'Sensitive', classification: 'PII', description: 'Shown to nobody' });
    const service = await create('databaseService', { name: newName('s'), serviceType: 'Postgres' });
    const database = await create('database', { name: 'd', service });
    return new SuggestionFixture(context, await create('databaseSchema', { name: 'p', database }));
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async create(type: string, body: Json): Promise<Document> {
    return parsed(await this.context.app.get(EntityWriter).create(ADMIN, entityTypes.get(type), body));
  }

  table(columns: readonly object[], more: Json = {}): Promise<Document> {
    return this.create('table', { name: newName('t'), databaseSchema: this.schema, columns, ...more });
  }

  async remove(type: string, id: string): Promise<void> {
    await this.context.app
      .get(SubtreeRemover)
      .remove(ADMIN, entityTypes.get(type), { id }, { recursive: false, hardDelete: false });
  }

  async profile(table: Document, timestamp: number, rowCount: number, columns: readonly object[]): Promise<void> {
    await this.context.app.get(TableProfileService).push(ADMIN, table.fullyQualifiedName, {
      tableProfile: { timestamp, ...{ rowCount } },
      columnProfile: columns.map((one) => ({ ...(one as { name: string }), timestamp })),
    });
  }

  async refresh(table: Document, times: readonly number[]): Promise<void> {
    const sent = times.map((timestamp) => ({ timestamp, kind: 'refresh' as const }));
    await this.context.app.get(ObservationService).push(ADMIN, 'table', table.id, sent);
  }

  async result(testCase: Document, timestamp: number, testCaseStatus: 'Success' | 'Failed'): Promise<void> {
    await this.context.app
      .get(TestResultService)
      .push(ADMIN, testCase.fullyQualifiedName, { timestamp, testCaseStatus });
  }

  suggest(table: Document, more: { at?: number; days?: number } = {}, actor = ADMIN): Promise<Suggested> {
    return this.context.app
      .get(SuggestionService)
      .suggest(actor, { entity: { type: 'table', id: table.id }, days: 90, ...more });
  }

  /** Faults that a PUT of the document would be refused for. */
  async faults(document: object): Promise<readonly object[]> {
    return (await this.context.app.get(ContractService).check(ADMIN, document, false)).errors;
  }

  async contract(id: string): Promise<Document> {
    const type = entityTypes.get('dataContract');
    return parsed(await this.context.app.get(EntityReader).get(ADMIN, type, { id }, '*', 'non-deleted'));
  }
}
