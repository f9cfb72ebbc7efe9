import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, onTestFinished, test, vi } from 'vitest'
import { waybill } from '../testing/terminal.ts'
import { getExamples } from './options.ts'
import { merchantProgram } from './program.ts'
import { VERSION } from './version.ts'

// Nothing listens there, so a command that calls the API instead of checking its arguments exits with 4.
const env = { WAYBILL_URL: 'http://127.0.0.1:9', WAYBILL_API_KEY: 'wb_test_somebody' }

/** `shipments create` of every command that does something. */
const commands = (command: Command, path: string[] = []): [string, Command][] =>
  command.commands.flatMap((one) => {
    const name = [...path, one.name()]
    return one.commands.length > 0 ? commands(one, name) : [[name.join(' '), one] as [string, Command]]
  })

const { command: program } = merchantProgram({ env: {}, out: () => {}, err: () => {} })
/** Made by the library for completions. */
const isOurs = ([name]: [string, Command]) => !/^(complete|completion)$/.test(name)

test.each(commands(program).filter(isOurs))('%s has an example, which its help shows', async (name, command) => {
  expect(getExamples(command).length).toBeGreaterThan(0)
  const { exitCode, out } = await waybill([...name.split(' '), '--help'])
  expect(exitCode).toBe(0)
  for (const example of getExamples(command)) {
    expect(example).toContain(`waybill ${name}`)
    expect(out).toContain(`$ ${example}`)
  }
})

test.each([
  { args: [], names: 'Usage: waybill' },
  { args: ['shipmnts'], names: 'Did you mean shipments?' },
  { args: ['shipments', 'lst'], names: 'Did you mean list?' },
  { args: ['shipments', 'list', '--limt', '3'], names: 'Did you mean --limit?' },
  { args: ['shipments', 'list', '--limit', '0'], names: 'from 1 to 10000' },
  { args: ['shipments', 'create'], names: 'file' },
  { args: ['shipments', 'create', '/nowhere.json'], names: 'Cannot read /nowhere.json' },
  { args: ['shipments', 'cancel', 'shp_1'], names: '--reason' },
  { args: ['quotes', 'create'], names: '--file' },
  { args: ['quotes', 'create', 'shp_1', '--file', 'x'], names: '--file' },
  { args: ['book', 'shp_1'], names: '--cheapest' },
  { args: ['book', 'shp_1', '--cheapest', '--fastest'], names: '--fastest' },
  { args: ['label', 'shp_1'], names: '--output' },
  { args: ['label', 'shp_1', '--print', 'printer:9100'], names: 'tcp://' },
  { args: ['label', 'shp_1', '--print', 'tcp://p', '--format', 'pdf'], names: 'ZPL' },
  { args: ['labels', 'print'], names: '--printer' },
  { args: ['labels', 'print', 'bkg_1', '--printer', 'http://p'], names: 'tcp://' },
  { args: ['labels', 'print', 'bkg_1', '--printer', 'tcp://p', '--follow'], names: 'omit the ids' },
  { args: ['login'], names: 'key is empty' },
  { args: ['webhooks', 'replay', 'sub_1'], names: '--since' },
  { args: ['webhooks', 'replay', 'sub_1', '--since', 'yesterday'], names: '--since' },
  { args: ['carriers', 'connect'], names: '--credentials' },
  { args: ['trigger', 'shipment.deliverd'], names: 'shipment.delivered' },
  { args: ['whoami', '--timeout', 'soon'], names: '--timeout' },
])('$args is wrong usage: exit code 2, and the message names $names', async ({ args, names }) => {
  const { exitCode, out, err } = await waybill(args, { env })
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
  expect(err).toContain(names)
})

test('nobody is signed in: exit code 3', async () => {
  const configFolder = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
  onTestFinished(() => rmSync(configFolder, { recursive: true }))
  const { exitCode, err } = await waybill(['shipments', 'list'], { configFolder })
  expect(exitCode).toBe(3)
  expect(err).toBe('You are not signed in. Run waybill login, or set WAYBILL_API_KEY.\n')
})

test('a token given as an argument is not repeated', async () => {
  const token = 'wb_test_Zm9vYmFy-and_more'
  for (const args of [['login', token], [token], ['whoami', `--${token}`]]) {
    const { exitCode, err } = await waybill(args, { env })
    expect(exitCode).toBe(2)
    expect(err).not.toContain('Zm9v')
  }
})

test('escape codes in a message do not reach the terminal', async () => {
  const { err } = await waybill(['shipments', 'create', '/\u001b[2J\rnowhere.json'], { env })
  expect(err).toBe('Cannot read /\u{fffd}[2J\u{fffd}nowhere.json: there is no such file.\n')
})

test('trigger lists its events, and refuses a live key', async () => {
  const listed = await waybill(['trigger', '--json'])
  expect(listed).toMatchObject({ exitCode: 0, err: '' })
  expect(listed.out.split('\n').slice(0, 2)).toEqual(['{"type":"shipment.created"}', '{"type":"shipment.updated"}'])
  const live = { ...env, WAYBILL_API_KEY: 'wb_live_somebody' }
  const { exitCode, err } = await waybill(['trigger', 'shipment.created'], { env: live })
  expect(exitCode).toBe(2)
  expect(err).toContain('a key of a test environment')
})

test('the version is that of the manifest', async () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  expect(VERSION).toBe(manifest.version)
  expect((await waybill(['--version'])).out).toBe(`${VERSION}\n`)
})

test('a key that cannot be checked is not stored', async () => {
  const configFolder = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
  onTestFinished(() => rmSync(configFolder, { recursive: true }))
  writeFileSync(join(configFolder, 'other.json'), '{"base_url": "http://x", "api_key": "wb_live_abcdefgh"}')
  const readInput = async () => Buffer.from('wb_test_somebody\n')
  const random = vi.spyOn(Math, 'random').mockReturnValue(0) // no pause between tries
  onTestFinished(() => random.mockRestore())
  expect(await waybill(['login'], { env, configFolder, readInput })).toMatchObject({ exitCode: 4 })
  const { out } = await waybill(['profiles', '--json'], { configFolder })
  expect(out).toBe('{"profile":"other","base_url":"http://x","mode":"live","key":"wb_live_abcd…"}\n')
})
