import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

let root: string
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** An install with these files; objects become JSON. */
function install(files: Record<string, object | string>): void {
  root = mkdtempSync(join(tmpdir(), 'waybill-prune-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const prune = (...workspaces: string[]) =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'prune.mjs'), ...workspaces], { cwd: root, stdio: 'pipe' })

const record = (...paths: string[]) => ({
  'node_modules/.package-lock.json': { packages: Object.fromEntries(paths.map((path) => [path, {}])) },
})

test('keeps what the workspaces need to run, also through other workspaces, and licences', () => {
  install({
    ...record('node_modules/runs', 'node_modules/develops', 'node_modules/deep', 'node_modules/runs/node_modules/deep'),
    'apps/one/package.json': { dependencies: { shared: '1' }, devDependencies: { develops: '1' } },
    'packages/shared/package.json': { dependencies: { runs: '1' } },
    'node_modules/runs/package.json': {
      dependencies: { deep: '2' },
      peerDependencies: { absent: '1' },
      peerDependenciesMeta: { absent: { optional: true } },
    },
    'node_modules/runs/index.js': '',
    'node_modules/runs/index.js.map': '',
    'node_modules/runs/index.d.ts': '',
    'node_modules/runs/README.md': '',
    'node_modules/runs/LICENSE.md': '',
    'node_modules/runs/node_modules/deep/package.json': {},
    'node_modules/deep/package.json': {},
    'node_modules/develops/package.json': {},
  })
  symlinkSync('../packages/shared', join(root, 'node_modules/shared'))
  prune('apps/one')
  const kept = (path: string) => existsSync(join(root, path))
  expect(['index.js', 'LICENSE.md', 'node_modules/deep'].map((name) => kept(`node_modules/runs/${name}`))).toEqual([
    true,
    true,
    true,
  ])
  expect(['index.js.map', 'index.d.ts', 'README.md'].map((name) => kept(`node_modules/runs/${name}`))).toEqual([
    false,
    false,
    false,
  ])
  expect(['deep', 'develops', 'shared'].map((name) => kept(`node_modules/${name}`))).toEqual([false, false, true])
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'))
  expect(Object.keys(packages)).toEqual(['node_modules/runs', 'node_modules/runs/node_modules/deep'])
})

test('refuses an install that lacks a package', () => {
  install({ ...record(), 'apps/one/package.json': { dependencies: { runs: '1' } } })
  expect(() => prune('apps/one')).toThrow('needs runs, which is not installed')
})
