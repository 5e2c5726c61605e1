{{- define "metadata-catalog.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* At most 40 characters, so that the names of what is made of it stay within 63. */}}
{{- define "metadata-catalog.fullname" -}}
{{- $name := include "metadata-catalog.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels that select. Takes root and component, and worker where it is one. */}}
{{- define "metadata-catalog.selector" -}}
app.kubernetes.io/name: {{ include "metadata-catalog.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- with .worker }}
metadata-catalog/worker: {{ . }}
{{- end }}
{{- end -}}

{{- define "metadata-catalog.labels" -}}
{{ include "metadata-catalog.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "metadata-catalog.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ printf "%s@%s" .repository .digest }}{{- else -}}{{ printf "%s:%s" .repository (default $.Chart.AppVersion .tag) }}{{- end -}}
{{- end -}}
{{- end -}}

{{/* A value as the text of a variable: YAML reads `on` as true, and Helm numbers as floating ones. */}}
{{- define "metadata-catalog.text" -}}
{{- if kindIs "bool" . -}}{{ ternary "on" "off" . | quote }}
{{- else if kindIs "float64" . -}}{{ int64 . | toString | quote }}
{{- else -}}{{ toString . | quote }}
{{- end -}}
{{- end -}}

{{- define "metadata-catalog.secretName" -}}
{{- default (include "metadata-catalog.fullname" .) .Values.existingSecret -}}
{{- end -}}

{{/* Lines NAME: value of a map of settings. */}}
{{- define "metadata-catalog.settings" -}}
{{- range $name, $value := . }}
{{ $name }}: {{ include "metadata-catalog.text" $value }}
{{- end }}
{{- end -}}

{{/* Settings that are secrets, from a Secret that need not have all of them. Takes the name of the Secret. */}}
{{- define "metadata-catalog.secretEnv" -}}
{{- $secret := . -}}
{{- range list "DATABASE_URL" "DATABASE_DIRECT_URL" "REDIS_URL" "ELASTICSEARCH_URL" "ELASTICSEARCH_API_KEY" "JWT_ISSUERS" "SMTP_URL" }}
- name: {{ . }}
  valueFrom:
    secretKeyRef: { name: {{ $secret }}, key: {{ . }}, optional: {{ ne . "DATABASE_URL" }} }
{{- end }}
{{- end -}}

{{- define "metadata-catalog.caVolume" -}}
{{- if .existingSecret }}
- name: ca
  secret: { secretName: {{ .existingSecret }}, items: [{ key: {{ .key }}, path: {{ .key }} }] }
{{- else if .existingConfigMap }}
- name: ca
  configMap: { name: {{ .existingConfigMap }}, items: [{ key: {{ .key }}, path: {{ .key }} }] }
{{- end }}
{{- end -}}

{{- define "metadata-catalog.hasCa" -}}
{{- if or .Values.ca.existingSecret .Values.ca.existingConfigMap }}true{{ end -}}
{{- end -}}

{{- define "metadata-catalog.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
# Files of Secrets are readable for this group.
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "metadata-catalog.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* The values of a worker: its own values over those of all workers. */}}
{{- define "metadata-catalog.workerOf" -}}
{{- mergeOverwrite (deepCopy .root.Values.workerDefaults) (deepCopy .worker) | toYaml -}}
{{- end -}}

{{/* Seconds that an API takes to end: STOP_DELAY_MS, then 9.5 s at most, and some to spare. */}}
{{- define "metadata-catalog.apiGrace" -}}
{{- $delay := dig "STOP_DELAY_MS" (dig "STOP_DELAY_MS" 5000 .Values.settings) .Values.api.settings -}}
{{- add (ceil (divf (float64 $delay) 1000)) 15 -}}
{{- end -}}
