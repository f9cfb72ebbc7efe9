/**
 * `npm run new-carrier -- acme-post ["Acme Post"]`: lays out the adapter, the test server, the conformance tests and the page of a new
 * carrier from packages/carriers/src/testing/new-carrier, and registers it. The tests fail until the parts are written.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { descriptorsFor } from '@waybill/carriers/registry'

const root = join(import.meta.dirname, '..')
const carriers = 'packages/carriers/src'
const template = `${carriers}/testing/new-carrier`
/** The shape of every adapter and server, which tests/rules/code/carriers.test.ts checks. */
const adapterFiles = [
  'descriptor.ts',
  'wire.ts',
  'client.ts',
  'adapter.ts',
  'account-calls.ts',
  'quote-calls.ts',
  'booking-calls.ts',
  'job-calls.ts',
  'document-calls.ts',
  'mapping/facts.ts',
]
const serverFiles = ['server.ts', 'test-carrier.ts']

interface Names {
  /** `acme-post`: folders and files. */
  kebab: string
  /** `acme_post`: the carrier code. */
  snake: string
  /** `acmePost` and `AcmePost`: identifiers. */
  camel: string
  pascal: string
  /** `Acme Post`: what merchants see. */
  title: string
}

function deriveNames(kebab: string, title: string | undefined): Names {
  const pascal = kebab.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  const words = kebab.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { kebab, pascal, camel, snake: kebab.replaceAll('-', '_'), title: title ?? words.join(' ') }
}

const adapterFolder = ({ kebab }: Names): string => `${carriers}/adapters/${kebab}`
const serverFolder = ({ kebab }: Names): string => `${carriers}/testing/${kebab}`
const pagePath = ({ kebab }: Names): string => `docs/carriers/${kebab}.md`

/** Why the carrier cannot be laid out; null: it can. */
function findProblem(name: string | undefined, title: string | undefined): string | null {
  if (name === undefined) return 'Name the carrier: npm run new-carrier -- acme-post'
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length < 2 || name.length > 40) {
    return `${name} is not a name of 2 to 40 lower-case letters, digits and single hyphens that begins with a letter, such as acme-post.`
  }
  if (title !== undefined && !/^[\p{L}\p{N}][\p{L}\p{N} .&-]{0,59}$/u.test(title)) {
    return `${title} is not a name of up to 60 letters, digits, spaces, dots, hyphens and &.`
  }
  const names = deriveNames(name, title)
  const codes = descriptorsFor({ simulatorUrl: 'http://127.0.0.1' }).map(({ carrierCode }) => carrierCode)
  if (codes.includes(names.snake)) return `The carrier code ${names.snake} is taken.`
  const places = [adapterFolder(names), serverFolder(names), `${serverFolder(names)}.ts`, pagePath(names)]
  const taken = places.find((path) => existsSync(join(root, path)))
  return taken === undefined ? null : `${taken} exists.`
}

const renamed = (text: string, { kebab, snake, camel, pascal, title }: Names): string =>
  text
    .replaceAll('new-carrier', kebab)
    .replaceAll('new_carrier', snake)
    .replaceAll('newCarrier', camel)
    .replaceAll('NewCarrier', pascal)
    .replaceAll('New Carrier', title)

/** Written files, by path. */
function listFiles(names: Names): Map<string, string> {
  const read = (file: string) => renamed(readFileSync(join(root, template, file), 'utf8'), names)
  const files = new Map(adapterFiles.map((file) => [`${adapterFolder(names)}/${file}`, read(file)]))
  for (const file of serverFiles) {
    // In the template, the server is beside the adapter.
    const text = read(file).replace(/'\.\/(adapter|descriptor)\.ts'/g, `'../../adapters/${names.kebab}/$1.ts'`)
    files.set(`${serverFolder(names)}/${file}`, text)
  }
  const { camel, kebab } = names
  files.set(
    `${adapterFolder(names)}/conformance.int.test.ts`,
    `import { testConformance } from '../../testing/conformance-test.ts'
import { ${camel}TestCarrier } from '../../testing/${kebab}/test-carrier.ts'

testConformance(${camel}TestCarrier)
`,
  )
  files.set(pagePath(names), read('page.md'))
  return files
}

/** The text with a line added to its list that starts with `opening`, whose lines are in alphabetical order. */
function withEntry(text: string, opening: string, entry: string): string {
  const [before = '', list] = text.split(`${opening}\n`)
  const end = list?.indexOf('\n]')
  if (list === undefined || end === undefined || end === -1) throw new Error(`there is no list "${opening}"`)
  const entries = list.slice(0, end).split('\n')
  const later = entries.findIndex((each) => each.toLowerCase() > entry.toLowerCase())
  const added = entries.toSpliced(later === -1 ? entries.length : later, 0, entry)
  return `${before}${opening}\n${added.join('\n')}${list.slice(end)}`
}

/** The two files that register carriers, with this one. */
function register({ kebab, camel, pascal }: Names): Map<string, string> {
  const registry = `${carriers}/registry.ts`
  const tests = `${carriers}/testing/real-carriers.ts`
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const adapters = withEntry(
    read(registry),
    'const realCarriers: readonly RealCarrier[] = [',
    `  { descriptor: ${camel}Descriptor, create: create${pascal}Adapter },`,
  )
  const servers = withEntry(
    read(tests),
    'export const realTestCarriers: readonly TestCarrier<RunningVendor>[] = [',
    `  ${camel}TestCarrier,`,
  )
  const importing = (text: string, lines: string) => text.replace(/^import /m, `${lines}import `)
  return new Map([
    [
      registry,
      importing(
        adapters,
        `import { create${pascal}Adapter } from './adapters/${kebab}/adapter.ts'
import { ${camel}Descriptor } from './adapters/${kebab}/descriptor.ts'
`,
      ),
    ],
    [tests, importing(servers, `import { ${camel}TestCarrier } from './${kebab}/test-carrier.ts'\n`)],
  ])
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, program), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stderr}`)
}

function layOut(names: Names): void {
  const files = listFiles(names)
  for (const [path, text] of [...files, ...register(names)]) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const code = [...files.keys(), `${carriers}/registry.ts`, `${carriers}/testing/real-carriers.ts`]
  // Sorts the imports, and breaks lines that a longer name has made too long.
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...code.filter((path) => path.endsWith('.ts')))
  run('scripts/gen.ts', '--documents')
  console.log(`Made for ${names.title}:
${[...files.keys()].map((path) => `  ${path}`).join('\n')}
and registered in ${carriers}/registry.ts and testing/real-carriers.ts.

Follow docs/carriers.md. To see what is left to write:
  npm run test:file -- --project int ${adapterFolder(names)}`)
}

const [name, title] = process.argv.slice(2)
const problem = findProblem(name, title)
if (problem !== null || name === undefined) {
  console.error(problem)
  process.exitCode = 1
} else {
  layOut(deriveNames(name, title))
}
