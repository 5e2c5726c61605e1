import { HiddenReferences, LINKS, Visibility, type Links } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { pageOf } from '@app/notices';
import { ANYBODY, HiddenValues } from '@app/quality';
import { Inject, Injectable } from '@nestjs/common';
import type { Notice } from '../document/notice';

/** Notices as a user may see them: checked when they are created and each time they are sent, since rights and names change. */
@Injectable()
export class ShownNotices {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly hidden: HiddenReferences,
    private readonly values: HiddenValues,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  /** The notices whose entities are not hidden from the viewer, without mentions of what is, and with the names of today. */
  async of(viewer: Actor, notices: readonly Notice[]): Promise<Notice[]> {
    const [message] = await this.ofMessages(viewer, [{ notices }]);
    return [...message!.notices];
  }

  /** Messages with what is left of their notices. */
  async ofMessages<M extends { readonly notices: readonly Notice[] }>(
    viewer: Actor,
    messages: readonly M[],
  ): Promise<M[]> {
    const all = messages.flatMap(({ notices }) => notices);
    const shown = await this.each(viewer, all);
    let from = 0;
    return messages.map((message) => {
      const notices = shown.slice(from, (from += message.notices.length));
      return { ...message, notices: notices.filter((notice) => notice !== undefined) };
    });
  }

  /** In their order, undefined in place of what is hidden. */
  private async each(viewer: Actor, notices: readonly Notice[]): Promise<(Notice | undefined)[]> {
    const entities = notices.map(({ entity }) => entity);
    const asked = notices.flatMap(({ type, entity }) => (type === 'test' ? [] : [entity]));
    const seen = new Set((await this.visibility.seenOf(this.database, viewer, asked)).map(({ id }) => id));
    const left = await this.stripped(viewer, notices);
    return left.map(({ entity, ...notice }, at) => {
      // A test is about the subscription of the viewer alone.
      if (notice.type === 'test') return notices[at];
      // It may be hidden from one statement to the next.
      if (!entity || !seen.has(entities[at]!.id)) return undefined;
      return { ...notice, entity, link: pageOf(this.links.origin, notice.type, entity) };
    });
  }

  /** No receiver is known to be allowed to see values of hidden columns. */
  private async stripped(viewer: Actor, notices: readonly Notice[]): Promise<readonly StrippedNotice[]> {
    const text = JSON.stringify(await this.withoutReferences(viewer, notices));
    return JSON.parse(await this.values.stripAnswer(ANYBODY, text)) as StrippedNotice[];
  }

  private async withoutReferences(viewer: Actor, notices: readonly Notice[]): Promise<readonly StrippedNotice[]> {
    if (!this.visibility.isRestricted(viewer)) return notices;
    const texts = notices.map((notice) => JSON.stringify(notice));
    const left = await this.hidden.strip(this.database, viewer, texts);
    return left.map((text) => JSON.parse(text) as StrippedNotice);
  }
}

type StrippedNotice = Omit<Notice, 'entity'> & Partial<Pick<Notice, 'entity'>>;
