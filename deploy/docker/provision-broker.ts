/** Makes the virtual host and the user of `RABBITMQ_URL`, through the management API as its administrator. Idempotent. */

interface BrokerOptions {
  /** Base URL of the management API. */
  adminUrl: string
  adminUser: string
  adminPassword: string
  /** As the services connect: `amqp://user:password@host/vhost`. */
  url: string
}

const TIMEOUT_MS = 10_000

export async function provisionBroker({ adminUrl, adminUser, adminPassword, url }: BrokerOptions): Promise<void> {
  const { username, password, pathname } = new URL(url)
  const [user, vhost] = [username, pathname.slice(1) || '%2F']
  const authorization = `Basic ${Buffer.from(`${adminUser}:${adminPassword}`).toString('base64')}`
  const put = async (path: string, body: object) => {
    const response = await fetch(new URL(path, adminUrl), {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`RabbitMQ: PUT ${path} answered ${response.status} ${await response.text()}`)
  }
  await put(`/api/vhosts/${vhost}`, {})
  await put(`/api/users/${user}`, { password: decodeURIComponent(password), tags: '' })
  await put(`/api/permissions/${vhost}/${user}`, { configure: '.*', write: '.*', read: '.*' })
}
