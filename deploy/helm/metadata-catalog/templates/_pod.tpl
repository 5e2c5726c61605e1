{{/*
The template of a pod that serves. Takes root; component; worker (its name) of a worker; config: the values of the component; command; port
of the probes, metricsPort; grace in seconds; env: text of further variables; readiness: seconds between two looks.
*/}}
{{- define "metadata-catalog.podTemplate" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $hasCa := include "metadata-catalog.hasCa" $root -}}
{{- $hasSigningKey := or (eq .component "api") .config.signingKey -}}
metadata:
  labels:
    {{- include "metadata-catalog.labels" . | nindent 4 }}
    {{- with .config.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    # Other settings are other pods.
    checksum/settings: {{ include (print $root.Template.BasePath "/configmap.yaml") $root | sha256sum }}
    {{- if $values.secrets }}
    checksum/secrets: {{ toYaml $values.secrets | sha256sum }}
    {{- end }}
    {{- with .config.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  # Else a Service of the namespace that is called `worker` sets WORKER_PORT to an address.
  enableServiceLinks: false
  {{- with $values.serviceAccountName }}
  serviceAccountName: {{ . }}
  {{- end }}
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with .config.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  terminationGracePeriodSeconds: {{ .grace }}
  securityContext:
    {{- include "metadata-catalog.podSecurity" . | nindent 4 }}
  {{- with .config.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .config.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .config.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .config.topologySpread.enabled }}
  topologySpreadConstraints:
    {{- $when := .config.topologySpread.whenUnsatisfiable }}
    {{- $selector := include "metadata-catalog.selector" . }}
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: {{ $when }}
      labelSelector:
        matchLabels:
          {{- $selector | nindent 10 }}
      # Pods of the release before, which are about to go, do not count.
      matchLabelKeys: [pod-template-hash]
    {{- end }}
  {{- end }}
  containers:
    - name: {{ .component }}
      image: {{ include "metadata-catalog.image" $root }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      command: {{ toJson .command }}
      securityContext:
        {{- include "metadata-catalog.containerSecurity" . | nindent 8 }}
      envFrom:
        - configMapRef: { name: {{ include "metadata-catalog.fullname" $root }} }
      env:
        {{- .env | nindent 8 }}
        {{- include "metadata-catalog.secretEnv" (include "metadata-catalog.secretName" $root) | nindent 8 }}
        {{- if $hasSigningKey }}
        - { name: SIGNING_KEY_FILE, value: /etc/metadata-catalog/signing/{{ $values.signingKey.key }} }
        {{- end }}
        {{- if $values.connectionKey.enabled }}
        - { name: CONNECTION_KEY_FILE, value: /etc/metadata-catalog/connection/{{ $values.connectionKey.key }} }
        {{- end }}
        {{- if $hasCa }}
        - { name: NODE_EXTRA_CA_CERTS, value: /etc/metadata-catalog/ca/{{ $values.ca.key }} }
        {{- end }}
        {{- range $name, $value := .config.settings }}
        - { name: {{ $name }}, value: {{ include "metadata-catalog.text" $value }} }
        {{- end }}
        {{- with $values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      ports:
        - { name: {{ .portName }}, containerPort: {{ .port }} }
        {{- if ne (int .port) (int .metricsPort) }}
        - { name: metrics, containerPort: {{ .metricsPort }} }
        {{- end }}
      # Five minutes for a database that starts beside it.
      startupProbe:
        httpGet: { path: /startupz, port: {{ .portName }} }
        periodSeconds: 2
        timeoutSeconds: 3
        failureThreshold: 150
      livenessProbe:
        httpGet: { path: /livez, port: {{ .portName }} }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: {{ .portName }} }
        periodSeconds: {{ .readiness }}
        timeoutSeconds: 3
        failureThreshold: 3
      resources:
        {{- toYaml .config.resources | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        {{- if $hasSigningKey }}
        - { name: signing-key, mountPath: /etc/metadata-catalog/signing, readOnly: true }
        {{- end }}
        {{- if $values.connectionKey.enabled }}
        - { name: connection-key, mountPath: /etc/metadata-catalog/connection, readOnly: true }
        {{- end }}
        {{- if $hasCa }}
        - { name: ca, mountPath: /etc/metadata-catalog/ca, readOnly: true }
        {{- end }}
        {{- with .config.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    # All that is written: temporary files of the engine that reads files.
    - { name: tmp, emptyDir: { sizeLimit: {{ .config.tmpSize }} } }
    {{- if $hasSigningKey }}
    {{- with $values.signingKey }}
    - name: signing-key
      secret:
        secretName: {{ default (include "metadata-catalog.secretName" $root) .existingSecret }}
        defaultMode: 0440
        items: [{ key: {{ .key }}, path: {{ .key }} }]
    {{- end }}
    {{- end }}
    {{- with $values.connectionKey }}
    {{- if .enabled }}
    - name: connection-key
      secret:
        secretName: {{ default (include "metadata-catalog.secretName" $root) .existingSecret }}
        defaultMode: 0440
        items: [{ key: {{ .key }}, path: {{ .key }} }]
    {{- end }}
    {{- end }}
    {{- include "metadata-catalog.caVolume" $values.ca | nindent 4 }}
    {{- with .config.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}
