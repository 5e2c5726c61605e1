import { AccessControl } from '@app/auth';
import { AppError, attempt, invalidFields, TimeSlice, type Actor, type ErrorDetail, type Operation } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { LINEAGE_TYPES, PRODUCER_TYPES, type Asset } from '../traversal/asset';
import { AssetColumns, columnPath, type PathsOfNodes } from './asset-columns';
import type { ColumnMapping, EdgeDraft } from './stored-edge';
import { MOST_PAIRS, pairsOf, type SentColumns, type SentEdge } from './edge-schema';
import { NamedAssets, namedEntity, type NamedEntity } from './named-assets';

/** An edge of a request, and its location there: `edge`, `edges[3]`. */
export interface PlacedEdge {
  readonly field: string;
  readonly sent: SentEdge;
}

interface Ends {
  readonly from: Asset;
  readonly to: Asset;
  readonly pipeline?: Asset;
}

const NO_COLUMNS: ReadonlySet<string> = new Set();

/** Resolves the edges of a request to drafts: finds the named entities, checks permissions, validates columns. */
@Injectable()
export class EdgeResolver {
  constructor(
    private readonly assets: NamedAssets,
    private readonly columns: AssetColumns,
    private readonly access: AccessControl,
  ) {}

  /** For each edge, in order, its draft or its error: NOT_FOUND, FORBIDDEN, BAD_REQUEST naming unknown columns. */
  async resolve(tx: Transaction, actor: Actor, edges: readonly PlacedEdge[]): Promise<(EdgeDraft | AppError)[]> {
    const named = edges.map(namesOf);
    const find = await this.assets.find(tx, actor, named.flatMap(Object.values) as NamedEntity[]);
    const ends = named.map((one) => attempt(() => this.permitted(actor, one, find)));
    const withColumns = ends.filter((_, i) => edges[i]?.sent.lineageDetails?.columnsLineage?.length);
    const nodes = withColumns.flatMap((one) => (one instanceof AppError ? [] : [one.from.node, one.to.node]));
    const paths = await this.columns.of(tx, nodes);
    const slice = new TimeSlice();
    const drafts: (EdgeDraft | AppError)[] = [];
    for (const [i, one] of ends.entries())
      drafts.push(one instanceof AppError ? one : await draftOf(edges[i] as PlacedEdge, one, paths, slice));
    return drafts;
  }

  /** @throws {AppError} NOT_FOUND, FORBIDDEN */
  private permitted(
    actor: Actor,
    { from, to, pipeline }: ReturnType<typeof namesOf>,
    find: (one: NamedEntity) => Asset,
  ): Ends {
    const [fromAsset, toAsset] = [find(from), find(to)];
    const doer = pipeline && find(pipeline);
    for (const asset of [fromAsset, toAsset]) this.require(actor, asset, ['EditLineage']);
    if (doer) this.require(actor, doer, []);
    return { from: fromAsset, to: toAsset, ...(doer && { pipeline: doer }) };
  }

  private require(actor: Actor, asset: Asset, oneOf: readonly Operation[]): void {
    this.access.requireObject(actor, asset.type, asset, { key: asset.id, oneOf });
  }
}

function namesOf({ field, sent }: PlacedEdge): { from: NamedEntity; to: NamedEntity; pipeline?: NamedEntity } {
  const pipeline = sent.lineageDetails?.pipeline;
  return {
    from: namedEntity(`${field}.fromEntity`, LINEAGE_TYPES, sent.fromEntity),
    to: namedEntity(`${field}.toEntity`, LINEAGE_TYPES, sent.toEntity),
    ...(pipeline !== undefined && {
      pipeline: namedEntity(`${field}.lineageDetails.pipeline`, PRODUCER_TYPES, pipeline),
    }),
  };
}

/** @returns BAD_REQUEST naming every unknown column, if there is one */
async function draftOf(
  { field, sent }: PlacedEdge,
  { from, to, pipeline }: Ends,
  paths: PathsOfNodes,
  slice: TimeSlice,
): Promise<EdgeDraft | AppError> {
  const { sqlQuery, columnsLineage = [], source = 'Manual', description, assetEdges } = sent.lineageDetails ?? {};
  const place = `${field}.lineageDetails.columnsLineage`;
  const pairs = pairsOf(sent);
  if (pairs > MOST_PAIRS)
    return invalidFields([
      { field: place, message: `has ${pairs} pairs of columns; at most ${MOST_PAIRS} are allowed` },
    ]);
  const columns = await mappings(place, columnsLineage, { from, to }, paths, slice);
  if (columns instanceof AppError) return columns;
  return {
    fromNode: from.node,
    toNode: to.node,
    source,
    ...(pipeline && { pipeline: pipeline.node }),
    ...(sqlQuery !== undefined && { sqlQuery }),
    ...(sent.description !== undefined && { description: sent.description }),
    details: { ...(description !== undefined && { description }), ...(assetEdges !== undefined && { assetEdges }) },
    columns,
  };
}

/** Mappings without a column on one side are dropped. @returns BAD_REQUEST naming every unknown column, if there is one */
async function mappings(
  field: string,
  items: readonly SentColumns[],
  { from, to }: Ends,
  paths: PathsOfNodes,
  slice: TimeSlice,
): Promise<ColumnMapping[] | AppError> {
  const faults: ErrorDetail[] = [];
  const path = (text: string, asset: Asset, place: () => string): string => {
    const found = columnPath(text, asset.fqn, paths.get(asset.node) ?? NO_COLUMNS);
    if (found === undefined)
      faults.push({
        field: place(),
        message: `${JSON.stringify(text)} is no column of the ${asset.type} ${asset.fqn}`,
      });
    return found ?? text;
  };
  const mapped: ColumnMapping[] = [];
  for (const [i, { fromColumns = [], toColumn, function: how }] of items.entries()) {
    const sources: string[] = [];
    for (const [k, text] of fromColumns.entries()) {
      sources.push(path(text, from, () => `${field}[${i}].fromColumns[${k}]`));
      await slice.turn();
    }
    const target = toColumn === undefined ? '' : path(toColumn, to, () => `${field}[${i}].toColumn`);
    if (sources.length > 0 && target !== '')
      mapped.push({ fromColumns: sources, toColumn: target, ...(how !== undefined && { function: how }) });
  }
  return faults.length > 0 ? invalidFields(faults) : mapped;
}
