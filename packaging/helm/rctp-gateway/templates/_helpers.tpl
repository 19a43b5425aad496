{{- define "rctp.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "rctp.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "rctp.labels" -}}
{{ include "rctp.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "rctp.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ with .Values.image.digest }}@{{ . }}{{ end }}
{{- end }}

{{- /* gateway.yaml: the values' map, with the addresses that the pod's ports and probes need */ -}}
{{- define "rctp.config" -}}
{{- $addresses := dict "listen" (dict "address" "0.0.0.0:8443") "management" (dict "address" "0.0.0.0:8444") -}}
{{- mustMergeOverwrite (deepCopy .Values.config) $addresses | toYaml }}
{{- end }}
