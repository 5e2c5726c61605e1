import { Fragment, type ReactNode } from 'react';
import { typeLabel } from '../../api/entity-types';
import type { Hit } from '../../api/searches';
import { Status } from '../status';

interface CompletionProps {
  readonly text: ReactNode;
  readonly entityType: string;
  readonly fullyQualifiedName: string;
  /** The contract of an asset, or a contract itself. */
  readonly contract?: { readonly latestStatus?: string | undefined } | undefined;
}

/** An entity whose name is being typed. */
export function Completion({ text, entityType, fullyQualifiedName, contract }: CompletionProps) {
  return (
    <>
      <div className="row row-apart" style={{ flexWrap: 'nowrap' }}>
        <span>{text}</span>
        <span className="row row-whole">
          {contract && <Status of={contract.latestStatus} />}
          <span className="dimmed small nowrap">{typeLabel(entityType)}</span>
        </span>
      </div>
      <div className="dimmed small fqn">{fullyQualifiedName}</div>
    </>
  );
}

/** An entity that a word of which was found, with the text in which it stands. */
export function FoundCompletion({ hit: { document, highlight } }: { readonly hit: Hit }) {
  const { name, displayName, entityType, fullyQualifiedName, contract } = document;
  const title = highlight.displayName?.[0] ?? highlight.name?.[0] ?? displayName ?? name;
  const place = Object.entries(highlight).find(([field]) => !['displayName', 'name'].includes(field))?.[1][0];
  return (
    <>
      <Completion
        text={<Marked text={title} />}
        entityType={entityType}
        fullyQualifiedName={fullyQualifiedName}
        contract={contract}
      />
      {place !== undefined && (
        <div className="small clamped">
          <Marked text={place} />
        </div>
      )}
    </>
  );
}

const MARK = /<em>([\s\S]*?)<\/em>/g;

/** A text whose hits the API marks with `<em>`: these alone become `mark` elements, all else stays text, markup included. */
export function Marked({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(MARK).map((part, at) => (
        // The parts alternate: plain text, and highlighted text.
        <Fragment key={at}>{at % 2 === 1 ? <mark>{part}</mark> : part}</Fragment>
      ))}
    </>
  );
}
