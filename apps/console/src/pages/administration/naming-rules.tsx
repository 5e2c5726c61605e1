import { Autocomplete, Button, Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fqnsQuery, SERVICE_TYPES } from '../../api/names';
import { changeNamingRules, namingRulesQuery, type NamingRule } from '../../api/operations/openlineage';
import { useMayDoToAll } from '../../api/permissions';
import { ListTable } from '../../ui/tables/list-table';
import { Loaded, Refusal } from '../../ui/states';
import { FormDialog } from '../../ui/dialogs/form-dialog';

/** In which service the names of OpenLineage's namespaces lie; the longest prefix wins. */
export function NamingRules() {
  const query = useQuery(namingRulesQuery);
  const queries = useQueryClient();
  const mayEdit = useMayDoToAll('table', 'EditLineage');
  const [edited, setEdited] = useState<{ readonly rule?: NamingRule }>();
  const remove = useMutation({
    mutationFn: (prefix: string) => changeNamingRules(prefix, undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: ['administration'] }),
  });
  return (
    <section className="stack" aria-label="Naming rules">
      <div className="row row-apart">
        <h2 className="section-title">Naming rules</h2>
        {mayEdit && (
          <Button variant="default" onClick={() => setEdited({})}>
            New rule
          </Button>
        )}
      </div>
      {edited && <RuleEditor rule={edited.rule} close={() => setEdited(undefined)} />}
      <Refusal error={remove.error} />
      <Loaded query={query} what="Loading naming rules">
        {(rules) => (
          <ListTable
            head={['Namespace prefix', 'Service', '']}
            none="No rule says in which service a namespace lies"
            rows={rules.map((rule) => [
              <span key="prefix" className="mono fqn">
                {shown(rule.namespacePrefix)}
              </span>,
              <span key="service" className="mono fqn">
                {rule.service.fullyQualifiedName}
              </span>,
              rule.derived ? (
                'Follows from the service'
              ) : (
                <span key="do" className="row">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Edit the rule of ${shown(rule.namespacePrefix)}`}
                    onClick={() => setEdited({ rule })}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Delete the rule of ${shown(rule.namespacePrefix)}`}
                    onClick={() => remove.mutate(rule.namespacePrefix)}
                  >
                    Delete
                  </Button>
                </span>
              ),
            ])}
          />
        )}
      </Loaded>
    </section>
  );
}

const shown = (prefix: string): string => (prefix === '' ? 'anything' : prefix);
const PAUSE_MS = 150;

interface EditorProps {
  /** Absent: a new one. */
  readonly rule: NamingRule | undefined;
  readonly close: () => void;
}

function RuleEditor({ rule, close }: EditorProps) {
  const queries = useQueryClient();
  const [prefix, setPrefix] = useState(rule?.namespacePrefix ?? '');
  const [service, setService] = useState(rule?.service.fullyQualifiedName ?? '');
  const [create, setCreate] = useState(rule?.create ?? false);
  const [asked] = useDebouncedValue(service, PAUSE_MS);
  const { data: services = [] } = useQuery(fqnsQuery(SERVICE_TYPES, asked));
  const save = useMutation({
    mutationFn: () =>
      changeNamingRules(rule?.namespacePrefix, { namespacePrefix: prefix.trim(), service: service.trim(), create }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['administration'] });
      close();
    },
  });
  return (
    <FormDialog
      title={rule ? 'Edit the naming rule' : 'New naming rule'}
      label={rule ? 'Save' : 'Create rule'}
      save={save}
      isChanged={
        prefix !== (rule?.namespacePrefix ?? '') ||
        service !== (rule?.service.fullyQualifiedName ?? '') ||
        create !== (rule?.create ?? false)
      }
      close={close}
    >
      <TextInput
        label="Namespace prefix"
        description="Left empty, it is of every namespace that no other rule is for"
        placeholder="postgres://db.example.org:5432"
        data-autofocus
        value={prefix}
        onChange={({ currentTarget }) => setPrefix(currentTarget.value)}
      />
      <Autocomplete label="Service" required data={[...services]} value={service} onChange={setService} />
      <Checkbox
        label="Create the tables that events show with their columns"
        checked={create}
        onChange={({ currentTarget }) => setCreate(currentTarget.checked)}
      />
      <Refusal error={save.error} />
    </FormDialog>
  );
}
