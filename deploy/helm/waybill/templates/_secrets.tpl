{{/*
The content of the Secret "waybill", in base64: what is there already is kept, what is missing is random. Made once for each rendering, so
that hooks and pods get the same.
*/}}
{{- define "waybill.secretData" -}}
{{- if not (hasKey $.Values "secretData") }}
{{- $found := (lookup "v1" "Secret" .Release.Namespace "waybill") | default dict }}
{{- $old := $found.data | default dict }}
{{- if and .Release.IsUpgrade (not $old) }}{{ include "waybill.refuseLoss" . }}{{ end }}
{{- $data := dict }}
{{- range list "WAYBILL_ADMIN_TOKEN" "LABEL_SIGNING_KEY" "SIMULATOR_KEY" }}
{{- $_ := set $data . (index $old . | default (randAlphaNum 48 | b64enc)) }}
{{- end }}
{{- range list "TOKEN_ENCRYPTION_KEYS" "CARRIER_ENCRYPTION_KEYS" "WEBHOOK_ENCRYPTION_KEYS" }}
{{- $_ := set $data . (index $old . | default (printf "first:%s" (randBytes 32) | b64enc)) }}
{{- end }}
{{- include "waybill.internalKeys" (list $ $old $data) }}
{{- include "waybill.storeUrls" (list $ $old $data) }}
{{- with .Values.objects.accessKeyId }}
{{- $_ := set $data "S3_ACCESS_KEY_ID" (b64enc .) }}
{{- $_ := set $data "S3_SECRET_ACCESS_KEY" (b64enc $.Values.objects.secretAccessKey) }}
{{- end }}
{{- $_ := set $.Values "secretData" $data }}
{{- end }}
{{- toYaml $.Values.secretData }}
{{- end }}

{{- define "waybill.refuseLoss" -}}
{{- if not .Values.secrets.existing }}
{{- fail "The Secret waybill, with the encryption keys of this installation, is gone or cannot be read. Restore it: new keys would make stored credentials unreadable." }}
{{- end }}
{{- end }}

{{/* A key for each pair of caller and callee: no other service can sign in its name. */}}
{{- define "waybill.internalKeys" -}}
{{- $ := index . 0 }}{{ $old := index . 1 }}{{ $data := index . 2 }}
{{- $facts := include "waybill.facts" $ | fromYaml }}
{{- $pairs := dict }}
{{- range $caller, $fact := $facts }}{{ range $callee := $fact.calls }}
{{- $pair := printf "%s/%s:%s" $caller $callee (randAlphaNum 48) }}
{{- range list $caller $callee }}{{ $_ := set $pairs . (append (index $pairs . | default list) $pair) }}{{ end }}
{{- end }}{{ end }}
{{- $complete := true }}
{{- range $name, $_ := $facts }}{{ if not (index $old (printf "%s_INTERNAL_KEY" (upper $name))) }}{{ $complete = false }}{{ end }}{{ end }}
{{- range $name, $_ := $facts }}
{{- $key := printf "%s_INTERNAL_KEY" (upper $name) }}
{{- $_ := set $data $key (ternary (index $old $key) (join "," (index $pairs $name) | b64enc) $complete) }}
{{- end }}
{{- end }}

{{/* URLs of the stores. Passwords that the chart makes are entries too, since URLs change with the host. */}}
{{- define "waybill.storeUrls" -}}
{{- $ := index . 0 }}{{ $old := index . 1 }}{{ $data := index . 2 }}
{{- $postgres := $.Values.postgres }}
{{- $database := printf "%s:%v/%s%s" (required "Set postgres.host, or secrets.existing" $postgres.host) $postgres.port $postgres.database (ternary (printf "?%s" $postgres.parameters) "" (ne $postgres.parameters "")) }}
{{- range $service := splitList " " (include "waybill.names" $) }}{{ range $suffix := list "" "_OWNER" }}
{{- $key := printf "%s%s_PASSWORD" (upper $service) $suffix }}
{{- $_ := set $data $key (index $old $key | default (randAlphaNum 48 | b64enc)) }}
{{- $url := printf "postgres://%s_%s%s:%s@%s" $postgres.database $service (lower $suffix) (index $data $key | b64dec) $database }}
{{- $_ := set $data (printf "%s%s_DATABASE_URL" (upper $service) $suffix) (b64enc $url) }}
{{- end }}{{ end }}
{{- with $postgres.admin.password }}{{ $_ := set $data "POSTGRES_ADMIN_PASSWORD" (b64enc .) }}{{ end }}
{{- $rabbitmq := $.Values.rabbitmq }}
{{- if $rabbitmq.url }}
{{- $_ := set $data "RABBITMQ_URL" (b64enc $rabbitmq.url) }}
{{- else if not $rabbitmq.urlSecret }}
{{- $_ := required "Set rabbitmq.url, rabbitmq.urlSecret, or rabbitmq.host with rabbitmq.admin" $rabbitmq.admin.url }}
{{- $_ := set $data "RABBITMQ_PASSWORD" (index $old "RABBITMQ_PASSWORD" | default (randAlphaNum 48 | b64enc)) }}
{{- $url := printf "%s://waybill:%s@%s:%v/waybill" (ternary "amqps" "amqp" $rabbitmq.tls) (index $data "RABBITMQ_PASSWORD" | b64dec) $rabbitmq.host $rabbitmq.port }}
{{- $_ := set $data "RABBITMQ_URL" (b64enc $url) }}
{{- with $rabbitmq.admin.password }}{{ $_ := set $data "RABBITMQ_ADMIN_PASSWORD" (b64enc .) }}{{ end }}
{{- end }}
{{- if not $.Values.redis.urlSecret }}
{{- $_ := set $data "REDIS_URL" (required "Set redis.url or redis.urlSecret" $.Values.redis.url | b64enc) }}
{{- end }}
{{- end }}

{{/* Where a secret is: (list $ "RABBITMQ_URL") gives the source of a projected volume. An optional third entry is its file. */}}
{{- define "waybill.source" -}}
{{- $ := index . 0 }}{{ $key := index . 1 }}
{{- $file := $key }}{{ if gt (len .) 2 }}{{ $file = index . 2 }}{{ end }}
{{- $name := include "waybill.secretName" $ }}
{{- if and (eq $key "RABBITMQ_URL") $.Values.rabbitmq.urlSecret }}{{ $name = $.Values.rabbitmq.urlSecret }}{{ $key = $.Values.rabbitmq.urlKey }}
{{- else if and (eq $key "REDIS_URL") $.Values.redis.urlSecret }}{{ $name = $.Values.redis.urlSecret }}{{ $key = $.Values.redis.urlKey }}
{{- else if and (hasPrefix "S3_" $key) $.Values.objects.secret }}{{ $name = $.Values.objects.secret }}
{{- end }}
- secret: { name: {{ $name }}, items: [{ key: {{ $key }}, path: {{ $file }} }] }
{{- end }}
