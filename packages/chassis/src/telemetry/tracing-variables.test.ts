import { expect, test } from 'vitest'
import { readTracingConfig } from '../testing/tracing-config.ts'
import { isTracingOn } from './tracing-variables.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

test.each<[Record<string, string>, boolean]>([
  [{}, false],
  [endpoint, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ OTEL_TRACES_EXPORTER: 'otlp,console' }, true],
  [{ OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: '' }, true],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }, false],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'false' }, true],
  [{ OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'name' }, false],
])('with %j, tracing enabled is %s', (env, expected) => {
  expect(isTracingOn(readTracingConfig(env))).toBe(expected)
})

test('rejects an exporter, protocol, sampler or ratio that the SDK would ignore', () => {
  const read = () =>
    readTracingConfig({
      OTEL_TRACES_EXPORTER: 'otlp,zipkin',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '5',
    })
  for (const name of ['EXPORTER', 'OTLP_PROTOCOL', 'SAMPLER', 'SAMPLER_ARG']) {
    expect(read).toThrow(new RegExp(`OTEL_[A-Z_]*${name} `))
  }
})
