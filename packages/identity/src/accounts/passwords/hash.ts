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
const SALT = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=1\$([A-Za-z0-9+/]{22})\$$/

/** Cost of a hash, in tokens, for the address of a caller who is not signed in. */
export const HASH_TOKENS = 15

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

/** The beginning of a stored hash that was made with the present parameters. */
export const PRESENT_FORM = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$`
/** Length of the hash alone, at the end of a stored one, after its parameters and its salt. */
export const HASH_CHARACTERS = 43

/** The hash to store. `salt`: parameters and salt of another one, so that both can be compared with a password at once. */
export async function hashPassword(password: string, salt: string | null = null): Promise<string> {
  const chosen =
    salt?.startsWith(PRESENT_FORM) && parsed(salt) !== null
      ? salt
      : `${PRESENT_FORM}${unpadded(randomBytes(SALT_BYTES))}$`
  const [hash] = await hashWithSalts(password, [chosen])
  if (hash === undefined) throw new Error('the salt of a new password has another form')
  return hash
}

/** Whether the password has this hash. Without a hash it is false, after the same time. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [actual = ''] = await hashWithSalts(password, stored === null ? [] : [stored.slice(0, -HASH_CHARACTERS)])
  const [one, other] = [Buffer.from(actual), Buffer.from(stored ?? '')]
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other)
}

/** The hash to store for the password with each of these parameters and salts. Does the work of one for none. */
export async function hashWithSalts(password: string, salts: readonly string[]): Promise<string[]> {
  const hashes: string[] = []
  for (const salt of salts.length > 0 ? salts : ['']) {
    const found = parsed(salt)
    const { memory, passes, nonce } = found ?? NO_PASSWORD
    const parameters = { message: toBytes(password), nonce, parallelism: 1, tagLength: HASH_BYTES, memory, passes }
    const hash = await inTurn(() => derive('argon2id', parameters))
    if (found) hashes.push(salt + unpadded(hash))
  }
  return hashes
}

interface ParsedSalt {
  memory: number
  passes: number
  nonce: Buffer
}

const NO_PASSWORD: ParsedSalt = { memory: MEMORY_KIB, passes: PASSES, nonce: randomBytes(SALT_BYTES) }

function parsed(salt: string): ParsedSalt | null {
  const [, memory, passes, nonce] = SALT.exec(salt) ?? []
  return nonce === undefined
    ? null
    : { memory: Number(memory), passes: Number(passes), nonce: Buffer.from(nonce, 'base64') }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
