/** Reads deploy/kubernetes without kubectl, as far as the tests need it. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '../../../deploy/kubernetes')
const toText = (path: string): string => readFileSync(join(root, path), 'utf8')

// Kubernetes objects have many shapes; the tests check what they need.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Data = any

export interface Manifest {
  /** Below deploy/kubernetes. */
  file: string
  kind: string
  name: string
  object: Data
}

/** All objects in the files of a folder, without kustomizations. */
export function readManifests(folder: string): Manifest[] {
  return globSync('*.yaml', { cwd: join(root, folder) })
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => {
      const file = `${folder}/${name}`
      const objects: Data[] = parseAllDocuments(toText(file), { version: '1.1' }).map((document) => document.toJS())
      return objects
        .filter((object) => object?.kind)
        .map((object) => ({ file, kind: object.kind, name: object.metadata.name, object }))
    })
}

export const readYaml = (path: string): Data => parse(toText(path), { version: '1.1' })

/** Lines of NAME=value. */
const getPairs = (lines: string[]): [string, string][] =>
  lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])

/** The variables of a ConfigMap after the kustomizations of these folders; later ones override. */
export function configMap(name: string, folders: string[]): Record<string, string> {
  const pairs = folders.flatMap((folder) => {
    const generators: Data[] = readYaml(`${folder}/kustomization.yaml`).configMapGenerator ?? []
    return generators
      .filter((generator) => generator.name === name)
      .flatMap(({ envs = [], literals = [] }) => [
        ...envs.flatMap((file: string) => getPairs(toText(`${folder}/${file}`).split('\n'))),
        ...getPairs(literals),
      ])
  })
  return Object.fromEntries(pairs)
}

/** Secret → keys, for secrets that a kustomization generates. */
export function generatedSecrets(folder: string): Record<string, string[]> {
  const generators: Data[] = readYaml(`${folder}/kustomization.yaml`).secretGenerator
  return Object.fromEntries(
    generators.map(({ name, literals }) => [name, getPairs(literals as string[]).map(([key]) => key)]),
  )
}

/** File in the container → source, for the secrets that a pod's container mounts. Without those that may be absent. */
export function mountedSecrets(podSpec: Data): Map<string, { secret: string; key: string | null }> {
  const mounts: Data[] = podSpec.containers[0].volumeMounts ?? []
  const found = new Map<string, { secret: string; key: string | null }>()
  for (const { name, projected, secret } of podSpec.volumes ?? []) {
    // The patch for all pods mounts the volume "secrets".
    const path = name === 'secrets' ? '/run/secrets/waybill' : mounts.find((mount) => mount.name === name)?.mountPath
    if (secret) found.set(path, { secret: secret.secretName, key: null }) // all keys, one file each
    for (const source of projected?.sources ?? []) {
      if (source.secret.optional) continue
      for (const item of source.secret.items)
        found.set(`${path}/${item.path}`, { secret: source.secret.name, key: item.key })
    }
  }
  return found
}
