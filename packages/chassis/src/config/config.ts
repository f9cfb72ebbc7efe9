import { accessSync, constants, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { isDevelopmentSecret } from './development-secrets.ts'
import { explainExposure } from './exposure.ts'

const DURATION_UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Minimum length of our own secrets. 24 random bytes cannot be guessed, however many tries an attacker has. */
const MIN_SECRET_BYTES = 24

/** Prefix of a key of INTERNAL_KEY that is for one caller and callee only. */
const PAIR = /^[a-z]+\/[a-z]+:/

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)

/** How each type of variable is read from its text, and what an error says was expected. */
const types = {
  string: { expected: 'a string', schema: z.string() },
  /** A key, token or password of our own, or several separated by commas. Never shown; `NAME_FILE` may name its file. */
  secret: {
    expected: `at least ${MIN_SECRET_BYTES} bytes, such as the output of openssl rand -hex 24`,
    schema: z
      .string()
      .refine((text) => toItems(text).every((item) => Buffer.byteLength(item.replace(PAIR, '')) >= MIN_SECRET_BYTES)),
  },
  /** Access to another system: a URL with its password, a key that it issued. As `secret`, but of any length. */
  credential: { expected: 'a string', schema: z.string() },
  url: { expected: 'an absolute URL', schema: z.string().refine((text) => URL.canParse(text)) },
  file: { expected: 'the path of a readable file', schema: z.string().refine(isReadable) },
  /** Address of a gRPC server. */
  target: { expected: 'host:port', schema: z.string().regex(/^[^\s/]+:\d{1,5}$/) },
  port: { expected: 'a port', schema: wholeNumber.pipe(z.number().min(0).max(65_535)) },
  integer: { expected: 'a whole number', schema: wholeNumber },
  number: { expected: 'a number', schema: z.coerce.number<string>() },
  boolean: { expected: 'true or false', schema: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }) },
  /** Milliseconds; also written `250ms`, `30s`, `5m`, `24h`, `7d`. */
  durationMs: {
    expected: 'a duration such as 250ms, 30s, 5m',
    schema: z
      .string()
      .regex(/^\d{1,12}(ms|s|m|h|d)?$/)
      .transform(toMs),
  },
  /** Proxies to trust: large ranges hold other hosts, too. */
  addresses: {
    expected: 'IP addresses or CIDR ranges of at least /12 (IPv6: /32), separated by commas',
    schema: z.string().refine((text) => toItems(text).every(isNarrowRange)),
  },
  /** Comma-separated. */
  list: { expected: 'a list separated by commas', schema: z.string().transform(toItems) },
}

type TypeName = keyof typeof types

const isSecret = ({ type }: Variable): boolean => type === 'secret' || type === 'credential'
type TypeValue<T extends TypeName> = z.output<(typeof types)[T]['schema']>

/**
 * One variable: its type, what it is for, and a default. Without a default it is required; `default: null` makes it
 * optional. `oneOf` lists the values that a string, or each item of a list, may have; `min` and `max` bound a number.
 */
export type Variable = {
  [T in TypeName]: {
    type: T
    description: string
    /** Unit of the value, for the table of variables: `ms`, `requests per second`. */
    unit?: string
    default?: TypeValue<T> | null
    min?: number
    max?: number
    oneOf?: readonly string[]
  }
}[TypeName]

type ValueOf<V extends Variable> =
  | (V extends { type: 'string'; oneOf: readonly (infer One)[] }
      ? One
      : V extends { type: 'list'; oneOf: readonly (infer One)[] }
        ? One[]
        : TypeValue<V['type']>)
  | (V extends { default: null } ? null : never)

export type ConfigValues<Spec extends Record<string, Variable>> = { readonly [K in keyof Spec]: ValueOf<Spec[K]> }

