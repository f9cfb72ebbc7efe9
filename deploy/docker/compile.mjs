// Imports what a service imports at its start, so that Node.js stores the compiled code in NODE_COMPILE_CACHE:
//   cd apps/booking && NODE_COMPILE_CACHE=/app/.compiled node ../../deploy/docker/compile.mjs
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { href } = pathToFileURL(join(process.cwd(), 'src/'))
await import(new URL('config.ts', href))
await import(new URL('service.ts', href))
await import('@waybill/chassis/process/run-service')
await import('@waybill/chassis/messaging/rabbit/bus')
await import('@waybill/chassis/state/redis')
flushCompileCache()
process.exit()
