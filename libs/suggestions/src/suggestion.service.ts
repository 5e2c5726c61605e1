import { createHash } from 'node:crypto';
import {
  allFields,
  EntityDocuments,
  EntityFinder,
  EntityReader,
  entityTypes,
  Visibility,
  type EntityType,
  type FoundEntity,
  type Reference,
  referenceKey,
} from '@app/catalog';
import { DAY, unlessRefused, type Actor } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { assetColumns, dataContractType, type ContractDocument } from '@app/contracts';
import { Database } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { bodyOf, newContract } from './document/base-contract';
import type { AssetEvidence, KnownTest } from './evidence/asset-evidence';
import { EvidenceRepository, type Span } from './evidence/evidence.repository';
import { columnsWithTags, placedColumns } from './lines/located-columns';
import { MOST_CATEGORIES } from './lines/test-lines';
import { suggestContract, type SuggestedContract, type SuggestedFor } from './suggest';

/** Column profiles of one table that are looked at: about 100 MB, and a second. */
const MOST_OBSERVATIONS = 200_000;
/** Profiles of one table: at least a month of daily ones however many columns there are, at most these. */
const [LEAST_PROFILES, MOST_PROFILES] = [30, 1_000];

const TABLE = 'table';

type Json = Readonly<Record<string, unknown>>;

/** Asks what a contract of an asset can promise. */
export interface SuggestionRequest {
  readonly entity: Pick<Reference, 'type'> & Partial<Pick<Reference, 'id' | 'fullyQualifiedName'>>;
  /** Evidence after it is not seen, in epoch ms; absent: now. */
  readonly at?: number;
  /** How far back profiles and refreshes are looked at. */
  readonly days: number;
}

export interface Suggested extends SuggestedContract {
  readonly entity: Reference;
  /** The contract that the asset has, if the caller may view it. */
  readonly contract?: Reference;
}

/** Suggests contracts by what is known of assets. Nothing is stored. */
@Injectable()
export class SuggestionService {
  constructor(
    private readonly database: Database,
    private readonly finder: EntityFinder,
    private readonly reader: EntityReader,
    private readonly documents: EntityDocuments,
    private readonly visibility: Visibility,
    private readonly evidence: EvidenceRepository,
    @Inject(APP_SETTINGS) private readonly settings: Pick<Settings, 'sampleDataHiddenTags'>,
  ) {}

  /** @throws {AppError} NOT_FOUND, also for what is hidden from the actor; FORBIDDEN */
  async suggest(actor: Actor, { entity, at, days }: SuggestionRequest): Promise<Suggested> {
    const found = await this.finder.findFor(actor, 'ViewBasic', entity.type, referenceKey(entity));
    const to = at ?? (await this.database.now());
    const [asset, contracts] = await Promise.all([this.asset(actor, found), this.contracts(actor, found)]);
    const evidence = await this.evidenceOf(actor, found, asset, { from: to - days * DAY, to });
    const { base, contract } = contracts;
    return {
      entity: referenceOf(found.type, asset.asset),
      ...suggestContract(asset, evidence, base),
      ...(contract && { contract }),
    };
  }

  /** The asset as the actor sees it. What hides values of columns does not depend on which tags the actor sees. */
  private async asset(actor: Actor, { id, type, fqn }: FoundEntity): Promise<SuggestedFor> {
    const entityType = entityTypes.get(type);
    const hiddenTags = this.settings.sampleDataHiddenTags;
    const [seen, whole] = await Promise.all([
      this.reader.get(actor, entityType, { id }, fieldsOf(entityType), 'non-deleted'),
      this.documents.one(this.database, { id }, allFields(entityType), 'all'),
    ]);
    const columns = assetColumns(type, JSON.parse(whole?.json ?? '{}') as Json)?.columns ?? [];
    return { type, fqn, asset: JSON.parse(seen.json) as Json, hiddenColumns: columnsWithTags(columns, hiddenTags) };
  }

  private async evidenceOf(
    actor: Actor,
    { node }: FoundEntity,
    { type, asset }: SuggestedFor,
    span: Span,
  ): Promise<AssetEvidence> {
    const columns = placedColumns(assetColumns(type, asset)?.columns ?? []);
    const observed = this.evidence.refreshes(node, span);
    if (type !== TABLE)
      return { profiles: [], columns: new Map(), tests: [], refreshes: refreshesIn(await observed, asset, span) };
    const most = Math.min(
      MOST_PROFILES,
      Math.max(LEAST_PROFILES, Math.floor(MOST_OBSERVATIONS / (columns.length + 1))),
    );
    const [profiles, tests, refreshes] = await Promise.all([
      this.evidence.profiles(node, span, most),
      this.tests(actor, node, span.to),
      observed,
    ]);
    const from = profiles.length === most ? profiles[0]!.timestamp - 1 : span.from;
    const byKey = await this.evidence.columns(node, { ...span, from }, MOST_CATEGORIES);
    return {
      profiles,
      columns: new Map(columns.map(({ path }) => [path, byKey.get(keyOf(path)) ?? []])),
      tests,
      refreshes: refreshesIn(refreshes, asset, span),
    };
  }

  private async tests(actor: Actor, node: string, at: number): Promise<KnownTest[]> {
    const tests = await this.evidence.tests(node, at);
    const seen = await this.visibility.seenOf(
      this.database,
      actor,
      tests.map(({ reference }) => reference),
    );
    const ids = new Set(seen.map(({ id }) => id));
    return tests.filter(({ reference }) => ids.has(reference.id));
  }

  private async contracts(
    actor: Actor,
    found: FoundEntity,
  ): Promise<{ readonly base: ContractDocument; readonly contract?: Reference }> {
    const all = await this.evidence.contracts(found.node);
    const seen = await this.visibility.seenOf(this.database, actor, all);
    const live = seen.find((one) => one.live);
    const read = live && (await this.contract(actor, live.id));
    if (read) return { base: bodyOf(read), contract: referenceOf(dataContractType.type, read) };
    return { base: newContract(found, new Set(seen.map(({ name }) => name))) };
  }

  /** undefined for one that was deleted meanwhile, or that the actor may not view. */
  private async contract(actor: Actor, id: string): Promise<Json | undefined> {
    const answer = await unlessRefused(['NOT_FOUND', 'FORBIDDEN'], () =>
      this.reader.get(actor, dataContractType, { id }, '*', 'non-deleted'),
    );
    return answer && (JSON.parse(answer.json) as Json);
  }
}

/** Names of all fields of a type but lists without a bound. */
const fieldsOf = (type: EntityType): string =>
  [...Object.keys(type.attributes), ...Object.keys(type.relations)]
    .filter((name) => !type.relations[name]?.large)
    .join(',');

/** The key of the profiles of a column. */
const keyOf = (path: string): string => {
  const digest = createHash('md5').update(path).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

function referenceOf(type: string, { id, name, fullyQualifiedName, displayName }: Json): Reference {
  const shown = typeof displayName === 'string' && { displayName };
  return {
    id: String(id),
    type,
    name: String(name),
    fullyQualifiedName: String(fullyQualifiedName),
    ...shown,
    deleted: false,
  };
}

/** Observed refreshes and the last update by the life cycle of the asset, in ascending order. */
function refreshesIn(observed: readonly number[], { lifeCycle }: Json, { from, to }: Span): number[] {
  const { updated } = (lifeCycle ?? {}) as { readonly updated?: { readonly timestamp?: unknown } };
  const at = updated?.timestamp;
  if (typeof at !== 'number' || at <= from || at > to || observed.includes(at)) return [...observed];
  return [...observed, at].sort((one, other) => one - other);
}