/** One row of the table of variables in docs/configuration.md. */
export interface VariableRow {
  variable: string
  type: string
  default: string
  description: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The variables of a process, declared once. `read` returns typed values, or throws one error that names every wrong
 * variable, what was found and what was expected, and every public development secret if the API can be reached from
 * beyond this machine. `describe` returns the rows of its table in the docs.
 */
export function defineConfig<const Spec extends Record<string, Variable>>(spec: Spec) {
  const variables = Object.entries<Variable>(spec)
  const schema = z.object(Object.fromEntries(variables.map(([name, variable]) => [name, toSchema(variable)])))
  return {
    read(env: Environment): ConfigValues<Spec> {
      const texts = variables.map(([name, variable]) => ({ name, variable, ...readText(name, variable, env) }))
      const parsed = schema.safeParse(Object.fromEntries(texts.map(({ name, text }) => [name, text])))
      const wrong = new Set(parsed.error?.issues.map(({ path }) => path[0]))
      const exposure = explainExposure(Object.fromEntries(texts.map(({ name, text }) => [name, text])))
      const problems = texts.flatMap(({ name, variable, text, problem }) => {
        if (problem !== undefined) return `  ${name} ${problem}`
        if (wrong.has(name)) return `  ${name} ${explain(variable, text)}`
        const isPublic = exposure !== null && isSecret(variable) && text !== undefined && isDevelopmentSecret(text)
        return isPublic ? `  ${name} holds a public development secret, but ${exposure}: set a secret of your own` : []
      })
      if (problems.length > 0) throw new Error(`Invalid configuration:\n${problems.join('\n')}`)
      return parsed.data as ConfigValues<Spec>
    },
    describe: (): VariableRow[] => variables.map(([name, variable]) => toRow(name, variable)),
  }
}

function toSchema({ type, min, max, oneOf, default: value }: Variable): z.ZodType {
  let schema: z.ZodType = types[type].schema
  if (min !== undefined) schema = schema.pipe(z.number().min(min))
  if (max !== undefined) schema = schema.pipe(z.number().max(max))
  if (oneOf) schema = schema.pipe(type === 'list' ? z.array(z.enum(oneOf)) : z.enum(oneOf))
  return value === undefined ? schema : schema.default(value)
}

/** The text of a variable, or of the file that `NAME_FILE` names if it is a secret. Empty counts as not set. */
function readText(name: string, variable: Variable, env: Environment): { text?: string; problem?: string } {
  const text = env[name]?.trim() || undefined
  const file = isSecret(variable) ? env[`${name}_FILE`]?.trim() : undefined
  if (!file) return { text }
  if (text) return { problem: `is set twice: use either ${name} or ${name}_FILE` }
  try {
    return { text: readFileSync(file, 'utf8').trim() || undefined }
  } catch (error) {
    return { problem: `is not readable: ${name}_FILE names ${file} (${(error as NodeJS.ErrnoException).code})` }
  }
}

/** Longer values are not shown: they may be a secret in the wrong variable. */
const LONGEST_SHOWN = 20

/** Leaves the value out where it may hold a secret: a URL may carry a password. */
function explain(variable: Variable, text: string | undefined): string {
  if (text === undefined) return `is required: expected ${toExpectation(variable)}. ${variable.description}`
  const isShown = !isSecret(variable) && variable.type !== 'url' && text.length <= LONGEST_SHOWN
  return `is ${isShown ? JSON.stringify(text) : 'invalid'}: expected ${toExpectation(variable)}`
}

function toExpectation({ type, min, max, oneOf }: Variable): string {
  if (oneOf) return `${type === 'list' ? 'any' : 'one'} of ${oneOf.join(', ')}`
  if (type === 'port') return `a port, ${min ?? 0} to ${max ?? 65_535}`
  const bounds = [min !== undefined && `at least ${min}`, max !== undefined && `at most ${max}`].filter(Boolean)
  return [types[type].expected, ...bounds].join(', ')
}

function toRow(name: string, variable: Variable): VariableRow {
  const { type, unit, description } = variable
  return {
    variable: isSecret(variable) ? `${name} or ${name}_FILE` : name,
    type: unit ? `${type} (${unit})` : type,
    default: toShownDefault(variable),
    description,
  }
}

function toShownDefault(variable: Variable): string {
  if (variable.default === undefined) return 'required'
  if (variable.default === null) return 'none'
  return isSecret(variable) ? 'set' : String(variable.default)
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function toMs(text: string): number {
  const [, amount, unit = 'ms'] = /^(\d+)(\D+)?$/.exec(text) ?? []
  return Number(amount) * DURATION_UNIT_MS[unit as keyof typeof DURATION_UNIT_MS]
}

function isNarrowRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (length === undefined) return true
  const [least, most] = family === 4 ? [12, 32] : [32, 128]
  return /^\d{1,3}$/.test(length) && Number(length) >= least && Number(length) <= most
}

function toItems(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
