/** Checks the manifests against the code: errors that kubectl reports late or never. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables as booking } from '@waybill/booking/config'
import { STOP_LIMIT_MS } from '@waybill/chassis/config/stop-limits'
import { variables as gateway } from '@waybill/gateway/config'
import { variables as quoting } from '@waybill/quoting/config'
import { variables as shipment } from '@waybill/shipment/config'
import { variables as simulator } from '@waybill/simulator/config'
import { variables as webhook } from '@waybill/webhook/config'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  configMap,
  generatedSecrets,
  type Manifest,
  mountedSecrets,
  readManifests,
  readYaml,
} from './kubernetes-manifests.ts'

const SERVICES = { gateway, shipment, quoting, booking, webhook }
const names = Object.keys(SERVICES)
const OVERLAYS = ['overlays/local', 'overlays/production']
/** Variables of the command line, which runs in the gateway's pod. */
const OF_THE_CLI = ['WAYBILL_ADMIN_URL']

const base = readManifests('base')
const local = readManifests('overlays/local')
const production = readManifests('overlays/production')
const everyPod = readYaml('components/pods/every-pod.yaml').spec.template.spec
const everyService = readYaml('components/pods/every-service.yaml').spec.template.spec

const find = (among: Manifest[], kind: string, name: string) => {
  const manifest = among.find((one) => one.kind === kind && one.name === name)
  if (!manifest) throw new Error(`there is no ${kind} ${name}`)
  return manifest.object
}
const deployments = [...base, ...local].filter(({ kind, object }) => kind === 'Deployment' && object.spec.selector)
const jobs = [...base, ...local].filter(({ kind }) => kind === 'Job')
const selects = (selector: { matchLabels: object }, labels: object) =>
  expect(labels).toMatchObject(selector.matchLabels)

test('every service has a Deployment, a Service, a budget, an autoscaler, a policy and an account without a token', () => {
  for (const name of names) {
    const { labels } = find(base, 'Deployment', name).spec.template.metadata
    selects({ matchLabels: find(base, 'Service', name).spec.selector }, labels)
    selects(find(base, 'PodDisruptionBudget', name).spec.selector, labels)
    const policy = find(base, 'NetworkPolicy', name).spec
    selects(policy.podSelector, labels)
    expect(policy.policyTypes).toEqual(['Ingress', 'Egress'])
    const { scaleTargetRef, minReplicas } = find(base, 'HorizontalPodAutoscaler', name).spec
    expect([scaleTargetRef.name, minReplicas]).toEqual([name, 2])
    expect(find(base, 'ServiceAccount', name).automountServiceAccountToken).toBe(false)
  }
})

test('autoscalers use CPU; the component queue-scaling adds the metrics that prometheus-adapter serves', () => {
  const added = readYaml('components/queue-scaling/kustomization.yaml').patches.flatMap(
    ({ target, patch }: { target: { name: string }; patch: string }) =>
      parse(patch).map(({ value }: { value: { external: { metric: { name: string } } } }) => ({
        autoscaler: target.name,
        metric: value.external.metric.name,
      })),
  )
  const served = readYaml('prometheus-adapter.yaml').rules.external.map(
    (rule: { name: { as: string } }) => rule.name.as,
  )
  for (const { autoscaler, metric } of added) {
    expect(find(base, 'HorizontalPodAutoscaler', autoscaler).spec.metrics).toMatchObject([{ type: 'Resource' }])
    expect(served).toContain(metric)
  }
  expect(added.map(({ autoscaler }: { autoscaler: string }) => autoscaler).sort()).toEqual([
    'booking',
    'quoting',
    'shipment',
    'webhook',
  ])
})

test('there is a Deployment per service, and a headless Service that gives callers every replica', () => {
  expect(deployments.map(({ name }) => name).sort()).toEqual([...names, 'simulator'].sort())
  for (const name of names.filter((one) => one !== 'gateway')) {
    expect(find(base, 'Service', name).spec.clusterIP).toBe('None')
  }
})

test('every pod gets the common patches and has resource requests', () => {
  for (const { kind, name, object } of [...deployments, ...jobs]) {
    const component = kind === 'Job' ? 'migration' : 'service'
    // The patches of components/pods select by this label and container name.
    expect(object.metadata.labels, name).toMatchObject({ 'app.kubernetes.io/component': component })
    const { containers, volumes, serviceAccountName, topologySpreadConstraints } = object.spec.template.spec
    expect(containers.map((container: { name: string }) => container.name)).toEqual(['main'])
    expect(volumes.map((volume: { name: string }) => volume.name)).toContain('secrets')
    expect(containers[0].resources).toMatchObject({
      requests: { cpu: expect.stringMatching(/^\d+m$/), memory: expect.stringMatching(/^\d+Mi$/) },
      limits: { memory: expect.stringMatching(/^\d+Mi$/) },
    })
    expect(serviceAccountName).toBeTruthy()
    if (names.includes(name)) expect(topologySpreadConstraints).toHaveLength(2)
  }
})

