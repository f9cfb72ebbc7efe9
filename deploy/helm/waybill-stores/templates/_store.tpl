{{/* A store of one pod: (dict "root" $ "name" "postgres" "image" … "memory" … "args" … "port" … "env" … "mounts" … "volumes" … "claim" size). */}}
{{- define "stores.pod" -}}
apiVersion: v1
kind: Service
metadata: { name: {{ .service }} }
spec:
  clusterIP: None
  publishNotReadyAddresses: true # the only instance: a slow answer is better than an unknown name
  selector: { app.kubernetes.io/name: {{ .name }} }
  ports: [{ name: main, port: {{ .port }} }]
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ .name }}
  labels: { app.kubernetes.io/name: {{ .name }} }
spec:
  serviceName: {{ .service }}
  selector: { matchLabels: { app.kubernetes.io/name: {{ .name }} } }
  template:
    metadata: { labels: { app.kubernetes.io/name: {{ .name }} } }
    spec:
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 60
      securityContext:
        runAsNonRoot: true
        runAsUser: 999
        runAsGroup: 999
        fsGroup: 999
        # Not at every start: Postgres and Erlang refuse files that their group can write or read.
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: main
          image: {{ .image }}
          imagePullPolicy: IfNotPresent
          {{- with .args }}
          args: {{ toYaml . | nindent 12 }}
          {{- end }}
          ports: [{ name: main, containerPort: {{ .port }} }]
          {{- with .env }}
          env: {{ toYaml . | nindent 12 }}
          {{- end }}
          startupProbe: {{ toYaml .startup | nindent 12 }}
          readinessProbe: { tcpSocket: { port: main }, periodSeconds: 10, timeoutSeconds: 5 }
          livenessProbe: { tcpSocket: { port: main }, periodSeconds: 20, timeoutSeconds: 10, failureThreshold: 6 }
          resources: { requests: { cpu: 50m, memory: 128Mi }, limits: { memory: {{ .memory }} } }
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts:
            - { name: data, mountPath: {{ .data }} }
            - { name: tmp, mountPath: /tmp }
            {{- range $path := .scratch }}
            - { name: {{ base $path }}, mountPath: {{ $path }} }
            {{- end }}
      volumes:
        - { name: tmp, emptyDir: {} }
        {{- range $path := .scratch }}
        - { name: {{ base $path }}, emptyDir: { medium: Memory, sizeLimit: 256Mi } }
        {{- end }}
        {{- if not .size }}
        - { name: data, emptyDir: { sizeLimit: 64Mi } }
        {{- end }}
  {{- if .size }}
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .root.Values.storageClass }}
        storageClassName: {{ . }}
        {{- end }}
        resources: { requests: { storage: {{ .size }} } }
  {{- end }}
{{- end }}
{{/* A password that is kept in upgrades: (list $ secret key). */}}
{{- define "stores.password" -}}
{{- $found := (lookup "v1" "Secret" (index . 0).Release.Namespace (index . 1)) | default dict }}
{{- index ($found.data | default dict) (index . 2) | default (randAlphaNum 32 | b64enc) | b64dec -}}
{{- end }}
