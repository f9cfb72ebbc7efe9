import { accessSync, constants, readFileSync } from 'node:fs'

interface Common {
  description: string
  /** Unit of the value, for the table of variables: `ms`, `requests per second`. */
  unit?: string
}

interface Kinds {
  string: string
  /** As a string, but never shown; `NAME_FILE` may name a file that holds it. */
  secret: string
  url: string
  /** Path of a file that can be read. */
  file: string
  /** `host:port` of a gRPC server. */
  target: string
  port: number
  integer: number
  number: number
  boolean: boolean
  /** Milliseconds; also written `250ms`, `30s`, `5m`, `24h`. */
  durationMs: number
  /** Separated by commas. */
  list: string[]
}

/**
 * One variable: its type, what it is for, and a default or none. Without a default it is required; `default: null`
 * makes it optional. `oneOf` closes the values of a string; `min` and `max` bound a number.
 */
export type Variable = {
  [K in keyof Kinds]: Common & {
    type: K
    default?: Kinds[K] | null
    min?: number
    max?: number
    oneOf?: readonly string[]
  }
}[keyof Kinds]

type ValueOf<V extends Variable> =
  | (V extends { type: 'string'; oneOf: readonly (infer One)[] }
      ? One
      : V extends { type: 'list'; oneOf: readonly (infer One)[] }
        ? One[]
        : Kinds[V['type']])
  | (V extends { default: null } ? null : never)

export type ConfigValues<Spec extends Record<string, Variable>> = { readonly [K in keyof Spec]: ValueOf<Spec[K]> }

/** One row of the table of variables in a service's README. */
export interface VariableRow {
  variable: string
  type: string
  default: string
  description: string
}

type Environment = Readonly<Record<string, string | undefined>>

class Invalid extends Error {}

const wholeNumber = (text: string) => (/^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN)
const durationUnitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const parsers: { [K in keyof Kinds]: { expected: string; parse: (text: string) => Kinds[K] | undefined } } = {
  string: { expected: 'a text', parse: (text) => text },
  secret: { expected: 'a text', parse: (text) => text },
  url: { expected: 'an absolute URL', parse: (text) => (URL.canParse(text) ? text : undefined) },
  file: { expected: 'the path of a file that can be read', parse: (text) => (isReadable(text) ? text : undefined) },
  target: { expected: 'host:port', parse: (text) => (/^[^\s/]+:\d{1,5}$/.test(text) ? text : undefined) },
  port: { expected: 'a port, 0 to 65535', parse: (text) => within(wholeNumber(text), 0, 65_535) },
  integer: { expected: 'a whole number', parse: (text) => within(wholeNumber(text)) },
  number: { expected: 'a number', parse: (text) => (text.trim() === '' ? undefined : within(Number(text))) },
  boolean: {
    expected: 'true or false',
    parse: (text) => ({ true: true, 1: true, false: false, 0: false })[text.toLowerCase()],
  },
  durationMs: { expected: 'a duration such as 250ms, 30s, 5m', parse: parseDurationMs },
  list: {
    expected: 'a list separated by commas',
    parse: (text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
  },
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function within(value: number, min = -Number.MAX_VALUE, max = Number.MAX_VALUE): number | undefined {
  return value >= min && value <= max ? value : undefined
}

function parseDurationMs(text: string): number | undefined {
  const parts = /^(\d{1,12})(ms|s|m|h|d)?$/.exec(text)
  if (!parts) return undefined
  return Number(parts[1]) * durationUnitMs[(parts[2] ?? 'ms') as keyof typeof durationUnitMs]
}

/** What a bad value is told; the value itself is not repeated, since it may be a secret in the wrong place. */
function expectation(variable: Variable): string {
  if (variable.oneOf) return `one of ${variable.oneOf.join(', ')}`
  const { min, max } = variable
  const bounds = [min !== undefined && `at least ${min}`, max !== undefined && `at most ${max}`].filter(Boolean)
  return [parsers[variable.type].expected, ...bounds].join(', ')
}

function parse(variable: Variable, text: string): unknown {
  const value = parsers[variable.type].parse(text)
  const fits =
    value !== undefined &&
    (typeof value !== 'number' || within(value, variable.min, variable.max) !== undefined) &&
    (!variable.oneOf || [value].flat().every((item) => variable.oneOf?.includes(String(item))))
  if (!fits) throw new Invalid(`must be ${expectation(variable)}`)
  return value
}

/** The text of a variable, or of the file that `NAME_FILE` names when it is a secret. Empty counts as not set. */
function textOf(name: string, variable: Variable, env: Environment): string | undefined {
  const text = env[name]?.trim()
  const file = variable.type === 'secret' ? env[`${name}_FILE`]?.trim() : undefined
  if (!file) return text || undefined
  if (text) throw new Invalid(`is set twice: use either ${name} or ${name}_FILE`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    throw new Invalid(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function readOne(name: string, variable: Variable, env: Environment): unknown {
  const text = textOf(name, variable, env)
  if (text !== undefined) return parse(variable, text)
  if (variable.default === undefined)
    throw new Invalid(`is required: ${expectation(variable)}. ${variable.description}`)
  return variable.default
}

const shownDefault = (variable: Variable): string => {
  if (variable.default === undefined) return 'required'
  if (variable.default === null) return 'none'
  return variable.type === 'secret' ? 'set' : String(variable.default)
}

/**
 * The variables of a service, declared once. `read` gives typed values or throws one error that names every bad
 * variable and what is expected of it; `describe` gives the rows of the README's table.
 */
export function defineConfig<const Spec extends Record<string, Variable>>(spec: Spec) {
  return {
    read(env: Environment): ConfigValues<Spec> {
      const problems: string[] = []
      const values: Record<string, unknown> = {}
      for (const [name, variable] of Object.entries(spec)) {
        try {
          values[name] = readOne(name, variable, env)
        } catch (error) {
          if (!(error instanceof Invalid)) throw error
          problems.push(`  ${name} ${error.message}`)
        }
      }
      if (problems.length > 0) throw new Error(`The configuration is not usable:\n${problems.join('\n')}`)
      return values as ConfigValues<Spec>
    },
    describe(): VariableRow[] {
      return Object.entries<Variable>(spec).map(([variable, { type, unit, description, ...rest }]) => ({
        variable: type === 'secret' ? `${variable} or ${variable}_FILE` : variable,
        type: unit ? `${type} (${unit})` : type,
        default: shownDefault({ type, description, ...rest } as Variable),
        description,
      }))
    },
  }
}
