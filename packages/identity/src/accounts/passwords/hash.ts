/** Hashes of passwords: argon2id in the PHC form, with its parameters. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '@waybill/contracts/app-error'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** OWASP Password Storage: 19 MiB, two passes, one lane. About 50 ms on one core. */
const MEMORY_KIB = 19_456
const PASSES = 2
const SALT_BYTES = 16
const HASH_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

/** What a hash costs the address of a caller who is not signed in. */
export const HASH_TOKENS = 10

/** Hashes at the same time: each holds 19 MiB and a thread of the pool, which files and names need too. */
const AT_ONCE = 2
/** Hashes that wait for their turn: two seconds of work. */
const MOST_WAITING = 64

let running = 0
const waiting: (() => void)[] = []

/** Runs the work when it is its turn. Throws `service_unavailable` if too much waits. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else {
    if (waiting.length >= MOST_WAITING)
      throw new AppError('service_unavailable', 'Too many people sign in at the moment. Retry in 2 s.', {
        retryAfterSeconds: 2,
      })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Passwords that look alike are alike: composed and compatible characters (NIST SP 800-63B, 3.1.1.2). */
const toBytes = (password: string): Buffer => Buffer.from(password.normalize('NFKC'))

/** The hash to store. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await inTurn(() =>
    derive('argon2id', {
      message: toBytes(password),
      nonce: salt,
      parallelism: 1,
      tagLength: HASH_BYTES,
      memory: MEMORY_KIB,
      passes: PASSES,
    }),
  )
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(hash)}`
}

/** Whether the password has this hash. Without a hash it is false, after the same time. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, salt = '', hash = ''] = PHC.exec(stored ?? '') ?? []
  const expected = Buffer.from(hash, 'base64')
  const found = await inTurn(() =>
    derive('argon2id', {
      message: toBytes(password),
      nonce: salt === '' ? randomBytes(SALT_BYTES) : Buffer.from(salt, 'base64'),
      parallelism: 1,
      tagLength: HASH_BYTES,
      memory: Number(memory ?? MEMORY_KIB),
      passes: Number(passes ?? PASSES),
    }),
  )
  return expected.length === found.length && timingSafeEqual(found, expected)
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
