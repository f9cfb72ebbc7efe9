/**
 * Pure: cuts a request down to what its schema can accept, and a little more so that the schema still finds it wrong.
 * A body of 40,000 unknown fields then costs no more to check than a valid one.
 */
import { z } from 'zod'

/** Unknown fields that are kept of a document, and problems that an error lists. */
export const MOST_LISTED = 100

export interface BoundedInput {
  value: unknown
  /** Problems that were cut away: unknown fields and keys beyond the limits. */
  leftOut: number
  /** Fields that the schema does not know; those in `value` are null. */
  unknownFields: number
}

export function boundInput(schema: z.ZodType, value: unknown): BoundedInput {
  const plan = makePlan(schema)
  // Most requests fit, and are not copied.
  if (fits(plan, value)) return { value, leftOut: 0, unknownFields: 0 }
  const bounds: Bounds = { unknownFields: 0, leftOut: 0 }
  const cut = bounded(plan, value, bounds)
  return { value: cut, leftOut: bounds.leftOut, unknownFields: bounds.unknownFields }
}

/** Names of the fields of a schema at a path; empty if the path does not lead to an object. */
export function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let plan: Plan | undefined = makePlan(schema)
  for (const step of path) {
    if (plan?.kind === 'object') plan = plan.fields.get(String(step))
    else plan = plan?.kind === 'array' ? plan.item : undefined
  }
  return plan?.kind === 'object' ? [...plan.fields.keys()] : []
}

interface Bounds {
  unknownFields: number
  leftOut: number
}

/** How a schema bounds a value. `any`: not at all, such as a union. */
type Plan =
  | { kind: 'object'; fields: ReadonlyMap<string, Plan> }
  | { kind: 'array'; item: Plan; maxItems: number }
  | { kind: 'record'; item: Plan; maxKeys: number }
  | { kind: 'leaf' }
  | { kind: 'any' }

const plans = new WeakMap<z.ZodType, Plan>()

function makePlan(schema: z.ZodType): Plan {
  const known = plans.get(schema)
  if (known) return known
  const plan = toPlan(unwrapped(schema))
  plans.set(schema, plan)
  return plan
}

function toPlan(schema: z.ZodType): Plan {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, makePlan(field as z.ZodType)] as const)
    return { kind: 'object', fields: new Map(fields) }
  }
  if (schema instanceof z.ZodArray) {
    return { kind: 'array', item: makePlan(schema.element as z.ZodType), maxItems: maxLength(schema) }
  }
  if (schema instanceof z.ZodRecord) {
    const { maxProperties } = (schema.meta() ?? {}) as { maxProperties?: number }
    const item = makePlan(schema.valueType as z.ZodType)
    return { kind: 'record', item, maxKeys: maxProperties ?? Number.POSITIVE_INFINITY }
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean) return LEAF
  return schema instanceof z.ZodEnum || schema instanceof z.ZodStringFormat ? LEAF : ANY
}

function maxLength(schema: z.ZodArray): number {
  const maximums = (schema.def.checks ?? []).map(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Number.POSITIVE_INFINITY,
  )
  return Math.min(...maximums)
}

const LEAF: Plan = { kind: 'leaf' }
const ANY: Plan = { kind: 'any' }

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap() as z.ZodType)
  }
  if (!(schema instanceof z.ZodPipe)) return schema
  // A transformation comes after the schema of the input, or before it (`z.preprocess`).
  return unwrapped((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
}

/** Whether nothing of the value would be cut. As deep as the schema at most. */
function fits(plan: Plan, value: unknown): boolean {
  if (plan.kind === 'any' || typeof value !== 'object' || value === null) return true
  if (plan.kind === 'leaf' || Array.isArray(value) !== (plan.kind === 'array')) return false
  if (plan.kind === 'array') {
    const items = value as unknown[]
    return items.length <= plan.maxItems && (plan.item.kind === 'leaf' || items.every((item) => fits(plan.item, item)))
  }
  const given = value as Record<string, unknown>
  const keys = Object.keys(given)
  if (plan.kind === 'record') return keys.length <= plan.maxKeys && keys.every((key) => fits(plan.item, given[key]))
  return keys.every((key) => {
    const field = plan.fields.get(key)
    return field !== undefined && fits(field, given[key])
  })
}

function bounded(plan: Plan, value: unknown, bounds: Bounds): unknown {
  if (plan.kind === 'any' || typeof value !== 'object' || value === null) return value
  if (plan.kind === 'array' && Array.isArray(value)) return boundedArray(plan, value, bounds)
  if (plan.kind === 'object' && !Array.isArray(value)) return boundedObject(plan.fields, value, bounds)
  if (plan.kind === 'record' && !Array.isArray(value)) return boundedRecord(plan, value, bounds)
  return Array.isArray(value) ? [] : {} // only its kind matters to the error
}

function boundedArray({ item, maxItems }: Plan & { kind: 'array' }, value: unknown[], bounds: Bounds): unknown[] {
  const isTooLong = value.length > maxItems
  const kept = isTooLong ? value.slice(0, maxItems + 1) : value
  return item.kind === 'leaf' && !isTooLong ? kept : kept.map((one) => bounded(item, one, bounds))
}

function boundedObject(fields: ReadonlyMap<string, Plan>, value: object, bounds: Bounds): object {
  const given = value as Record<string, unknown>
  const kept: [string, unknown][] = []
  for (const key of Object.keys(given)) {
    const plan = fields.get(key)
    if (plan) kept.push([key, bounded(plan, given[key], bounds)])
    else {
      if (bounds.unknownFields++ < MOST_LISTED) kept.push([key, null])
      else bounds.leftOut += 1
    }
  }
  return Object.fromEntries(kept)
}

function boundedRecord({ item, maxKeys }: Plan & { kind: 'record' }, value: object, bounds: Bounds): object {
  const given = value as Record<string, unknown>
  const keys = Object.keys(given)
  const kept = keys.slice(0, maxKeys + 1).map((key) => [key, bounded(item, given[key], bounds)])
  return Object.fromEntries(kept)
}
