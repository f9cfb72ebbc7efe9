/** A webhook receiver in a separate process: accepts everything and reports arrival times by path. */
import { createServer, type ServerResponse } from 'node:http'
import { ARRIVALS_PATH, type Arrival, COUNT_PATH, HOSTILE_PATHS } from './receiver-process.ts'

const hostile: Record<(typeof HOSTILE_PATHS)[number], (response: ServerResponse) => unknown> = {
  '/hanging': () => {},
  '/dropped': (response) => response.destroy(),
  '/redirected': (response) => response.writeHead(302, { location: '/hanging' }).end(),
  '/limited': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  '/slow': (response) => setTimeout(() => response.writeHead(200).end(), 14_000),
}

const arrivals: Arrival[] = []
const server = createServer((request, response) => {
  if (request.url === COUNT_PATH) return void response.end(String(arrivals.length))
  if (request.url === ARRIVALS_PATH) return void response.end(JSON.stringify(arrivals))
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const atMs = Date.now()
    const path = HOSTILE_PATHS.find((known) => request.url?.startsWith(known))
    if (path) return void hostile[path](response)
    // Extracted with a regular expression: parsing thousands of bodies per second would measure this process.
    const subject = /"subject":\{"type":"[a-z_]+","id":"([^"]+)"/.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
    arrivals.push([subject, atMs])
    response.writeHead(200, { 'content-length': 0 }).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1')
