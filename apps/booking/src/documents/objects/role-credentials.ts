import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '@waybill/chassis/loops/backoff'

/** Per try, with the body. */
const TIMEOUT_MS = 5_000
const TRIES = 3
/** Renewed this long before they end, while they are used. */
const MARGIN_MS = 5 * 60_000
/** Keys that end earlier are used only if there are no new ones: they could end on the way to the bucket. */
const SAFE_MS = 30_000

export interface Role {
  arn: string
  /** File with the token of this process, which the cluster renews. */
  tokenFile: string
  /** Base URL of the token service. */
  endpoint: string
}

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

const tag = (xml: string, name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1] ?? ''

async function exchange({ arn, tokenFile, endpoint }: Role) {
  for (let tried = 1; ; tried++) {
    const body = new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: arn,
      RoleSessionName: 'waybill',
      WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
    })
    const { status, text } = await fetch(endpoint, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: Error) => ({ status: 503, text: `<Message>${error.message}</Message>` }))
    if (status === 200) return readCredentials(text)
    if (tried === TRIES || (status < 500 && status !== 429)) {
      const reason = `${status} ${tag(text, 'Code')} ${tag(text, 'Message')}`
      throw new Error(`the token service at ${endpoint} gave no keys for the role ${arn}: ${reason}`)
    }
    await sleep(backoffMs(tried, { firstMs: 200, maxMs: 1_000, jitter: 0.5 }))
  }
}

function readCredentials(xml: string) {
  const found = {
    accessKeyId: tag(xml, 'AccessKeyId'),
    secretAccessKey: tag(xml, 'SecretAccessKey'),
    sessionToken: tag(xml, 'SessionToken'),
  }
  const endsAtMs = Date.parse(tag(xml, 'Expiration'))
  if (Number.isNaN(endsAtMs) || !Object.values(found).every(Boolean)) {
    throw new Error('the answer of the token service has no keys, or no end of them')
  }
  return { ...found, endsAtMs }
}

/**
 * Returns temporary keys of a role, in exchange for the token that a cluster writes into the container. In their last five minutes,
 * a call begins to exchange them; it waits for new ones in the last 30 seconds. If none are given, the old ones are returned to
 * their end. Throws if there are none.
 * Source: AWS Security Token Service, AssumeRoleWithWebIdentity, which MinIO and Ceph have too.
 */
export function createRoleCredentials(role: Role): () => Promise<Credentials> {
  let current: Awaited<ReturnType<typeof exchange>> | undefined
  let renewal: Promise<Credentials> | undefined
  const isValid = (marginMs: number) => current !== undefined && Date.now() < current.endsAtMs - marginMs

  return async () => {
    if (current && isValid(MARGIN_MS)) return current
    renewal ??= exchange(role)
      .then((given) => {
        current = given
        return given
      })
      .finally(() => {
        renewal = undefined
      })
    const kept = renewal.catch((error) => {
      if (current && isValid(0)) return current
      throw error
    })
    if (!current || !isValid(SAFE_MS)) return await kept
    // The exchange may fail after these keys have ended, too: the next call learns it.
    kept.catch(() => {})
    return current
  }
}
