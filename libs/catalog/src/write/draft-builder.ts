import { AppError, TimeSlice } from '@app/common';
import { Injectable } from '@nestjs/common';
import { ConstraintRules } from './rules/constraint-rules';
import { ExtensionRules } from './rules/extension-rules';
import type { EntityDraft, WriteContext } from './entity-draft';
import { LabelRules } from './labels/label-rules';
import { draftOf, judged, type DraftedBody } from './plan/draft';
import { ReferenceResolver } from './references/reference-resolver';

/** Builds drafts from checked bodies: resolves references, completes parts, validates labels, extensions and constraints. */
@Injectable()
export class DraftBuilder {
  constructor(
    private readonly resolver: ReferenceResolver,
    private readonly labels: LabelRules,
    private readonly extensions: ExtensionRules,
    private readonly constraints: ConstraintRules,
  ) {}

  /** A draft or an error for each body. A fixed number of statements for all. */
  async drafts(context: WriteContext, bodies: readonly DraftedBody[]): Promise<(EntityDraft | AppError)[]> {
    const { entityType } = context;
    const naming = bodies.map(({ received, location, locked, current, seen }) => ({
      body: received.body,
      location,
      stored: locked && current && { locked, current },
      unseenFields: seen?.unseenFields,
    }));
    const resolved = await this.resolver.resolve(context, naming);
    const slice = new TimeSlice();
    const drafts: (EntityDraft | AppError)[] = [];
    for (const [i, found] of resolved.entries()) {
      drafts.push(found instanceof AppError ? found : draftOf(entityType, bodies[i] as DraftedBody, found));
      await slice.turn();
    }
    for (const rules of [this.labels, this.extensions, this.constraints]) {
      const checked = drafts.flatMap((draft, i) =>
        draft instanceof AppError ? [] : [{ i, body: judged(draft, bodies[i] as DraftedBody) }],
      );
      const faults = await rules.faults(
        context,
        checked.map(({ body }) => body),
      );
      for (const [at, { i }] of checked.entries()) drafts[i] = faults[at] ?? (drafts[i] as EntityDraft);
      await slice.turn();
    }
    return drafts;
  }

  /** @throws {AppError} if the body is rejected */
  async draft(context: WriteContext, body: DraftedBody): Promise<EntityDraft> {
    const [draft] = await this.drafts(context, [body]);
    if (draft instanceof AppError) throw draft;
    return draft as EntityDraft;
  }
}
