/** Checks the chart, as deploy/helm/rendered has it, against the code: errors that Kubernetes reports late or never. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables as booking } from '@waybill/booking/config'
import { STOP_LIMIT_MS } from '@waybill/chassis/config/stop-limits'
import { callPairs } from '@waybill/contracts/call-table'
import { getBodyLimit } from '@waybill/edge/routing/route'
import { variables as gateway } from '@waybill/gateway/config'
import { variables as quoting } from '@waybill/quoting/config'
import { variables as shipment } from '@waybill/shipment/config'
import { variables as simulator } from '@waybill/simulator/config'
import { variables as webhook } from '@waybill/webhook/config'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { routeTable } from '../../../apps/gateway/src/routes/table.ts'

const SERVICES = { gateway, shipment, quoting, booking, webhook }
const names = Object.keys(SERVICES)
const EXAMPLES = ['minimal', 'production', 'air-gapped']
/** Variables of the command line, which runs in the gateway's pod. */
const OF_THE_CLI = ['WAYBILL_ADMIN_URL']

// Kubernetes objects have many shapes; the tests check what they need.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Data = any

const manifests: Record<string, Data[]> = Object.fromEntries(
  EXAMPLES.map((example) => {
    const text = readFileSync(join(import.meta.dirname, `../../../deploy/helm/rendered/${example}.yaml`), 'utf8')
    return [example, parseAllDocuments(text).map((document) => document.toJS())]
  }),
)

function find(example: string, kind: string, name: string): Data {
  const found = manifests[example]?.find((one) => one.kind === kind && one.metadata.name === name)
  if (!found) throw new Error(`there is no ${kind} ${name} in ${example}`)
  return found
}

const podsIn = (example: string): [string, Data][] =>
  (manifests[example] ?? []).flatMap(({ kind, metadata, spec }) => {
    if (kind === 'Pod') return [[metadata.name, spec]]
    const pod = (spec?.jobTemplate ?? { spec }).spec?.template?.spec
    return pod ? [[metadata.name, pod]] : []
  })

const getConfig = (example: string, name: string): Record<string, string> => find(example, 'ConfigMap', name).data

test.each(EXAMPLES)('in %s every service has its objects, which select its pods', (example) => {
  for (const name of names) {
    const { spec } = find(example, 'Deployment', name)
    const { labels } = spec.template.metadata
    for (const selector of [
      find(example, 'Service', name).spec.selector,
      find(example, 'PodDisruptionBudget', name).spec.selector.matchLabels,
      find(example, 'NetworkPolicy', name).spec.podSelector.matchLabels,
      spec.selector.matchLabels,
    ]) {
      expect(labels).toMatchObject(selector)
    }
    expect(find(example, 'NetworkPolicy', name).spec.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(find(example, 'ServiceAccount', name).automountServiceAccountToken).toBe(false)
    if (name !== 'gateway') expect(find(example, 'Service', name).spec.clusterIP).toBe('None')
  }
})

test('an autoscaler keeps at least two replicas, and the number is fixed without one', () => {
  for (const name of names) {
    const { minReplicas, scaleTargetRef } = find('production', 'HorizontalPodAutoscaler', name).spec
    expect([minReplicas, scaleTargetRef.name]).toEqual([2, name])
    expect(find('production', 'Deployment', name).spec).not.toHaveProperty('replicas')
    expect(find('air-gapped', 'ScaledObject', name).spec).toMatchObject({
      minReplicaCount: 2,
      scaleTargetRef: { name },
    })
    expect(find('minimal', 'Deployment', name).spec.replicas).toBe(2)
  }
})

test.each(EXAMPLES)(
  'in %s all pods have pod security "restricted" and limits, and services have time to drain',
  (example) => {
    for (const [name, pod] of podsIn(example)) {
      const security = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } }
      expect(pod, name).toMatchObject({ automountServiceAccountToken: false, securityContext: security })
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.imagePullPolicy).toBe('IfNotPresent')
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.stringMatching(/^\d+m$/), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
      }
    }
    for (const name of names) {
      const pod = find(example, 'Deployment', name).spec.template.spec
      const { startupProbe, readinessProbe, livenessProbe } = pod.containers[0]
      const paths = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe.httpGet.path)
      expect(paths).toEqual(['/livez', '/readyz', '/livez'])
      // A start took 23 s at a load of 15 per core. Killed while it starts, a process makes the load worse.
      expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(120)
      expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(STOP_LIMIT_MS)
    }
  },
)

test.each(EXAMPLES)('in %s a hook migrates each schema with the image and the database of its service', (example) => {
  const { metadata, spec } = find(example, 'Job', 'migrate')
  expect(metadata.annotations).toMatchObject({
    'helm.sh/hook': 'pre-install,pre-upgrade,pre-rollback',
    'helm.sh/hook-delete-policy': 'before-hook-creation',
  })
  for (const name of names) {
    const container = spec.template.spec.containers.find((one: Data) => one.name === name)
    expect(container.image).toBe(find(example, 'Deployment', name).spec.template.spec.containers[0].image)
    expect(container.env).toContainEqual({ name: 'DATABASE_SCHEMA', value: getConfig(example, name).DATABASE_SCHEMA })
  }
})

