import { Tooltip } from '@mantine/core';
import type { Schemas } from '../api/service/client';
import { Icon } from './icon';
import { EntityLink } from './link';

type Reference = Schemas['EntityReference'];

export const nameOf = ({ displayName, name, fullyQualifiedName, id }: Reference): string =>
  displayName ?? name ?? fullyQualifiedName ?? id;

/** Their names, in their order. */
export const namesOf = (references: readonly Reference[] = []): string[] => references.map(nameOf);

interface OwnersProps {
  readonly of: readonly Reference[] | undefined;
  readonly none?: string;
}

/** Users and teams, with links to their pages; inherited ones say so where there is room. */
export function Owners({ of = [], none = 'No owner', isShort = false }: OwnersProps & { readonly isShort?: boolean }) {
  if (of.length === 0) return <span className="dimmed">{none}</span>;
  return (
    <span className="row">
      {of.map((one) => (
        <span key={one.id} className="label">
          <Icon name="user" size={13} />
          <EntityLink type={one.type} fqn={one.fullyQualifiedName ?? nameOf(one)}>
            {nameOf(one)}
          </EntityLink>
          {one.inherited && !isShort && <span className="dimmed small">inherited</span>}
        </span>
      ))}
    </span>
  );
}

/** Links to what something refers to. */
export function References({ of = [], none = '–' }: OwnersProps) {
  if (of.length === 0) return <span className="dimmed">{none}</span>;
  return (
    <span className="row">
      {of.map((one) => (
        <EntityLink key={one.id} type={one.type} fqn={one.fullyQualifiedName ?? nameOf(one)}>
          {nameOf(one)}
        </EntityLink>
      ))}
    </span>
  );
}

/** Tags and terms of glossaries, with links to their pages. */
export function Tags({ of = [] }: { readonly of: readonly Schemas['TagLabel'][] | undefined }) {
  return (
    <>
      {of.map(({ tagFQN, source, description }) => (
        <Tooltip key={tagFQN} label={description} disabled={!description} multiline maw={360}>
          <span className="label">
            <EntityLink type={source === 'Glossary' ? 'glossaryTerm' : 'tag'} fqn={tagFQN}>
              {tagFQN}
            </EntityLink>
          </span>
        </Tooltip>
      ))}
    </>
  );
}
