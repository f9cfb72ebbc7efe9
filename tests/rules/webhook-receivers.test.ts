/** The receivers in the guide to webhooks accept our signatures, and no others. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/webhooks.md'), 'utf8')
const exampleIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? ''

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'shipment.delivered', name: 'Grüße' })

/** The headers of a message that is signed with the key now, or `ageSeconds` ago. */
function headersOf(key: string, ageSeconds = 0): Record<string, string> {
  const at = new Date(Date.now() - ageSeconds * 1_000)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': `v1,AAAA ${new Webhook(key).sign('evt_1', at, body)}`,
  }
}

/** Programs that print the type of the event that the example's `verify` returns. */
const programs = {
  python: {
    command: 'python3',
    file: 'receiver.py',
    program: `import json, sys, receiver
secret, headers, body = json.loads(sys.argv[1])
print(receiver.verify(secret, headers, body.encode())["type"])`,
    run: ['-c'],
  },
} as const

// An interpreter that the machine lacks is not asked; Node.js runs its receiver in the end-to-end tests.
const available = Object.entries(programs).filter(
  ([, { command }]) => spawnSync(command, ['--version']).error === undefined,
)

test('every language has a receiver', () => {
  for (const language of ['js', ...Object.keys(programs), 'go', 'php', 'ruby', 'java']) {
    expect(exampleIn(language), language).toContain('verify')
  }
})

test('receivers accept a genuine message, and refuse another secret, a changed body and an old message', () => {
  for (const [language, { command, file, program, run }] of available) {
    const directory = mkdtempSync(join(tmpdir(), 'waybill-receiver-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    writeFileSync(join(directory, file), exampleIn(language))
    const verify = (headers: Record<string, string>, sent = body) =>
      spawnSync(command, [...run, program, JSON.stringify([secret, headers, sent])], {
        cwd: directory,
        encoding: 'utf8',
      })
    expect(verify(headersOf(secret)).stdout.trim(), language).toBe('shipment.delivered')
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    expect(verify(headersOf(other)).stderr, language).toContain('bad signature')
    expect(verify(headersOf(secret), `${body} `).stderr, language).toContain('bad signature')
    expect(verify(headersOf(secret, 600)).stderr, language).toContain('too old')
  }
})
