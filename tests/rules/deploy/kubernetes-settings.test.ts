/** Checks that what an installation must set in the overlay production can be found: in its files and in the guide. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getBodyLimit } from '@waybill/edge/routing/route'
import { variables } from '@waybill/gateway/config'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { routeTable } from '../../../apps/gateway/src/routes/table.ts'
import { configMap, readManifests, readYaml } from './kubernetes-manifests.ts'

const folder = 'overlays/production'
const kustomization = readYaml(`${folder}/kustomization.yaml`)

test('the guide lists every file and variable of the overlay production that an installation sets', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/kubernetes.md'), 'utf8')
  const generators: { name: string; envs: string[] }[] = kustomization.configMapGenerator
  const variables = generators.flatMap(({ name }) => Object.keys(configMap(name, [folder])))
  const files = [...generators.flatMap(({ envs }) => envs), 'kustomization.yaml', 'stores.yaml', 'ingress.yaml']
  expect([...variables, ...files].filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('the overlay production names each namespace to which the policies of base give access', () => {
  type Patch = { target: { kind: string; name: string }; patch?: string }
  const named = (kustomization.patches as Patch[])
    .filter(({ target }) => target.kind === 'NetworkPolicy')
    .flatMap(({ target, patch = '' }) =>
      parse(patch).map(({ path, value }: { path: string; value: string }) => `${target.name}${path} ${value}`),
    )
  const inBase = readManifests('base')
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap(({ name, object }) => namespacesIn(object, name))
    .filter((place) => !place.endsWith(' kube-system'))
  expect(inBase.length).toBeGreaterThan(0)
  expect(named.sort()).toEqual(inBase.sort())
})

test('the ingress lets the largest body of a route pass', () => {
  const ingress = readManifests(folder).find(({ kind }) => kind === 'Ingress')?.object
  const [, mib] = /^(\d+)m$/.exec(ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']) ?? []
  const largest = Math.max(...routeTable.map(getBodyLimit))
  expect(largest).toBeGreaterThan(4 * 2 ** 20)
  expect(Number(mib) * 2 ** 20).toBeGreaterThanOrEqual(largest)
})

test('no address is trusted until the installation names its ingress', () => {
  const { TRUST_PROXY } = configMap('gateway', [folder])
  expect(() => variables.read({ TRUST_PROXY })).toThrow(/TRUST_PROXY is "RANGE_OF_THE_INGRESS": expected IP addresses/)
})

/** JSON pointer and value of each namespace that a policy names. */
function namespacesIn(node: unknown, pointer: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return key === 'kubernetes.io/metadata.name' ? [`${at} ${value}`] : namespacesIn(value, at)
  })
}
