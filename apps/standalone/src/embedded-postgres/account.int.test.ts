import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { StartError } from '../start-error.ts'
import { chooseAccount } from './account.ts'

const self = process.getuid?.() ?? -1
const isRoot = self === 0
const NOBODY = 65534

let parent: string
let directory: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'waybill-account-'))
  chmodSync(parent, 0o711)
  directory = join(parent, 'postgres')
  mkdirSync(directory)
  writeFileSync(join(directory, 'password'), '', { mode: 0o600 })
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

/** As whom the programs run: the uid that they see, and the owner of what they are given. */
async function accountOfPrograms(): Promise<{ uid: number; owner: number }> {
  const account = chooseAccount({ directory: '/bin', initdb: '', postgres: '', pgCtl: '' }, directory)
  const child = account.spawn('id', ['-u'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [uid] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'exit')])
  return { uid: Number(uid), owner: statSync(join(directory, 'password')).uid }
}

interface Case {
  account: string
  prepare?: () => void
  expected: { uid: number; owner: number }
}

const changeOwner = (owner: number) => () => {
  for (const path of [join(directory, 'password'), directory]) chownSync(path, owner, owner)
}
const ofUser: Case[] = [{ account: 'the user', expected: { uid: self, owner: self } }]
const ofRoot: Case[] = [
  { account: 'nobody, in a directory that root made', expected: { uid: NOBODY, owner: NOBODY } },
  { account: 'the owner of the directory', prepare: changeOwner(12_345), expected: { uid: 12_345, owner: 12_345 } },
  {
    account: 'nobody of a user namespace, in a folder that only root can enter',
    prepare: () => chmodSync(parent, 0o700),
    expected: { uid: NOBODY, owner: 0 },
  },
]

test.each(isRoot ? ofRoot : ofUser)('the programs run as $account, also at the next start', async (given) => {
  given.prepare?.()
  expect(await accountOfPrograms()).toEqual(given.expected)
  expect(await accountOfPrograms()).toEqual(given.expected)
})

test.each([
  ['another user', 12_345, /user 12345/],
  ['root, in an earlier start,', NOBODY, /root/],
])('a user is refused the directory of %s with the command that gives it back', (_whose, owner, reason) => {
  const spy = vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(4_321)
  onTestFinished(() => spy.mockRestore())
  if (isRoot) chownSync(directory, owner, owner)
  const open = () => chooseAccount({ directory: '/bin', initdb: '', postgres: '', pgCtl: '' }, directory)
  expect(open).toThrow(StartError)
  expect(open).toThrow(`sudo chown -R 4321 ${parent}`)
  if (isRoot) expect(open).toThrow(reason)
})
