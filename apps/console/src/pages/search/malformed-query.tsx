import type { ApiError } from '../../api/service/api-error';
import { Notice } from '../../ui/states';

interface MalformedProps {
  readonly query: string;
  readonly error: ApiError;
}

/** A query that cannot be read, with a caret under the position of the error. */
export function MalformedQuery({ query, error }: MalformedProps) {
  const [, place] = /\(at position (\d+)\)/.exec(error.message) ?? [];
  return (
    <Notice tone="bad" icon="warning">
      <p>
        <strong>This query cannot be read.</strong> {error.message.replace(/^Query: /, '')}
      </p>
      {place !== undefined && (
        <pre className="mono" style={{ margin: '10px 0 0', overflowX: 'auto' }} aria-hidden="true">
          {query}
          {'\n'}
          {' '.repeat([...query].slice(0, Number(place)).length)}^
        </pre>
      )}
    </Notice>
  );
}
