// Prints shell commands that set WAYBILL_URL and WAYBILL_TOKEN from the running sandbox's facts:
//   eval "$(node scripts/sandbox-env.mjs)"
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder =
  process.env.WAYBILL_DATA_DIR ?? join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../.waybill')
const file = join(folder, 'sandbox.json')
try {
  const { base_url, access_token } = JSON.parse(readFileSync(file, 'utf8'))
  console.log(`export WAYBILL_URL=${base_url} WAYBILL_TOKEN=${access_token}`)
} catch {
  console.error(`There is no ${file}: start Waybill first, with npm start.`)
  process.exit(1)
}
