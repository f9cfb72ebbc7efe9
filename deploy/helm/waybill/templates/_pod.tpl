{{/* The pod of a service. The test runs the gateway's with another command, its third argument. */}}
{{- define "waybill.servicePod" -}}
{{- $ := index . 0 }}{{ $service := index . 1 }}
{{- $command := "" }}{{ if gt (len .) 2 }}{{ $command = index . 2 }}{{ end }}
{{- $settings := index $.Values.services $service | default (dict "memory" "512Mi") }}
{{- $stores := (index (include "waybill.facts" $ | fromYaml) $service | default (dict "stores" (list "postgres"))).stores }}
{{- $volume := and (eq $service "booking") (not $.Values.objects.bucket) }}
{{- $grpc := and (ne $service "simulator") (ne $.Values.mtls.mode "off") -}}
serviceAccountName: {{ $service }}
{{ include "waybill.podSecurity" $ }}
# At most 30 s to stop: DRAIN_DELAY_MS of serving, then the requests in progress; the rest is margin.
terminationGracePeriodSeconds: 40
{{- if $command }}
restartPolicy: Never
{{- else }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { app.kubernetes.io/name: {{ $service }}, app.kubernetes.io/component: service } }
  {{- end }}
{{- end }}
containers:
  - name: main
    image: {{ include "waybill.image" (list $ $service) }}
    imagePullPolicy: {{ $.Values.image.pullPolicy }}
    {{- if $command }}
    command: [node, {{ $command }}]
    {{- end }}
    envFrom: [{ configMapRef: { name: {{ $service }} } }]
    ports:
      {{- if eq $service "gateway" }}
      - { name: http, containerPort: 8080 }
      {{- else if eq $service "simulator" }}
      - { name: http, containerPort: 8090 }
      {{- else }}
      - { name: grpc, containerPort: 50051 }
      {{- end }}
      - { name: ops, containerPort: 9090 }
    {{- if not $command }}
    # A process is alive from its start, whatever it waits for. With 15 processes waiting for each core the slowest took 23 s.
    startupProbe:
      httpGet: { path: /livez, port: ops }
      periodSeconds: 1
      timeoutSeconds: 3
      failureThreshold: 120
    readinessProbe:
      httpGet: { path: /readyz, port: ops }
      periodSeconds: 5
      timeoutSeconds: 3
    livenessProbe:
      httpGet: { path: /livez, port: ops }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    {{- end }}
    resources:
      requests: { cpu: {{ $.Values.cpuRequest }}, memory: 192Mi }
      limits: { memory: {{ $settings.memory }} }
    {{- include "waybill.containerSecurity" $ | nindent 4 }}
    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      - { name: secrets, mountPath: /run/secrets/waybill, readOnly: true }
      {{- if $grpc }}
      - { name: grpc, mountPath: /run/secrets/grpc, readOnly: true }
      {{- end }}
      {{- if $volume }}
      - { name: objects, mountPath: /data }
      {{- end }}
      {{- include "waybill.caMounts" (concat (list $) $stores) | nindent 6 }}
volumes:
  - { name: tmp, emptyDir: { sizeLimit: 64Mi } }
  - name: secrets
    projected:
      defaultMode: 0440
      sources: {{ include "waybill.secretSources" (list $ $service) | indent 8 }}
  {{- if $grpc }}
  - { name: grpc, secret: { secretName: {{ include "waybill.grpcSecret" $service }}, defaultMode: 0440 } }
  {{- end }}
  {{- if $volume }}
  - { name: objects, persistentVolumeClaim: { claimName: objects } }
  {{- end }}
  {{- include "waybill.caVolumes" (concat (list $) $stores) | nindent 2 }}
{{- end }}
