/** A webhook receiver in a separate process: accepts everything and reports arrival times by path. */
import { createServer } from 'node:http'
import { ARRIVALS_PATH, type Arrival, COUNT_PATH } from './receiver-process.ts'

/** Requests to this path are never answered. */
const HANGING_PATH = '/hanging'

const arrivals: Arrival[] = []
const server = createServer((request, response) => {
  if (request.url === COUNT_PATH) return void response.end(String(arrivals.length))
  if (request.url === ARRIVALS_PATH) return void response.end(JSON.stringify(arrivals))
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const atMs = Date.now()
    if (request.url === HANGING_PATH) return
    // Extracted with a regular expression: parsing thousands of bodies per second would measure this process.
    const subject = /"subject":\{"type":"[a-z_]+","id":"([^"]+)"/.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
    arrivals.push([subject, atMs])
    response.writeHead(200, { 'content-length': 0 }).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1')
