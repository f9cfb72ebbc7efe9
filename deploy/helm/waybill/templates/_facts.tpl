{{/* Facts about the services: whom they call and which stores they use. Names of services are the names of their objects. */}}
{{- define "waybill.facts" -}}
gateway:  { calls: [shipment, quoting, booking, webhook], stores: [postgres, redis],           keys: [WAYBILL_ADMIN_TOKEN, TOKEN_ENCRYPTION_KEYS] }
shipment: { calls: [],                                    stores: [postgres, rabbitmq],        keys: [] }
quoting:  { calls: [shipment],                            stores: [postgres, rabbitmq, redis], keys: [CARRIER_ENCRYPTION_KEYS] }
booking:  { calls: [shipment, quoting],                   stores: [postgres, rabbitmq],        keys: [CARRIER_ENCRYPTION_KEYS, LABEL_SIGNING_KEY] }
webhook:  { calls: [],                                    stores: [postgres, rabbitmq],        keys: [WEBHOOK_ENCRYPTION_KEYS] }
{{- end }}

{{- define "waybill.names" -}}
gateway shipment quoting booking webhook{{ if .Values.simulator.enabled }} simulator{{ end }}
{{- end }}

{{- define "waybill.publicUrl" -}}
{{- with .Values.publicUrl }}{{ . }}{{ else }}https://{{ required "Set host, such as waybill.example.com" .Values.host }}{{ end -}}
{{- end }}

{{- define "waybill.labels" -}}
app.kubernetes.io/part-of: waybill
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* Call with (list $ "gateway"). */}}
{{- define "waybill.selector" -}}
app.kubernetes.io/name: {{ index . 1 }}
app.kubernetes.io/component: service
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
{{- end }}

{{- define "waybill.image" -}}
{{- $ := index . 0 }}{{ $service := index . 1 -}}
{{- $name := printf "%s%s%s" $.Values.image.registry $.Values.image.prefix $service -}}
{{- with index $.Values.image.digests $service }}{{ $name }}@{{ . }}{{ else }}{{ $name }}:{{ $.Values.image.tag | default $.Chart.AppVersion }}{{ end -}}
{{- end }}

{{- define "waybill.secretName" -}}
{{- .Values.secrets.existing | default "waybill" -}}
{{- end }}

{{- define "waybill.grpcSecret" -}}
waybill-grpc-{{ . }}
{{- end }}

{{/* No root, no capability, nothing writable but /tmp, no token of the cluster. */}}
{{- define "waybill.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false # their variables, such as SHIPMENT_PORT, could be mistaken for ours
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{- define "waybill.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Certificates of the authorities that signed those of the stores. Call with (list $ "postgres" …). */}}
{{- define "waybill.caMounts" -}}
{{- $ := index . 0 }}
{{- range rest . }}{{ if (index $.Values .).ca }}
- { name: ca-{{ . }}, mountPath: /run/secrets/{{ . }}, readOnly: true }
{{- end }}{{ end }}
{{- end }}
{{- define "waybill.caVolumes" -}}
{{- $ := index . 0 }}
{{- range $store := rest . }}{{ with (index $.Values $store).ca }}
- { name: ca-{{ $store }}, secret: { secretName: {{ . }}, defaultMode: 0440, items: [{ key: ca.crt, path: ca.crt }] } }
{{- end }}{{ end }}
{{- end }}
