import { AccessControl } from '@app/auth';
import {
  AppError,
  attempt,
  invalidFields,
  isUuid,
  TimeSlice,
  type Actor,
  type ErrorDetail,
  type Operation,
} from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { LINEAGE_TYPES, PRODUCER_TYPES, type Asset } from '../traversal/asset';
import { AssetColumns, columnPath, type PathsOfNodes } from '../traversal/asset-columns';
import type { ColumnMapping, EdgeDraft, EdgeDraftById, EdgeSaying } from './stored-edge';
import { MOST_PAIRS, pairsOf, type SentColumns, type SentEdge } from './edge-schema';
import { NamedAssets, namedEntity, type NamedEntity } from './named-assets';

/** An edge of a request, and its location there: `edge`, `edges[3]`. */
export interface ResolvedEdge {
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
  async resolve(tx: Transaction, actor: Actor, edges: readonly ResolvedEdge[]): Promise<(EdgeDraft | AppError)[]> {
    const named = edges.map(namesOf);
    const find = await this.assets.find(tx, actor, named.flatMap(Object.values) as NamedEntity[]);
    const ends = named.map((one) => attempt(() => this.permitted(actor, one, find)));
    const withColumns = ends.filter((_, i) => edges[i]?.sent.lineageDetails?.columnsLineage?.length);
    const nodes = withColumns.flatMap((one) => (one instanceof AppError ? [] : [one.from.node, one.to.node]));
    const paths = await this.columns.of(tx, nodes);
    const slice = new TimeSlice();
    const drafts: (EdgeDraft | AppError)[] = [];
    for (const [i, one] of ends.entries())
      drafts.push(one instanceof AppError ? one : await draftOf(edges[i] as ResolvedEdge, one, paths, slice));
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

function namesOf({ field, sent }: ResolvedEdge): { from: NamedEntity; to: NamedEntity; pipeline?: NamedEntity } {
  const pipeline = sent.lineageDetails?.pipeline;
  return {
    from: namedEntity(`${field}.fromEntity`, LINEAGE_TYPES, sent.fromEntity),
    to: namedEntity(`${field}.toEntity`, LINEAGE_TYPES, sent.toEntity),
    ...(pipeline !== undefined && {
      pipeline: namedEntity(`${field}.lineageDetails.pipeline`, PRODUCER_TYPES, pipeline),
    }),
  };
}

/** The draft of an edge whose ends are named by id, and which names neither a pipeline nor columns; undefined for any other. */
export function draftById(sent: SentEdge): EdgeDraftById | undefined {
  const { pipeline, columnsLineage = [] } = sent.lineageDetails ?? {};
  if (pipeline !== undefined || columnsLineage.length > 0) return undefined;
  const { from, to } = namesOf({ field: '', sent });
  if (!isUuid(from.id ?? '') || !isUuid(to.id ?? '')) return undefined;
  return { fromId: from.id!, toId: to.id!, fromTypes: from.types, toTypes: to.types, ...saidOf(sent), columns: [] };
}

/** The content of an edge besides its references. */
function saidOf({ description, lineageDetails = {} }: SentEdge): Omit<EdgeSaying, 'pipeline' | 'columns'> {
  const { sqlQuery, source = 'Manual', description: ofDetails, assetEdges } = lineageDetails;
  return {
    source,
    ...(sqlQuery !== undefined && { sqlQuery }),
    ...(description !== undefined && { description }),
    details: {
      ...(ofDetails !== undefined && { description: ofDetails }),
      ...(assetEdges !== undefined && { assetEdges }),
    },
  };
}

/** @returns BAD_REQUEST naming every unknown column, if there is one */
async function draftOf(
  { field, sent }: ResolvedEdge,
  { from, to, pipeline }: Ends,
  paths: PathsOfNodes,
  slice: TimeSlice,
): Promise<EdgeDraft | AppError> {
  const { columnsLineage = [] } = sent.lineageDetails ?? {};
  const location = `${field}.lineageDetails.columnsLineage`;
  const pairs = pairsOf(sent);
  if (pairs > MOST_PAIRS)
    return invalidFields([
      { field: location, message: `has ${pairs} pairs of columns; at most ${MOST_PAIRS} are allowed` },
    ]);
  const columns = await mappings(location, columnsLineage, { from, to }, paths, slice);
  if (columns instanceof AppError) return columns;
  return {
    fromNode: from.node,
    toNode: to.node,
    ...saidOf(sent),
    ...(pipeline && { pipeline: pipeline.node }),
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
  const path = (text: string, asset: Asset, location: () => string): string => {
    const found = columnPath(text, asset.fqn, paths.get(asset.node) ?? NO_COLUMNS);
    if (found === undefined)
      faults.push({
        field: location(),
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