test.each(EXAMPLES)('in %s network policies allow the calls of the code, on both sides, and no others', (example) => {
  type Peer = { podSelector?: { matchLabels?: Record<string, string> } }
  const getNames = (rules: { to?: Peer[]; from?: Peer[] }[]) =>
    rules
      .flatMap(({ to = [], from = [] }) => [...to, ...from])
      .flatMap(({ podSelector }) => podSelector?.matchLabels?.['app.kubernetes.io/name'] ?? [])
  for (const name of names) {
    const { ingress, egress } = find(example, 'NetworkPolicy', name).spec
    const calls = callPairs.filter(({ caller }) => caller === name).map(({ callee }) => callee as string)
    const callers = callPairs.filter(({ callee }) => callee === name).map(({ caller }) => caller as string)
    const others = [name, 'simulator'] // the simulator's calls, and the test, which is a gateway
    expect(
      getNames(egress)
        .filter((one) => !others.includes(one))
        .sort(),
      name,
    ).toEqual(calls.sort())
    expect(
      getNames(ingress)
        .filter((one) => !others.includes(one))
        .sort(),
      name,
    ).toEqual(callers.sort())
    const called = Object.values(getConfig(example, name)).flatMap((value) => /^(\w+):50051$/.exec(value)?.[1] ?? [])
    expect(called.sort(), name).toEqual(calls.sort())
  }
  expect(find(example, 'NetworkPolicy', 'waybill').spec.policyTypes).toEqual(['Ingress', 'Egress'])
})

test.each(EXAMPLES)(
  'in %s every variable is known to its service, and together they are a valid configuration',
  (example) => {
    const all = example === 'air-gapped' ? SERVICES : { simulator, ...SERVICES }
    for (const [name, variables] of Object.entries(all)) {
      const env = getConfig(example, name)
      const known = new Set(variables.describe().flatMap(({ variable }) => variable.split(' or ')))
      expect(
        Object.keys(env).filter((one) => !known.has(one) && !OF_THE_CLI.includes(one)),
        name,
      ).toEqual([])
      const withSecrets = Object.fromEntries(
        Object.entries(env)
          .filter(([, value]) => !value.endsWith('.crt') && !value.endsWith('.key'))
          .map(([variable, value]) =>
            variable.endsWith('_FILE')
              ? [variable.replace(/_FILE$/, ''), 'a secret of 24 bytes or more']
              : [variable, value],
          ),
      )
      expect(() => variables.read(withSecrets), name).not.toThrow()
    }
  },
)

test.each(EXAMPLES)('every secret that is read is mounted, and every mounted secret is read', (example) => {
  const made: string[] = example === 'air-gapped' ? [] : find(example, 'Secret', 'waybill').data
  for (const name of names) {
    const { volumes, containers } = find(example, 'Deployment', name).spec.template.spec
    const paths: Record<string, string> = Object.fromEntries(
      containers[0].volumeMounts.map((mount: Data) => [mount.name, mount.mountPath]),
    )
    const items = volumes.flatMap(({ name: volume, projected, secret }: Data) => {
      if (secret && volume === 'grpc') return ['ca.crt', 'tls.crt', 'tls.key'].map((path) => ({ volume, secret, path }))
      if (secret) return secret.items.map(({ path }: Data) => ({ volume, secret, path }))
      return (projected?.sources ?? []).flatMap((source: Data) =>
        source.secret.items.map(({ path, key }: Data) => ({ volume, secret: source.secret, path, key })),
      )
    })
    const mounted: string[] = items.map(({ volume, path }: Data) => `${paths[volume]}/${path}`)
    const read = Object.entries(getConfig(example, name)).filter(([variable]) => variable.endsWith('_FILE'))
    const inUrl = example === 'production' ? ['/run/secrets/postgres/ca.crt'] : [] // as sslrootcert
    expect([...mounted].sort(), name).toEqual([...read.map(([, file]) => file), ...inUrl].sort())
    for (const { key, secret } of items.filter((item: Data) => item.secret.name === 'waybill')) {
      if (example !== 'air-gapped') expect(made, `${key} of ${secret.name}`).toContain(key)
    }
  }
})

test('every service gets the certificate issued for its name', () => {
  for (const name of names) {
    const { volumes } = find('production', 'Deployment', name).spec.template.spec
    expect(volumes.find((volume: Data) => volume.name === 'grpc').secret.secretName).toBe(`waybill-grpc-${name}`)
    const { dnsNames, secretName } = find('production', 'Certificate', `waybill-grpc-${name}`).spec
    expect([dnsNames, secretName]).toEqual([[name], `waybill-grpc-${name}`])
    expect(find('minimal', 'Secret', `waybill-grpc-${name}`).data).toEqual(['ca.crt', 'tls.crt', 'tls.key'])
  }
})

test('the keys of an installation outlive it, and Argo CD, which cannot read them, never replaces them', () => {
  expect(find('minimal', 'Secret', 'waybill').metadata.annotations).toEqual({
    'helm.sh/resource-policy': 'keep',
    'argocd.argoproj.io/hook': 'Skip',
  })
})

test('the ingress lets the largest body of a route pass', () => {
  const { annotations } = find('production', 'Ingress', 'gateway').metadata
  const [, mib] = /^(\d+)m$/.exec(annotations['nginx.ingress.kubernetes.io/proxy-body-size']) ?? []
  const largest = Math.max(...routeTable.map(getBodyLimit))
  expect(largest).toBeGreaterThan(4 * 2 ** 20)
  expect(Number(mib) * 2 ** 20).toBeGreaterThanOrEqual(largest)
})
