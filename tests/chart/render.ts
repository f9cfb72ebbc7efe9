/**
 * Renders the chart with each file of examples/, without what is random or the content of a file. `HELM=/path/to/helm node
 * tests/chart/render.ts` writes the results to deploy/helm/rendered/, so that a change of the chart shows what it does.
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Document, isCollection, parseAllDocuments, visit } from 'yaml'

const deploy = join(import.meta.dirname, '../../deploy/helm')
export const chart = join(deploy, 'waybill')

/** The examples that deploy/helm/rendered has. */
export const EXAMPLES = ['minimal', 'production', 'air-gapped']

// Kubernetes objects have many shapes.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Manifest = any

/** Calls helm; rejects with its message. */
export async function helm(binary: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, args, { maxBuffer: 64 * 2 ** 20 })
  return stdout
}

/** The manifests of the chart with these files of examples/, as helm writes them. */
export async function renderChart(
  binary: string,
  examples: string[],
  more: string[] = [],
  folder = chart,
): Promise<Manifest[]> {
  const values = examples.flatMap((name) => ['--values', join(chart, 'examples', `${name}.yaml`)])
  const text = await helm(binary, ['template', 'waybill', folder, '--namespace', 'waybill', ...values, ...more])
  return parseAllDocuments(text, { version: '1.1' }).flatMap((document) => document.toJS() ?? [])
}

/** As text, the same for the same chart: without labels of objects, and short collections in one line. */
export function toSnapshot(manifests: Manifest[]): string {
  const getId = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`
  const sorted = manifests.toSorted((one, other) => getId(one).localeCompare(getId(other)))
  return sorted.map((manifest) => toText(withoutRandom(structuredClone(manifest)))).join('---\n')
}

function withoutRandom(manifest: Manifest): Manifest {
  const { kind, metadata, spec, data } = manifest
  delete metadata.labels
  if (metadata.annotations?.['waybill.dev/renew-after']) metadata.annotations['waybill.dev/renew-after'] = '(time)'
  const annotations = spec?.template?.metadata?.annotations ?? {}
  for (const name of ['waybill.dev/config', 'waybill.dev/secrets']) if (annotations[name]) annotations[name] = '(sum)'
  if (kind === 'PrometheusRule') manifest.spec = '(alerts.yml)'
  const isFile = kind === 'ConfigMap' && /^(backup|waybill-dashboard-)/.test(metadata.name)
  if (kind === 'Secret' || isFile) manifest.data = Object.keys(data).sort()
  return manifest
}

function toText(manifest: Manifest): string {
  const document = new Document(manifest, { aliasDuplicateObjects: false })
  visit(document, {
    Collection: (_key, node, path) => {
      if (!isCollection(node) || path.length < 2 || JSON.stringify(node.toJSON()).length > 130) return undefined
      node.flow = true
      return visit.SKIP
    },
  })
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}

export const snapshotPath = (name: string): string => join(deploy, 'rendered', `${name}.yaml`)

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const name of EXAMPLES) {
    writeFileSync(snapshotPath(name), toSnapshot(await renderChart(process.env.HELM ?? 'helm', [name])))
  }
}
