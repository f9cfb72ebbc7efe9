/** An OpenID Connect provider that collects codes which were made by another one. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DeceivingProvider {
  issuer: string
  /** Those that its token endpoint was sent. */
  readonly codes: string[]
  stop(): Promise<void>
}

export async function startDeceivingProvider(): Promise<DeceivingProvider> {
  const codes: string[] = []
  let issuer = ''
  const server = createServer(async (request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (request.url !== '/token') return send(404, {})
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    codes.push(new URLSearchParams(Buffer.concat(parts).toString()).get('code') ?? '')
    return send(400, { error: 'invalid_grant' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    codes,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
