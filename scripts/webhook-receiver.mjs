// Prints every webhook that it is sent and answers 200: the other end of a first subscription. Needs Node 18, no packages.
import { createServer } from 'node:http'

const host = process.env.RECEIVER_HOST ?? '127.0.0.1' // 0.0.0.0 for a Waybill in containers
const port = Number(process.env.RECEIVER_PORT ?? 8099)
createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  response.end()
  try {
    const { type, sequence, data } = JSON.parse(Buffer.concat(chunks).toString())
    console.log(`${new Date().toISOString()}  ${type}  #${sequence ?? '-'}  ${data.object.status ?? ''}`)
  } catch {
    console.log(`${new Date().toISOString()}  ${request.method} ${request.url}: not a JSON event`)
  }
})
  .on('error', (error) => {
    console.error(`Port ${port} cannot be used (${error.code}): choose another one with RECEIVER_PORT.`)
    process.exit(1)
  })
  .listen(port, host, () => console.log(`Listening on http://${host}:${port}/`))
