{{/* What the schema cannot say: values that do not fit each other. */}}
{{- define "metadata-catalog.checks" -}}
{{- if and .Values.existingSecret .Values.secrets -}}
{{- fail "existingSecret and secrets exclude each other: name a Secret, or have the chart create one" -}}
{{- end -}}
{{- if not (or .Values.existingSecret .Values.secrets) -}}
{{- fail "existingSecret names no Secret. Create one with DATABASE_URL and signing-key.pem (README.md of the chart) and set existingSecret to its name" -}}
{{- end -}}
{{- with .Values.secrets -}}
{{- if not .DATABASE_URL -}}{{- fail "secrets.DATABASE_URL is missing: the PostgreSQL server of the catalog" -}}{{- end -}}
{{- if not (or (index . "signing-key.pem") $.Values.signingKey.existingSecret) -}}
{{- fail "secrets has no signing-key.pem, and signingKey.existingSecret names no Secret: all processes need the same key" -}}
{{- end -}}
{{- if and $.Values.connectionKey.enabled (not (or (index . "connection-key") $.Values.connectionKey.existingSecret)) -}}
{{- fail "connectionKey is enabled, but secrets has no connection-key, and connectionKey.existingSecret names no Secret" -}}
{{- end -}}
{{- end -}}
{{- if and .Values.ca.existingSecret .Values.ca.existingConfigMap -}}
{{- fail "ca.existingSecret and ca.existingConfigMap exclude each other" -}}
{{- end -}}
{{- $lanes := list -}}
{{- range $name, $worker := .Values.workers -}}
{{- $lanes = concat $lanes $worker.queues -}}
{{- $merged := include "metadata-catalog.workerOf" (dict "root" $ "worker" $worker) | fromYaml -}}
{{- if and (not $merged.signingKey) (or (not $.Values.connectionKey.enabled) (ne (join "," $worker.queues) "data")) -}}
{{- fail (printf "workers.%s.signingKey is false: only a worker whose one lane is data can do without that key, where connectionKey.enabled is true" $name) -}}
{{- end -}}
{{- if and $merged.autoscaling.enabled (eq $merged.autoscaling.by "keda") (not $.Values.keda.serverAddress) -}}
{{- fail (printf "workers.%s.autoscaling.by is keda, but keda.serverAddress names no Prometheus" $name) -}}
{{- end -}}
{{- if and $merged.autoscaling.enabled (gt (int $merged.autoscaling.minReplicas) (int $merged.autoscaling.maxReplicas)) -}}
{{- fail (printf "workers.%s.autoscaling.minReplicas is above maxReplicas" $name) -}}
{{- end -}}
{{- end -}}
{{- range list "urgent" "batch" "data" -}}
{{- if not (has . $lanes) -}}
{{- fail (printf "no entry of workers serves the lane %s: its runs would wait for ever" .) -}}
{{- end -}}
{{- end -}}
{{- with .Values.api.autoscaling -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}{{- fail "api.autoscaling.minReplicas is above maxReplicas" -}}{{- end -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress is enabled, but ingress.hosts names no host" -}}
{{- end -}}
{{- if .Values.networkPolicy.enabled -}}
{{- if not .Values.networkPolicy.apiFrom -}}{{- fail "networkPolicy.apiFrom names nobody who may call the API" -}}{{- end -}}
{{- if not .Values.networkPolicy.postgresql.to -}}{{- fail "networkPolicy.postgresql.to does not say where the database is" -}}{{- end -}}
{{- end -}}
{{- end -}}
