import type { Proposed } from '../../api/contract-yaml';
import { Notice } from '../../ui/states';
import { notJudgedText } from '../../ui/text/not-judged';

type Notes = Pick<Proposed, 'notJudged' | 'notUnderstood'>;

/** The parts of an ODCS document that no run judges, and those that are only stored; nothing where all of it counts. */
export function ImportNotes({ of: { notJudged, notUnderstood } }: { readonly of: Notes }) {
  return (
    <>
      {notJudged.length > 0 && (
        <p className="dimmed small" style={{ margin: 0 }}>
          {notJudgedText(notJudged.map(({ path, reason }) => ({ subject: path, reason })))}
        </p>
      )}
      {notUnderstood.length > 0 && (
        <Notice tone="part" icon="warning">
          <p>Not understood, and stored with the document alone:</p>
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {notUnderstood.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <span className="mono">{path}</span> {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