test('all pods have pod security "restricted", probes, and enough time to drain', () => {
  const restricted = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  }
  expect(everyPod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  })
  expect(everyPod.containers[0].securityContext).toEqual(restricted)
  const { startupProbe, readinessProbe, livenessProbe } = everyService.containers[0]
  expect([startupProbe, readinessProbe, livenessProbe].map((probe) => probe.httpGet.path)).toEqual([
    '/livez',
    '/readyz',
    '/livez',
  ])
  expect(everyService.terminationGracePeriodSeconds * 1000).toBeGreaterThan(STOP_LIMIT_MS)
  const stores = local.filter(({ kind }) => kind === 'StatefulSet')
  expect(stores.map(({ name }) => name).sort()).toEqual(['postgres', 'rabbitmq', 'redis'])
  for (const { object } of stores) {
    const { securityContext, automountServiceAccountToken, containers } = object.spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(automountServiceAccountToken).toBe(false)
    expect(containers[0]).toMatchObject({
      securityContext: restricted,
      startupProbe: {},
      readinessProbe: {},
      livenessProbe: {},
    })
  }
})

test('an image that was loaded into a node is never pulled, whatever its tag', () => {
  const loads = readManifests('verify').filter(({ kind }) => kind === 'Job')
  const containers = [everyPod, ...loads.map(({ object }) => object.spec.template.spec)].map((pod) => pod.containers[0])
  expect(containers.map(({ imagePullPolicy }) => imagePullPolicy)).toEqual(['IfNotPresent', 'IfNotPresent'])
})

test('every service has a Job for its migrations, with its image and its database', () => {
  for (const name of names) {
    const { containers, volumes } = find(base, 'Job', `migrate-${name}`).spec.template.spec
    expect(containers[0].image).toBe(find(base, 'Deployment', name).spec.template.spec.containers[0].image)
    expect(containers[0].env).toContainEqual({
      name: 'DATABASE_SCHEMA',
      value: configMap(name, ['base']).DATABASE_SCHEMA,
    })
    expect(volumes[0].projected.sources[0].secret.name).toBe(`waybill-${name}-owner`)
  }
})

