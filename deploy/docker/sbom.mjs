// Prints the packages in this image as CycloneDX 1.5: docker run --rm waybill-booking node /app/deploy/docker/sbom.mjs
// Reads the lock file in node_modules, because `npm sbom` misses some packages of a workspace.
import { readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const { name, version } = read('package.json')

const toHashes = (integrity) =>
  integrity.split(' ').map((hash) => {
    const [algorithm, digest] = hash.split(/-(.*)/s)
    return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
  })

const components = Object.entries(read('node_modules/.package-lock.json').packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { version, license, integrity }]) => {
    const name = path.split('node_modules/').at(-1)
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return {
      type: 'library',
      name,
      version,
      purl,
      'bom-ref': `${purl}#${path}`,
      ...(license && { licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }] }),
      ...(integrity && { hashes: toHashes(integrity) }),
    }
  })
components.push({ type: 'application', name: 'node', version: process.versions.node, 'bom-ref': 'node' })

const metadata = { timestamp: new Date().toISOString(), component: { type: 'application', name, version } }
console.log(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }, null, 2))
