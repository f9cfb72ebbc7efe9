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

/** The hash to store. `like`: a hash whose salt it gets, so that both can be compared with a password at once. */
export async function hashPassword(password: string, like: string | null = null): Promise<string> {
  const { memory, passes, salt: other } = parsed(like)
  const salt = memory === MEMORY_KIB && passes === PASSES && other ? other : randomBytes(SALT_BYTES)
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
  const [isRight = false] = await matchPasswords(password, [stored])
  return isRight
}

/** Whether the password has each of these hashes. Takes the time of one for all with the same salt, and for none. */
export async function matchPasswords(password: string, stored: readonly (string | null)[]): Promise<boolean[]> {
  const hashes = stored.map(parsed)
  const salts = new Map(hashes.flatMap((hash) => (hash.salt ? [[toSaltName(hash), hash] as const] : [])))
  const found = new Map<string, Buffer>()
  for (const [name, { salt, memory, passes }] of [...(salts.size > 0 ? salts : NO_SALTS)].slice(0, MOST_SALTS)) {
    const parameters = {
      message: toBytes(password),
      nonce: salt ?? randomBytes(SALT_BYTES),
      parallelism: 1,
      tagLength: HASH_BYTES,
      memory,
      passes,
    }
    found.set(name, await inTurn(() => derive('argon2id', parameters)))
  }
  return hashes.map((hash) => {
    const actual = hash.salt && found.get(toSaltName(hash))
    return !!actual && actual.length === hash.hash.length && timingSafeEqual(actual, hash.hash)
  })
}

interface ParsedHash {
  memory: number
  passes: number
  /** null: there is no hash. */
  salt: Buffer | null
  hash: Buffer
}

/** Members of one address that got their passwords at the same moment can have different salts. */
const MOST_SALTS = 3
const NO_SALTS: ReadonlyMap<string, ParsedHash> = new Map([['', parsed(null)]])

function parsed(stored: string | null): ParsedHash {
  const [, memory, passes, salt, hash = ''] = PHC.exec(stored ?? '') ?? []
  return {
    memory: Number(memory ?? MEMORY_KIB),
    passes: Number(passes ?? PASSES),
    salt: salt === undefined ? null : Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

const toSaltName = ({ salt, memory, passes }: ParsedHash): string => `${memory} ${passes} ${salt?.toString('base64')}`

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