test('network policies allow the calls of the configuration, on both sides, and no others', () => {
  const callees = (policy: { egress: { to?: Peer[] }[] }) =>
    policy.egress.flatMap(({ to = [] }) => to.flatMap(peerName)).sort()
  type Peer = { podSelector?: { matchLabels?: Record<string, string> } }
  const peerName = ({ podSelector }: Peer) => podSelector?.matchLabels?.['app.kubernetes.io/name'] ?? []
  const called = (caller: string) =>
    Object.values(configMap(caller, ['base']))
      .flatMap((value) => /^(\w+):50051$/.exec(value)?.[1] ?? [])
      .sort()
  for (const name of names) {
    expect(callees(find(base, 'NetworkPolicy', name).spec), name).toEqual(called(name))
    const callers = find(base, 'NetworkPolicy', name).spec.ingress.flatMap(({ from }: { from: Peer[] }) =>
      from.flatMap(peerName),
    )
    expect(callers.sort(), name).toEqual(names.filter((caller) => called(caller).includes(name)).sort())
  }
  expect(find(base, 'NetworkPolicy', 'deny-all').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
})

test('each overlay allows services to reach the stores they use', () => {
  for (const [overlay, among] of [
    ['local', local],
    ['production', production],
  ] as const) {
    for (const [store, variable] of [
      ['postgres', 'DATABASE_URL_FILE'],
      ['rabbitmq', 'RABBITMQ_URL_FILE'],
      ['redis', 'REDIS_URL_FILE'],
    ] as const) {
      const label = { [`waybill.dev/uses-${store}`]: 'true' }
      expect(find([...among], 'NetworkPolicy', `to-${store}`).spec.podSelector.matchLabels, overlay).toEqual(label)
      for (const name of names) {
        const uses = variable in { ...configMap('waybill', ['base']), ...configMap(name, ['base']) }
        const { labels } = find(base, 'Deployment', name).spec.template.metadata
        expect(Object.hasOwn(labels, `waybill.dev/uses-${store}`), `${name} and ${store}`).toBe(uses)
      }
    }
  }
})

/** The variables of a service in an overlay, and which of them are secret files. */
function environmentIn(overlay: string, name: string) {
  const folders = ['base', overlay]
  const env = { ...configMap('waybill', folders), ...configMap(name, folders) }
  const files = Object.entries(env).filter(([variable]) => variable.endsWith('_FILE'))
  return { env, files }
}

test('every variable in a ConfigMap is known to its service, and together they are a valid configuration', () => {
  const check = (
    overlay: string,
    name: string,
    variables: (typeof SERVICES)[keyof typeof SERVICES] | typeof simulator,
  ) => {
    const { env, files } = environmentIn(overlay, name)
    const known = new Set(variables.describe().flatMap(({ variable }) => variable.split(' or ')))
    const shared = Object.keys(configMap('waybill', ['base', overlay]))
    const unknown = Object.keys(env).filter(
      (one) => !known.has(one) && !OF_THE_CLI.includes(one) && !shared.includes(one),
    )
    expect(unknown, `${name} in ${overlay}`).toEqual([])
    const withSecrets = Object.fromEntries(
      Object.entries(env).map(([variable, value]) =>
        variable.endsWith('_FILE')
          ? [variable.replace(/_FILE$/, ''), 'a secret of 24 bytes or more']
          : [variable, value],
      ),
    )
    expect(files.length).toBeGreaterThan(0)
    // A placeholder, which an installation replaces.
    if (withSecrets.TRUST_PROXY) withSecrets.TRUST_PROXY = '10.4.2.0/24'
    expect(() => variables.read(withSecrets), `${name} in ${overlay}`).not.toThrow()
  }
  for (const overlay of OVERLAYS) {
    for (const [name, variables] of Object.entries(SERVICES)) check(overlay, name, variables)
    const everyones = Object.values(SERVICES).map((variables) => JSON.stringify(variables.describe()))
    for (const variable of Object.keys(configMap('waybill', ['base', overlay]))) {
      expect(
        everyones.every((described) => described.includes(variable.replace(/_FILE$/, ''))),
        variable,
      ).toBe(true)
    }
  }
  check('overlays/local', 'simulator', simulator)
})

test('every secret of the overlay local is one that processes refuse beyond loopback', () => {
  const generators: { literals: string[] }[] = readYaml('overlays/local/kustomization.yaml').secretGenerator
  const secrets = generators.flatMap(({ literals }) => literals).filter((literal) => !literal.startsWith('REDIS_URL='))
  expect(secrets.length).toBeGreaterThan(10)
  for (const secret of secrets) expect(secret).toMatch(/[=:]development[-:]/)
})

test('every secret that is read is mounted, and every mounted secret is generated or documented', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/kubernetes.md'), 'utf8')
  const made = generatedSecrets('overlays/local')
  const patches = { local: ['simulator-key.yaml'], production: ['bucket.yaml'] }
  for (const overlay of OVERLAYS) {
    const of = overlay === 'overlays/local' ? local : production
    const patch = patches[overlay === 'overlays/local' ? 'local' : 'production'].map((file) =>
      readYaml(`${overlay}/${file}`),
    )
    expect(of.length).toBeGreaterThan(0)
    for (const name of names) {
      const pods = [find(base, 'Deployment', name), ...patch].map(({ spec }) => spec.template.spec)
      const mounted = new Map(pods.flatMap((pod) => [...mountedSecrets(pod)]))
      const { files } = environmentIn(overlay, name)
      for (const [variable, file] of files) {
        const whole = mounted.get(file.slice(0, file.lastIndexOf('/')))
        const source = mounted.get(file) ?? (whole && { ...whole, key: file.slice(file.lastIndexOf('/') + 1) })
        expect(source, `${variable} of ${name} in ${overlay}`).toBeDefined()
        if (overlay === 'overlays/local') expect(made[source?.secret ?? '']).toContain(source?.key)
        else expect(guide).toMatch(new RegExp(`\\| \`${source?.secret}\` \\|[^\\n]*\`${source?.key}\``))
      }
      const read = new Set(files.map(([, file]) => file))
      const own = mountedSecrets(find(base, 'Deployment', name).spec.template.spec)
      expect(
        [...own.keys()].filter((file) => !read.has(file)),
        `read by nobody in ${name}`,
      ).toEqual([])
    }
  }
})

test('production has mTLS, and with it every service gets the certificate issued for its name', () => {
  const folder = 'components/mtls'
  expect(readYaml('overlays/production/kustomization.yaml').components).toContain(`../../${folder}`)
  const certificates = readManifests(folder).filter(({ kind, object }) => kind === 'Certificate' && !object.spec.isCA)
  expect(certificates.map(({ object }) => [object.spec.dnsNames, object.spec.secretName])).toEqual(
    names.map((name) => [[name], `waybill-grpc-${name}`]),
  )
  const [{ target, path }] = readYaml(`${folder}/kustomization.yaml`).patches
  expect(target.name.split('|')).toEqual(names)
  const [{ secret }] = readYaml(`${folder}/${path}`).spec.template.spec.volumes
  expect(secret.secretName).toBe('waybill-grpc-SERVICE')
  expect(
    readYaml(`${folder}/secret-of-each.yaml`).map(
      ({ source, targets }: { source: { name: string }; targets: { select: { name: string } }[] }) => [
        source.name,
        targets[0]?.select.name,
      ],
    ),
  ).toEqual(names.map((name) => [name, name]))
  for (const variables of Object.values(SERVICES)) {
    const known = variables.describe().map(({ variable }) => variable)
    expect(known).toEqual(expect.arrayContaining(Object.keys(configMap('waybill', [folder]))))
  }
})

test('every file in the folders is applied', () => {
  for (const [folder, among] of [
    ['base', base],
    ['overlays/local', local],
    ['overlays/production', production],
  ] as const) {
    const { resources, patches = [] } = readYaml(`${folder}/kustomization.yaml`)
    const named = [...resources, ...patches.map(({ path }: { path?: string }) => path)]
    for (const { file } of among) expect(named).toContain(file.slice(folder.length + 1))
  }
})
