import { ApiError } from '../../api/service/api-error';
import { Notice, Refusal } from '../../ui/states';
import type { ContractOutlook } from './use-outlook';

/** Findings on the proposed contract, part by part: a validation judges all of it once it is there. */
export function Outlook({ of }: { readonly of: ContractOutlook }) {
  if (of.errors.length > 0) return <FaultList faults={of.errors} />;
  if (of.error) return <DocumentFaults error={of.error} />;
  if (!of.isChecked)
    return (
      <p className="dimmed" style={{ margin: 0 }}>
        It is checked while you write.
      </p>
    );
  return (
    <>
      <p className="dimmed" style={{ margin: 0 }}>
        {of.hasColumns ? 'Its columns fit.' : 'It promises no columns.'}
      </p>
      <Rules of={of} />
      {of.tests > 0 && (
        <p className="dimmed" style={{ margin: 0 }}>
          {of.tests === 1 ? 'A test case is' : `${of.tests} test cases are`} expected to pass.
        </p>
      )}
      {of.hasLevels && (
        <p className="dimmed" style={{ margin: 0 }}>
          Its service levels are judged when it is validated.
        </p>
      )}
    </>
  );
}

/** Why the service is not asked yet. */
export function Missing({ what }: { readonly what: readonly string[] }) {
  return (
    <Notice tone="part" icon="warning">
      <p>It is checked once this is mended:</p>
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {what.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Rules({ of: { rules, rulesError } }: { readonly of: ContractOutlook }) {
  if (rules === undefined) {
    return (
      <p className="dimmed" style={{ margin: 0 }}>
        {rulesError ? 'Its rules could not be tried: a validation judges them.' : 'Its rules are being tried.'}
      </p>
    );
  }
  if (rules.length === 0) return null;
  const judged = rules.filter(({ evaluated }) => evaluated);
  const broken = judged.filter(({ passed }) => passed !== true);
  const forPeople = rules.filter(({ evaluated }) => !evaluated);
  return (
    <>
      {broken.length === 0 && judged.length > 0 && (
        <p className="dimmed" style={{ margin: 0 }}>
          Its rules pass.
        </p>
      )}
      {forPeople.length > 0 && (
        <p className="dimmed" style={{ margin: 0 }}>
          Nobody evaluates what is a text for people: {forPeople.map(({ label }) => label).join(', ')}.
        </p>
      )}
      {broken.length > 0 && (
        <Notice tone="part" icon="warning">
          <p>
            {broken.length} of {judged.length} rules {broken.length === 1 ? 'fails' : 'fail'}:
          </p>
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {broken.map(({ label, reason }) => (
              <li key={label}>
                {label}
                {reason !== undefined && <span className="small">: {reason}</span>}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

/** Why a document was refused, field by field where that is known; nothing where it was not. */
export function DocumentFaults({ error }: { readonly error: unknown }) {
  return error instanceof ApiError && error.details.length > 0 ? (
    <FaultList faults={error.details} />
  ) : (
    <Refusal error={error} />
  );
}

function FaultList({ faults }: { readonly faults: ContractOutlook['errors'] }) {
  return (
    <Notice tone="bad" icon="warning">
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {faults.map(({ field, message }, at) => (
          <li key={at}>
            <span className="mono">{field}</span> {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
