import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decideRequest, judgedRequestQuery, type PermissionRequest } from '../../api/governance/permission-requests';
import { DecisionDialog, said, type Decision } from '../../ui/dialogs/decision-dialog';
import { EntityLink, PageLink } from '../../ui/link';
import { nameOf } from '../../ui/references';
import { rightOnInWords } from '../../ui/rights';

interface RequestActionsProps {
  readonly request: PermissionRequest;
}

/** The decision on a request for a right, for who may decide it. */
export function RequestActions({ request }: RequestActionsProps) {
  const [asked, setAsked] = useState<'grant' | 'refuse'>();
  const close = () => setAsked(undefined);
  const what = `the request of ${nameOf(request.requestedBy)} to ${wordsOf(request)}`;
  return (
    <div className="row">
      <Button size="compact-md" aria-label={`Grant ${what}`} onClick={() => setAsked('grant')}>
        Grant
      </Button>
      <Button size="compact-md" variant="default" aria-label={`Refuse ${what}`} onClick={() => setAsked('refuse')}>
        Refuse
      </Button>
      {asked === 'grant' && (
        <DecisionDialog of={grantOf(request)} close={close}>
          <WaysToGrant request={request} />
        </DecisionDialog>
      )}
      {asked === 'refuse' && <DecisionDialog of={refusalOf(request)} close={close} />}
    </div>
  );
}

const wordsOf = ({ operation, resource }: PermissionRequest): string => rightOnInWords(operation, nameOf(resource));

function grantOf(request: PermissionRequest): Decision {
  const author = nameOf(request.requestedBy);
  return {
    title: `Grant the request of ${author}?`,
    label: 'Grant',
    text: `${author} asks for the right to ${wordsOf(request)} (${request.operation}). Granting gives nothing by itself: it records that the right was given. First change what the right follows from:`,
    comment: 'optional',
    commentLabel: 'What was changed',
    act: async (comment) => {
      const { allowed } = await decideRequest(request.id, { decision: 'grant', ...(comment && { comment }) });
      return allowed
        ? `Granted: ${author} has the right.`
        : `Granted, though ${author} does not have the right yet: change a role, a policy or the owners.`;
    },
  };
}

const refusalOf = (request: PermissionRequest): Decision => ({
  title: `Refuse the request of ${nameOf(request.requestedBy)}?`,
  label: 'Refuse',
  text: `${nameOf(request.requestedBy)} reads the reason, and does not get the right to ${wordsOf(request)}.`,
  comment: 'required',
  commentLabel: 'Reason',
  act: said(`The request of ${nameOf(request.requestedBy)} is refused.`, (comment = '') =>
    decideRequest(request.id, { decision: 'refuse', comment }),
  ),
});

/** Says what a right follows from, with the way to each, and whether the author has it by now. */
function WaysToGrant({ request: { id, requestedBy, resource } }: RequestActionsProps) {
  const { data } = useQuery(judgedRequestQuery(id));
  const author = <bdi>{nameOf(requestedBy)}</bdi>;
  return (
    <div className="stack" style={{ gap: 6 }}>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        <li>
          <PageLink to="/administration" search={{ section: 'users', user: requestedBy.fullyQualifiedName }}>
            The roles of {author}
          </PageLink>
          , or the{' '}
          <PageLink to="/administration" search={{ section: 'teams' }}>
            teams
          </PageLink>
        </li>
        <li>
          <PageLink to="/administration" search={{ section: 'policies' }}>
            The rules of a policy
          </PageLink>{' '}
          of these
        </li>
        <li>
          The owners of{' '}
          <EntityLink type={resource.type} fqn={resource.fullyQualifiedName}>
            <bdi>{nameOf(resource)}</bdi>
          </EntityLink>
          , who may change it
        </li>
      </ul>
      {data && (
        <p role="status" className="small" style={{ margin: 0 }}>
          {data.allowed ? <>{author} has the right now.</> : <>{author} does not have the right yet.</>}
        </p>
      )}
    </div>
  );
}
