import { childPath, isObject } from '@app/common';
import type { NotEvaluatedReason } from '../../promises/promise';
import type { DocumentChange } from '../document/pointer';

/** A promise that no evidence can judge, by the path of the document that states it. */
export interface NotJudged {
  readonly path: string;
  readonly reason: NotEvaluatedReason;
}

/** The result for each path of an imported document: each leaf lies in one of the first four lists. */
export interface ImportReport {
  /** Paths represented in the contract. */
  readonly mapped: readonly string[];
  /** Promises that no evidence can judge, whether or not the contract has a member for them. */
  readonly notJudged: readonly NotJudged[];
  /** Paths only in the stored document; a path includes everything below it. */
  readonly kept: readonly string[];
  /** Paths that match a supported part but could not be parsed; they are also stored. */
  readonly notUnderstood: readonly DocumentChange[];
  /** Repairs that made the document valid; absent if it was valid. */
  readonly changed?: readonly DocumentChange[];
}

/** Collects while a document is mapped. */
export interface MappingNotes {
  readonly report: ReportWriter;
  /** Path in the contract → path in the document. */
  readonly places: Map<string, string>;
}

type List = 'mapped' | 'notJudged' | 'notUnderstood' | 'kept';

/** Collects what became of the paths of a document. */
export class ReportWriter {
  private readonly places = new Set<string>();
  private readonly unread: DocumentChange[] = [];

  mapped(...paths: readonly string[]): void {
    for (const path of paths) this.places.add(path);
  }

  notUnderstood(path: string, message: string): void {
    this.unread.push({ path, message });
  }

  /** The parts that could not be parsed so far. */
  get faults(): readonly DocumentChange[] {
    return this.unread;
  }

  finish(document: unknown, changes: readonly DocumentChange[], notJudged: readonly NotJudged[] = []): ImportReport {
    const reported = new Map<string, List>([...this.places].map((path) => [path, 'mapped']));
    for (const { path } of this.unread) reported.set(path, 'notUnderstood');
    for (const { path } of notJudged) reported.set(path, 'notJudged');
    const leaves = new DocumentLeaves(reported, document);
    return {
      mapped: [...this.places].flatMap((path) => leaves.of(path, 'mapped')),
      notJudged,
      kept: leaves.of('', 'kept'),
      notUnderstood: this.unread.flatMap(({ path, message }) =>
        leaves.of(path, 'notUnderstood').map((leaf) => ({ path: leaf, message })),
      ),
      ...(changes.length ? { changed: changes } : {}),
    };
  }
}

/** Divides a document among reported paths: what lies below one belongs to it, unless a longer one is reported there. */
class DocumentLeaves {
  private readonly ancestors: ReadonlySet<string>;
  /** Paths of the document by the reported path that they belong to, those of the empty one to none. */
  private readonly parts = new Map<string, string[]>();

  constructor(
    private readonly reported: ReadonlyMap<string, List>,
    document: unknown,
  ) {
    this.ancestors = new Set([...reported.keys()].flatMap(ancestorsOf));
    this.divide(document, '', '');
  }

  /** The paths that belong to a reported one, where it is in that list; to none: the empty path. */
  of(path: string, list: List): readonly string[] {
    if ((this.reported.get(path) ?? 'kept') !== list) return [];
    return this.parts.get(path) ?? [];
  }

  private divide(value: unknown, path: string, above: string): void {
    const owner = this.reported.has(path) ? path : above;
    const parts = this.parts.get(owner) ?? [];
    this.parts.set(owner, parts);
    // What lies below a promise is part of it.
    const isWhole = this.reported.get(owner) === 'notJudged' || (path !== '' && !this.ancestors.has(path));
    const inner = isWhole ? [] : membersOf(value);
    if (inner.length === 0) {
      if (path !== '') parts.push(path);
    } else for (const [step, one] of inner) this.divide(one, childPath(path, step), owner);
  }
}

function membersOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

/** The ancestors of a path: those of `a[0].b` are `a` and `a[0]`. Quoted keys are no ancestors: those of the standard are plain. */
function ancestorsOf(path: string): string[] {
  return [...path.matchAll(/(?<=.)(?=[.[])/g)].map(({ index }) => path.slice(0, index));
}
