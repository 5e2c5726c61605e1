import type { MessageSchema } from '../../api/assets';
import { Notice } from '../../ui/states';

interface SchemaNotesProps {
  readonly of: MessageSchema | undefined;
}

/** Paths of a schema's text that could not be parsed; nothing without any. */
export function SchemaNotes({ of: { schemaNotes = [] } = {} }: SchemaNotesProps) {
  if (schemaNotes.length === 0) return null;
  return (
    <Notice tone="part" icon="warning">
      <p>The text of the schema could not be read as a whole:</p>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {schemaNotes.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field !== '' && <span className="mono fqn">{field}: </span>}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
