// Deletes from an install what the named workspaces never read: node deploy/docker/prune.mjs apps/booking packages/cli
//
// npm also installs what they only develop with if any other workspace needs it to run. And packages bring declarations, source
// maps and builds for browsers. Licences stay.
import { existsSync, globSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Builds for browsers and bundlers, sources of builds, tests: larger than 1 MB. */
const UNUSED = [
  'astronomia/{data,src}',
  'bintrees/test',
  'brotli/{build,test}',
  'bwip-js/{src,barcode.ps,dist/bwip-js{,-min,-rn,-gen}.{js,mjs}}',
  '@cantoo/pdf-lib/{cjs,src,ts3.4,dist/*.js}',
  'culori/bundled',
  'date-holidays/{data,dist,src}',
  'fontkit/{src,dist/browser*}',
  '@hyzyla/pdfium/dist/*{browser,cdn,base64}*',
  'libphonenumber-js/{bundle,source}',
  'moment/{dist,min,src}',
  'moment-timezone/builds',
  '@opentelemetry/*/build/{esm,esnext}',
  'pdfkit/{.yarn,js/*{browser,standalone}*}',
  'zod/src',
]

const root = process.cwd()
const readManifest = (directory) => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))

/** The folder that Node.js finds from `directory`. */
function resolve(name, directory) {
  for (let at = directory; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return realpathSync(found)
    if (at === root) return null
  }
}

/** The workspaces and every package that they need at run time. */
const needed = new Set(process.argv.slice(2).map((workspace) => join(root, workspace)))
for (const directory of needed) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = readManifest(directory)
  const optional = (name) => name in (optionalDependencies ?? {}) || peerDependenciesMeta[name]?.optional
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const found = resolve(name, directory)
    if (found === null && !optional(name)) throw new Error(`${directory} needs ${name}, which is not installed`)
    if (found !== null && !peerDependenciesMeta[name]?.optional) needed.add(found)
  }
}

const MODULES = '{.,apps/*,packages/*}/node_modules'
const remove = (path) => rmSync(path, { recursive: true, force: true })
const isNeeded = (directory) =>
  [...needed].some((one) => one === directory || one.startsWith(join(directory, 'node_modules/')))

for (const manifest of globSync(`${MODULES}/{*,@*/*}/package.json`))
  if (!isNeeded(realpathSync(dirname(manifest)))) remove(dirname(manifest))
for (const pattern of UNUSED) globSync(`${MODULES}/${pattern}`).forEach(remove)
for (const path of globSync(`${MODULES}/**/*.{map,d.ts,d.mts,d.cts,md,markdown,flow}`))
  if (!/licen[cs]e/i.test(path)) remove(path)

// The record of what is installed, for the SBOM.
const record = 'node_modules/.package-lock.json'
const lock = JSON.parse(readFileSync(record, 'utf8'))
lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(([path]) => existsSync(path)))
writeFileSync(record, JSON.stringify(lock, null, 2))
