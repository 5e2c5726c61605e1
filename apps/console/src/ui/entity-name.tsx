import { CutText } from './cut-text';
import { namedPath } from './text/fqn-parts';
import { EntityLink } from './link';

/** Characters at the end of a path that are always shown: they distinguish two long paths. */
const SHOWN_END = 22;

interface EntityNameProps {
  readonly type: string;
  readonly fqn: string;
  readonly displayName?: string | undefined;
  /** Whether it is gone and has no page. */
  readonly isGone?: boolean | undefined;
}

/** The name of an entity as a link, and below it its path, cut in the middle where it is long: whole by pointer and for readers of screens. */
export function EntityName({ type, fqn, displayName, isGone = false }: EntityNameProps) {
  const { name, path } = namedPath(fqn);
  const shown = <bdi className="fqn">{displayName ?? name}</bdi>;
  return (
    <span className="entity-name">
      {isGone ? (
        shown
      ) : (
        <EntityLink type={type} fqn={fqn}>
          {shown}
        </EntityLink>
      )}
      {path !== '' && (
        <span className="path" title={path}>
          <CutText text={path} end={SHOWN_END} spokenBefore="in " />
        </span>
      )}
    </span>
  );
}
