// Prints shell commands that set WAYBILL_URL, WAYBILL_API_KEY and WAYBILL_RECEIVER for a first walk:
//   eval "$(node scripts/sandbox-env.mjs)"            with npm start, dev or stack
//   eval "$(node scripts/sandbox-env.mjs --docker)"   with docker compose; creates a new token and ends the one before
// WAYBILL_RECEIVER is the URL at which that Waybill reaches scripts/webhook-receiver.mjs on this machine.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const port = process.env.RECEIVER_PORT ?? 8099

function refuse(message) {
  console.error(message)
  process.exit(1)
}

function fromFile() {
  const file = join(process.env.WAYBILL_DATA_DIR ?? join(root, '.waybill'), 'sandbox.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    refuse(
      `There is no ${file}: start Waybill with npm start. If it runs already, set WAYBILL_DATA_DIR here as in its terminal, or pass --docker if it runs with docker compose.`,
    )
  }
}

function fromContainers() {
  const command = ['compose', 'exec', '-T', 'gateway', 'waybill', 'admin', 'demo', '--json']
  try {
    return JSON.parse(execFileSync('docker', command, { cwd: root, encoding: 'utf8' }))
  } catch {
    refuse(`"docker ${command.join(' ')}" failed: start Waybill with docker compose up --wait.`)
  }
}

const isDocker = process.argv.includes('--docker')
const { base_url, access_token } = isDocker ? fromContainers() : fromFile()
const receiver = `http://${isDocker ? 'host.docker.internal' : '127.0.0.1'}:${port}/`
console.log(`export WAYBILL_URL=${base_url} WAYBILL_API_KEY=${access_token} WAYBILL_RECEIVER=${receiver}`)
// Containers reach this machine at another address than 127.0.0.1.
if (isDocker) console.log('export RECEIVER_HOST=0.0.0.0')
