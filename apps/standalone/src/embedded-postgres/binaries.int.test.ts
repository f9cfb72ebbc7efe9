import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { findPostgresBinaries, POSTGRES_MAJOR } from './binaries.ts'

/** Until the test ends, this process looks as if it ran elsewhere. */
function pretendToBe(platform: string, arch: string): void {
  const real = { platform: process.platform, arch: process.arch }
  const show = (value: { platform: string; arch: string }) => {
    for (const [name, text] of Object.entries(value)) Object.defineProperty(process, name, { value: text })
  }
  show({ platform, arch })
  onTestFinished(() => show(real))
}

test('the programs for this machine run, and are of the version that clusters are checked against', () => {
  const { initdb, postgres, pgCtl } = findPostgresBinaries()
  for (const program of [initdb, postgres, pgCtl])
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toContain(`(PostgreSQL) ${POSTGRES_MAJOR}.`)
})

test.each([
  ['linux', 'riscv64', 'linux-riscv64'],
  ['freebsd', 'x64', 'freebsd-x64'],
  ['win32', 'arm64', 'windows-arm64'],
])('%s on %s has no package: the error names it and DATABASE_URL', (platform, arch, name) => {
  pretendToBe(platform, arch)
  expect(findPostgresBinaries).toThrow(StartError)
  expect(findPostgresBinaries).toThrow(new RegExp(`${name}.*DATABASE_URL`))
})
