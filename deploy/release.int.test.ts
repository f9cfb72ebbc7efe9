import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const services = ['gateway', 'shipment', 'quoting', 'booking', 'webhook', 'simulator']
const toDigest = (letter: string) => `sha256:${letter.repeat(64)}`

/** In place of docker: records each call, and gives every image that was pushed one digest. */
const FAKE_DOCKER = `#!/usr/bin/env bash
echo "$*" >>"$DOCKER_CALLS"
case "$1 $2" in
"buildx imagetools") echo "${toDigest('a')}" ;;
"run --rm") echo '{"bomFormat":"CycloneDX"}' ;;
esac
`

const bases = {
  NODE_IMAGE: `node@${toDigest('1')}`,
  POSTGRES_IMAGE: `postgres:17@${toDigest('2')}`,
  RABBITMQ_IMAGE: `rabbitmq@${toDigest('3')}`,
  REDIS_IMAGE: `redis@${toDigest('4')}`,
}

/** A repository with the script and one commit, and a docker on its PATH. */
async function repository() {
  const root = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'deploy'))
  mkdirSync(join(root, 'bin'))
  cpSync(join(import.meta.dirname, 'release.sh'), join(root, 'deploy/release.sh'))
  writeFileSync(join(root, '.gitignore'), 'release/\nbin/\ncalls\n')
  writeFileSync(join(root, 'bin/docker'), FAKE_DOCKER)
  chmodSync(join(root, 'bin/docker'), 0o755)
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...author, 'commit', '-qm', 'Begin'],
  ]) {
    await run('git', args, { cwd: root })
  }
  const path = `${join(root, 'bin')}:${process.env.PATH}`
  return {
    root,
    read: (name: string) => readFileSync(join(root, name), 'utf8'),
    release: (env: Record<string, string>) =>
      run('bash', ['deploy/release.sh', 'registry.example.com/waybill-', '1.2.3'], {
        cwd: root,
        env: { PATH: path, DOCKER_CALLS: join(root, 'calls'), ...env },
      }),
  }
}

test('pins every image by the digest that the registry gave it', async () => {
  const { read, release } = await repository()
  await release(bases)
  expect(read('release/1.2.3/images.txt').trim().split('\n')).toEqual(
    services.map((service) => `registry.example.com/waybill-${service}@${toDigest('a')}`),
  )
  const builds = read('calls')
    .split('\n')
    .filter((call) => call.startsWith('buildx build '))
  expect(builds).toHaveLength(services.length)
  for (const build of builds) {
    expect(build).toContain(`--build-arg NODE_IMAGE=${bases.NODE_IMAGE} `)
    expect(build).toContain('--push --platform linux/amd64,linux/arm64 ')
    expect(build).toContain('--build-arg VERSION=1.2.3 --build-arg REVISION=')
  }
  const images = [...read('release/1.2.3/docker-compose.yml').matchAll(/image: (\S+?),? /g)].map(([, image]) => image)
  expect(images).toHaveLength(services.length + 4)
  for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/)
  expect(read('release/1.2.3/values.yaml')).toContain(`  registry: "registry.example.com/"\n  prefix: "waybill-"\n`)
  for (const service of services) {
    expect(read('release/1.2.3/values.yaml')).toContain(`    ${service}: ${toDigest('a')}\n`)
    expect(JSON.parse(read(`release/1.2.3/sbom-${service}.json`))).toEqual({ bomFormat: 'CycloneDX' })
  }
})

test('refuses tags and a changed work tree, naming all at once, and builds nothing', async () => {
  const { root, read, release } = await repository()
  writeFileSync(join(root, 'changed'), '')
  const wrong = { ...bases, NODE_IMAGE: 'node:24-bookworm-slim', REDIS_IMAGE: '', RABBITMQ_IMAGE: 'rabbitmq@sha256:12' }
  const failure = await release(wrong).catch((error) => error)
  expect(failure.code).toBe(1)
  expect(failure.stderr.trim().split('\n')).toEqual([
    expect.stringContaining("NODE_IMAGE is 'node:24-bookworm-slim': expected name@sha256:"),
    expect.stringContaining("RABBITMQ_IMAGE is 'rabbitmq@sha256:12'"),
    expect.stringContaining("REDIS_IMAGE is ''"),
    'release: the work tree has changes: a release is built from a commit',
  ])
  expect(() => read('calls')).toThrow('ENOENT')
})
