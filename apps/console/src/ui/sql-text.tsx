import { Button, CopyButton } from '@mantine/core';

interface SqlTextProps {
  readonly of: string;
  /** The subject, for readers of screens. */
  readonly about: string;
}

/** A statement, to be copied where the browser lets a page do so: over HTTPS and on the machine itself. */
export function SqlText({ of, about }: SqlTextProps) {
  return (
    <div className="stack" style={{ gap: 6 }}>
      <pre className="mono statement">{of}</pre>
      {window.isSecureContext && (
        <CopyButton value={of}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${copied ? 'Copied' : 'Copy'} the SQL of ${about}`}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      )}
    </div>
  );
}
