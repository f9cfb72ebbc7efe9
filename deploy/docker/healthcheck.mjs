// Exits with 0 if the service in this container is ready (/readyz on OPS_PORT), otherwise with 1 and the reason.
import { get } from 'node:http'

const fail = (reason) => {
  console.error(reason)
  process.exit(1)
}

get({ host: '127.0.0.1', port: process.env.OPS_PORT, path: '/readyz', timeout: 4_000 }, async (response) => {
  let body = ''
  for await (const chunk of response) body += chunk
  if (response.statusCode !== 200) fail(`${response.statusCode} ${body}`)
})
  .on('timeout', () => fail('no answer within 4 s'))
  .on('error', (error) => fail(error.message))
