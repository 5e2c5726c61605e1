import { CopyButton, Button } from '@mantine/core';

interface CommandsProps {
  readonly commands: readonly { readonly step: string; readonly command: string }[];
  readonly yaml: string;
  /** Members that the file lacks, since they are secrets. */
  readonly left: readonly string[];
}

/** The same from a terminal: one line for each step, and the file, without secrets. */
export function Commands({ commands, yaml, left }: CommandsProps) {
  return (
    <section className="panel stack" style={{ gap: 12 }} aria-label="The same from a terminal">
      <h2 className="section-title">From a terminal</h2>
      {commands.map(({ step, command }) => (
        <Copied key={step} label={step} text={command} />
      ))}
      <Copied label="connection.yaml" text={yaml} />
      <p className="dimmed small" style={{ margin: 0 }}>
        In the folder of the catalog. Where the command is installed by itself, it is <code>metadata-catalog</code>.
      </p>
      {left.length > 0 && (
        <p className="dimmed small" style={{ margin: 0 }}>
          Secrets are left out: <span className="mono">{left.join(', ')}</span>. The command asks for the password; add
          the others to your copy of the file.
        </p>
      )}
    </section>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="stack" style={{ gap: 4 }}>
      <div className="row row-apart">
        <span className="dimmed small">{label}</span>
        {window.isSecureContext && (
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" aria-label={`Copy: ${label}`} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        )}
      </div>
      <pre className="mono statement" tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
