{{/* The variables of each service, by the name of its ConfigMap. */}}
{{- define "waybill.config" -}}
{{- $facts := include "waybill.facts" . | fromYaml }}
{{- $publicUrl := include "waybill.publicUrl" . }}
{{- range $service := splitList " " (include "waybill.names" .) }}
{{- $fact := index $facts $service | default dict }}
{{- $env := dict "LOG_LEVEL" "info" "DRAIN_DELAY_MS" "5s" "DATABASE_SCHEMA" $service "MIGRATE_ON_START" "false" "WAYBILL_PUBLIC_URL" $publicUrl "DATABASE_URL_FILE" "/run/secrets/waybill/DATABASE_URL" }}
{{- with $.Values.tracesEndpoint }}{{ $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" . }}{{ end }}
{{- if ne $service "simulator" }}
{{- $_ := set $env "WAYBILL_NAMESPACE" $.Values.postgres.database }}
{{- $_ := set $env "INTERNAL_KEY_FILE" "/run/secrets/waybill/INTERNAL_KEY" }}
{{- range list "rabbitmq" "redis" }}{{ if has . $fact.stores }}
{{- $_ := set $env (printf "%s_URL_FILE" (upper .)) (printf "/run/secrets/waybill/%s_URL" (upper .)) }}
{{- if (index $.Values .).ca }}{{ $_ := set $env (printf "%s_CA_FILE" (upper .)) (printf "/run/secrets/%s/ca.crt" .) }}{{ end }}
{{- end }}{{ end }}
{{- range $fact.keys }}{{ $_ := set $env (printf "%s_FILE" .) (printf "/run/secrets/waybill/%s" .) }}{{ end }}
{{- range $fact.calls }}{{ $_ := set $env (printf "%s_URL" (upper .)) (printf "%s:50051" .) }}{{ end }}
{{- if ne $.Values.mtls.mode "off" }}
{{- range $variable, $file := dict "GRPC_CA_FILE" "ca.crt" "GRPC_CERT_FILE" "tls.crt" "GRPC_KEY_FILE" "tls.key" }}{{ $_ := set $env $variable (printf "/run/secrets/grpc/%s" $file) }}{{ end }}
{{- end }}
{{- if and $.Values.simulator.enabled (has $service (list "shipment" "quoting" "booking")) }}{{ $_ := set $env "SIMULATOR_URL" "http://simulator:8090" }}{{ end }}
{{- if and $.Values.simulator.enabled (has $service (list "quoting" "booking")) }}{{ $_ := set $env "SIMULATOR_KEY_FILE" "/run/secrets/waybill/SIMULATOR_KEY" }}{{ end }}
{{- end }}
{{- if eq $service "gateway" }}
{{- $env = merge $env (dict "PORT" "8080" "ADMIN_HOST" "127.0.0.1" "ADMIN_PORT" "8081" "WAYBILL_ADMIN_URL" "http://127.0.0.1:8081") }}
{{- with $.Values.trustProxy }}{{ $_ := set $env "TRUST_PROXY" . }}{{ end }}
{{- else if eq $service "simulator" }}
{{- $env = merge $env (dict "PORT" "8090" "SIMULATOR_KEY_FILE" "/run/secrets/waybill/SIMULATOR_KEY") }}
{{- else }}{{ $_ := set $env "GRPC_PORT" "50051" }}{{ end }}
{{- if eq $service "quoting" }}{{ $_ := set $env "CALLBACK_BASE_URL" $publicUrl }}{{ end }}
{{- if eq $service "booking" }}
{{- $_ := set $env "CALLBACK_BASE_URL" (ternary "http://gateway" $publicUrl $.Values.simulator.enabled) }}
{{- with $.Values.objects }}{{ if .bucket }}
{{- $env = merge $env (dict "S3_BUCKET" .bucket "S3_ENDPOINT" (required "Set objects.endpoint" .endpoint) "S3_REGION" .region) }}
{{- if .roleArn }}{{ $env = merge $env (dict "AWS_ROLE_ARN" .roleArn "AWS_WEB_IDENTITY_TOKEN_FILE" "/run/secrets/waybill/bucket-token") }}
{{- else }}{{ range list "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY" }}{{ $_ := set $env (printf "%s_FILE" .) (printf "/run/secrets/waybill/%s" .) }}{{ end }}{{ end }}
{{- else }}{{ $_ := set $env "OBJECT_STORE_DIR" "/data/objects" }}{{ end }}{{ end }}
{{- end }}
{{- $given := mustMergeOverwrite (dict) $.Values.config.all (index $.Values.config $service | default dict) }}
{{ $service }}:
{{- range $key, $value := mustMergeOverwrite $env $given }}
  {{ $key }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* The files of a service's secrets, as sources of a projected volume. */}}
{{- define "waybill.secretSources" -}}
{{- $ := index . 0 }}{{ $service := index . 1 }}
{{- $fact := index (include "waybill.facts" $ | fromYaml) $service | default (dict "stores" list "keys" list) }}
{{- include "waybill.source" (list $ (printf "%s_DATABASE_URL" (upper $service)) "DATABASE_URL") }}
{{- if ne $service "simulator" }}
{{- include "waybill.source" (list $ (printf "%s_INTERNAL_KEY" (upper $service)) "INTERNAL_KEY") }}
{{- end }}
{{- range list "rabbitmq" "redis" }}{{ if has . $fact.stores }}{{ include "waybill.source" (list $ (printf "%s_URL" (upper .))) }}{{ end }}{{ end }}
{{- range $fact.keys }}{{ include "waybill.source" (list $ .) }}{{ end }}
{{- if or (eq $service "simulator") (and $.Values.simulator.enabled (has $service (list "quoting" "booking"))) }}
{{- include "waybill.source" (list $ "SIMULATOR_KEY") }}
{{- end }}
{{- if and (eq $service "booking") $.Values.objects.bucket $.Values.objects.roleArn }}
- serviceAccountToken: { path: bucket-token, audience: sts.amazonaws.com, expirationSeconds: 3600 }
{{- else if and (eq $service "booking") $.Values.objects.bucket }}
{{- include "waybill.source" (list $ "S3_ACCESS_KEY_ID") }}
{{- include "waybill.source" (list $ "S3_SECRET_ACCESS_KEY") }}
{{- end }}
{{- end }}
