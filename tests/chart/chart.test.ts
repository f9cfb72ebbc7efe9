/** The chart, rendered by helm. tests/rules/deploy/helm.test.ts checks the result against the code. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { testHelm } from '@waybill/testing/services'
import { expect, test } from 'vitest'
import { chart, EXAMPLES, helm, renderChart, snapshotPath, toSnapshot } from './render.ts'

const modules = join(import.meta.dirname, '../../tools/helm/node_modules')
/** API group → package with its schemas; all others are those of Kubernetes. */
const SCHEMAS: Record<string, string> = {
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
}
/** No package has their schemas. */
const UNCHECKED = ['external-secrets.io', 'postgresql.cnpg.io', 'rabbitmq.com']
const VALUES = [...EXAMPLES.map((name) => [name]), ['production', 'managed-stores']]

// Kubernetes objects have many shapes.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Manifest = any

async function check(manifest: Manifest): Promise<string[]> {
  const [group = ''] = manifest.apiVersion.split('/')
  if (UNCHECKED.includes(group)) return []
  const id = `${manifest.kind} ${manifest.metadata.name}`
  const path = join(modules, SCHEMAS[group] ?? 'kubernetes-models', manifest.apiVersion, `${manifest.kind}.js`)
  if (!existsSync(path)) return [`${id}: no schema of ${manifest.apiVersion}`]
  const loaded = await import(pathToFileURL(path).href)
  const Model = loaded[manifest.kind] ?? loaded.default[manifest.kind]
  try {
    new Model(manifest).validate()
    return []
  } catch (error) {
    return [`${id}: ${(error as Error).message}`]
  }
}

const findRefusal = (render: Promise<unknown>): Promise<string> =>
  render.then(
    () => 'rendered',
    (error) => error.message,
  )

test.each(VALUES)('values %s and %s give valid objects', async (...names) => {
  const manifests = await renderChart(testHelm(), names)
  expect(manifests.length).toBeGreaterThan(30)
  expect((await Promise.all(manifests.map(check))).flat()).toEqual([])
})

test.each(EXAMPLES)(
  'deploy/helm/rendered/%s.yaml is what the chart renders (node tests/chart/render.ts)',
  async (name) => {
    expect(toSnapshot(await renderChart(testHelm(), [name]))).toBe(readFileSync(snapshotPath(name), 'utf8'))
  },
)

test.each([true, false])('the chart of the stores gives valid objects with operators: %s', async (operators) => {
  const manifests = await renderChart(testHelm(), [], ['--set', `operators=${operators}`], `${chart}-stores`)
  expect((await Promise.all(manifests.map(check))).flat()).toEqual([])
})

test('helm lint finds nothing', async () => {
  const values = ['--values', join(chart, 'examples/minimal.yaml')]
  expect(await helm(testHelm(), ['lint', '--strict', chart, ...values])).toContain('0 chart(s) failed')
})

test.each([
  ['an unknown value', ['--set', 'hots=x'], "additional properties 'hots' not allowed"],
  [
    'an Ingress without the addresses of its controller',
    ['--set', 'ingress.enabled=true,host=x.example'],
    'Set trustProxy',
  ],
  ['no host', ['--set', 'publicUrl='], 'Set host'],
  ['an upgrade whose keys are gone', ['--is-upgrade'], 'new keys would make stored credentials unreadable'],
])('%s is refused', async (_what, more, message) => {
  expect(await findRefusal(renderChart(testHelm(), ['minimal'], more))).toContain(message)
})

test('hooks and pods get the same random secrets', async () => {
  const manifests = await renderChart(testHelm(), ['minimal'])
  const [kept, forHook] = ['waybill', 'waybill-migrate'].map(
    (name) => manifests.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name).data,
  )
  expect(forHook).toEqual(kept)
  expect(new Set(Object.values(kept)).size).toBe(Object.keys(kept).length)
})

test('a role gives booking a token for the bucket in place of keys', async () => {
  const manifests = await renderChart(testHelm(), ['production', 'managed-stores'])
  const find = (kind: string) => manifests.find((one) => one.kind === kind && one.metadata.name === 'booking')
  const { volumes } = find('Deployment').spec.template.spec
  const { sources } = volumes.find(({ name }: { name: string }) => name === 'secrets').projected
  expect(sources).toContainEqual({
    serviceAccountToken: { path: 'bucket-token', audience: 'sts.amazonaws.com', expirationSeconds: 3600 },
  })
  expect(JSON.stringify([sources, find('ConfigMap').data])).not.toContain('S3_ACCESS_KEY')
  expect(find('ConfigMap').data).toMatchObject({
    AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/shipping-proofs',
    AWS_WEB_IDENTITY_TOKEN_FILE: '/run/secrets/waybill/bucket-token',
  })
})
