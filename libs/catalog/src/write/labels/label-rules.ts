import { AppError, invalidFields, type Actor, type ErrorDetail } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { MOST_LABELS } from '../../definition/limits';
import { inTransaction } from '../../query/queryable';
import { Visibility } from '../../visibility/visibility';
import { labelKey, unknownLabel, type TagLabel } from '../../document/tag-label';
import { exclusions, TIER, type LabelLine, type LabelStep } from './label-line';
import type { JudgedBody } from '../../definition/entity-document';
import type { WriteContext } from '../entity-draft';
import { newlyLabelled, type NewlyLabelled } from './new-labels';

interface StepRow {
  readonly id: string;
  readonly depth: number;
  readonly label: string;
  readonly source: LabelLine['source'];
  readonly type: string;
  readonly fqn: string;
  readonly name: string;
  readonly deleted: boolean;
  readonly disabled: boolean;
  readonly exclusive: boolean;
}

const NAMED = `unnest($1::text[], $2::text[]) w(fqn, source)
      join entity e on e.type = case w.source when 'Glossary' then 'glossaryTerm' else 'tag' end
       and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn`;

const LOCK = `select 1 from ${NAMED} order by e.node for share of e`;

const LINES = `
  with recursive line as (
    select w.fqn as label, w.source, e.id, e.node, e.parent, e.type, e.fqn, e.name, e.body, e.deleted_by, 0 as depth
      from ${NAMED}
    union all
    select l.label, l.source, e.id, e.node, e.parent, e.type, e.fqn, e.name, e.body, e.deleted_by, l.depth + 1
      from line l join entity e on e.node = l.parent
  )
  select label, source, id::text as id, depth, type, fqn, name, deleted_by is not null as deleted,
         coalesce(body -> 'disabled' = 'true', false) as disabled,
         coalesce(body -> 'mutuallyExclusive' = 'true', false) as exclusive
    from line order by label, source, depth`;

/**
 * Validates new labels: tags and terms must exist, be enabled and not exclude each other. Labels already stored are accepted, so
 * that the entity remains editable.
 */
@Injectable()
export class LabelRules {
  constructor(private readonly visibility: Visibility) {}

  /**
   * For each body undefined, or NOT_FOUND or BAD_REQUEST for its new labels. Two statements, none if no label is new.
   *
   * Tags and terms newly assigned to an entity are share-locked: they cannot be renamed or removed until this write is committed,
   * and the rename or removal then includes this entity. Existing labels need no lock, since the entity's own row is locked.
   */
  async faults(context: WriteContext, bodies: readonly JudgedBody[]): Promise<(AppError | undefined)[]> {
    const { tx, actor, entityType } = context;
    const checks = bodies.map((body) => newlyLabelled(entityType, body));
    const labels = checks.flatMap((parts) => parts.flatMap(({ part }) => part.labels));
    if (!labels.length) return bodies.map(() => undefined);
    const strange = checks.flatMap((parts) =>
      parts.flatMap(({ part, isKnown }) => part.labels.filter((label) => !isKnown(label))),
    );
    if (strange.length) await query(tx, LOCK, namesOf(strange));
    const lines = await this.lines(tx, actor, labels);
    return checks.map((parts) => faultOf(parts, lines));
  }

  /** Excludes tags and terms hidden from the actor. */
  private async lines(tx: Transaction, actor: Actor, labels: readonly TagLabel[]): Promise<Map<string, LabelLine>> {
    const lines = new Map<string, LabelLine & { up: LabelStep[] }>();
    const rows = await query<StepRow>(tx, LINES, namesOf(labels));
    const bearing = rows.filter(({ depth }) => depth === 0);
    const seen = new Set((await this.visibility.seenOf(inTransaction(tx), actor, bearing)).map(({ id }) => id));
    const visible = new Set(bearing.filter(({ id }) => seen.has(id)).map(keyOfRow));
    for (const row of rows.filter((one) => visible.has(keyOfRow(one)))) {
      const key = keyOfRow(row);
      const line = lines.get(key) ?? { fqn: row.label, source: row.source, deleted: row.deleted, up: [] };
      const exclusive = row.exclusive || (row.type === 'classification' && row.name === TIER);
      line.up.push({ type: row.type, fqn: row.fqn, disabled: row.disabled, exclusive });
      lines.set(key, line);
    }
    return lines;
  }
}

function faultOf(parts: readonly NewlyLabelled[], lines: ReadonlyMap<string, LabelLine>): AppError | undefined {
  const missing = parts.flatMap(({ part, isKnown }) =>
    part.labels.filter((label) => !isKnown(label) && (lines.get(labelKey(label))?.deleted ?? true)),
  )[0];
  if (missing) return unknownLabel(missing);
  const faults = parts.flatMap((labelled) => [
    ...tooMany(labelled),
    ...disabled(labelled, lines),
    ...exclusive(labelled, lines),
  ]);
  return faults.length ? invalidFields(faults) : undefined;
}

function disabled({ part, isKnown }: NewlyLabelled, lines: ReadonlyMap<string, LabelLine>): ErrorDetail[] {
  return part.labels.flatMap((label) => {
    const step = lines.get(labelKey(label))?.up.find((one) => one.disabled);
    if (!step || isKnown(label)) return [];
    const what = step.fqn === label.tagFQN ? 'it' : `the ${step.type} ${step.fqn}`;
    return [{ field: part.path, message: `${label.tagFQN} cannot be put on anything: ${what} is disabled` }];
  });
}

function exclusive({ part, isNew }: NewlyLabelled, lines: ReadonlyMap<string, LabelLine>): ErrorDetail[] {
  const bearers = part.labels.flatMap((label) => {
    const line = lines.get(labelKey(label));
    return line ? [{ line, isNew: isNew(label) }] : [];
  });
  return exclusions(bearers).map(({ one, other, step }) => {
    const message = `${one.fqn} and ${other.fqn} exclude each other: of the ${step.type} ${step.fqn} one can stand here`;
    return { field: part.path, message };
  });
}

/** A PUT adds to existing tags: the total must not exceed the limit, or the previous number if larger. */
function tooMany({ part, before }: NewlyLabelled): ErrorDetail[] {
  const { length } = part.labels;
  if (length <= MOST_LABELS || length <= before) return [];
  const message = `would be ${length} tags with those that are there; at most ${MOST_LABELS} are allowed`;
  return [{ field: part.path, message }];
}

/** FQNs and sources, without duplicates. */
function namesOf(labels: readonly TagLabel[]): [string[], string[]] {
  const once = [...new Map(labels.map((label) => [labelKey(label), label])).values()];
  return [once.map(({ tagFQN }) => tagFQN), once.map(({ source }) => source)];
}

const keyOfRow = ({ label, source }: StepRow): string => labelKey({ tagFQN: label, source });
