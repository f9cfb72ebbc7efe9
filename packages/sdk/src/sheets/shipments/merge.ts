/** Pure: the rows of a file as shipments. Several rows of an order are its line items. */
import { type Mapping, SIDES, WEIGHT_UNITS } from '../columns/fields.ts'
import { toUnit } from '../columns/units.ts'
import { makeProblem, type SheetProblem } from '../problems.ts'
import type { Sheet, SheetRow } from '../read.ts'
import { toDecimal } from './decimal.ts'
import { split } from './document.ts'
import { findLosses, toValues, type Values } from './values.ts'

interface SheetShipment {
  /** Rows of the file; the first names the shipment. */
  rows: SheetRow[]
  values: Values
  problems: SheetProblem[]
  notices: SheetProblem[]
}

/** Fields that line items have, each its own. */
const OF_ITEMS = /^parcels\.0\.(title|quantity|weight|declared_value$)/
const ADDED = /^parcels\.0\.(weight[._](?!unit)|declared_value$)/
const LONGEST_TITLE = 200

interface Row {
  row: SheetRow
  values: Values
}

/** By the order of their first rows. Rows are of one shipment if they have the same reference, or the same `shipment_id`. */
export function toShipments({ headings, rows }: Sheet, mapping: Mapping): SheetShipment[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const values = toValues(row.cells, mapping)
    const { shipment_id: id, merchant_order_ref: reference } = values
    const key = id ? `id ${id}` : reference ? `reference ${reference}` : `row ${row.line}`
    const group = groups.get(key)
    if (group) group.push({ row, values })
    else groups.set(key, [{ row, values }])
  }
  const scales = new Map<string, Scale>()
  mapping.forEach((field, column) => {
    if (field && ADDED.test(field)) scales.set(field, findScale(headings[column] ?? ''))
  })
  return [...groups.values()].map((group) => toShipment(group, scales, { width: headings.length, mapping }))
}

interface Shape {
  width: number
  mapping: Mapping
}

/** A measure without a unit in a file that has a column for it. */
const findUnitless = (values: Values, mapping: Mapping): SheetProblem[] =>
  [
    { unit: 'parcels.0.weight.unit', measures: ['parcels.0.weight.value'] },
    { unit: 'parcels.0.dimensions.unit', measures: SIDES.map((side) => `parcels.0.dimensions.${side}`) },
  ].flatMap(({ unit, measures }) => {
    const isMissing = mapping.includes(unit) && values[unit] === undefined
    return isMissing && measures.some((field) => /^[\d.,]+$/.test(values[field] ?? ''))
      ? [makeProblem(unit, 'unit_missing', {})]
      : []
  })

type Scale = 'row' | 'item' | 'order'

/** Whether a number is of one item, of the whole order, or of the row. */
function findScale(heading: string): Scale {
  if (/^(line ?item|item|unit|product|variant)\b/i.test(heading.replaceAll(/[_-]/g, ' '))) return 'item'
  return /^(order|total|cart|shipment|package)\b/i.test(heading.replaceAll(/[_-]/g, ' ')) ? 'order' : 'row'
}

function toShipment(group: Row[], scales: ReadonlyMap<string, Scale>, { width, mapping }: Shape): SheetShipment {
  const { items, title } = addItems(group, scales)
  const problems = [
    ...group.flatMap(({ row, values }) => [
      ...tooLong(row, width),
      ...findUnitless(values, mapping),
      ...findFormulas(row, mapping),
      ...findLosses(withoutSame(values, items)),
    ]),
    ...findRepeated(group),
  ]
  const notices = group.flatMap(({ row }) =>
    row.cells.length < width
      ? [makeProblem('', 'cells_few', { row: row.line, cells: row.cells.length, headings: width })]
      : [],
  )
  const values: Record<string, string> = {}
  for (const { row, values: own } of group)
    for (const [field, value] of Object.entries(own)) {
      if (OF_ITEMS.test(field)) continue
      if (values[field] !== undefined && values[field] !== value)
        problems.push(
          makeProblem(field, 'values_differ', {
            value: values[field],
            row: group[0]?.row.line ?? 0,
            other: value,
            otherRow: row.line,
          }),
        )
      values[field] ??= value
    }
  if (group.length > 1) {
    const lines = group.map(({ row }) => row.line).join(', ')
    notices.push(makeProblem('', 'rows_joined', { rows: lines }))
  }
  if (title !== null && title !== items['parcels.0.title'])
    notices.push(makeProblem('parcels.0.title', 'title_shortened', { characters: title.length, title }))
  return { rows: group.map(({ row }) => row), values: { ...values, ...items }, problems, notices }
}

const findFormulas = ({ cells, formulas = [] }: SheetRow, mapping: Mapping): SheetProblem[] =>
  formulas.flatMap((column) => {
    const field = mapping[column] ?? null
    return field === null ? [] : [makeProblem(field, 'formula', { text: cells[column] ?? '' })]
  })

/** Values of a line item that are part of others in the shipment: `2 × #N/A`. The others are looked at there. */
const withoutSame = (values: Values, items: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => OF_ITEMS.test(field) && items[field] !== value))

const tooLong = ({ line, cells }: SheetRow, width: number): SheetProblem[] =>
  cells.slice(width).some((cell) => cell !== '')
    ? [makeProblem('', 'cells_many', { row: line, cells: cells.length, headings: width })]
    : []

/** Rows that are there twice. A line item without its own address may be. */
function findRepeated(group: readonly Row[]): SheetProblem[] {
  const lines = new Map<string, number>()
  return group.flatMap(({ row: { line, cells }, values }) => {
    const text = JSON.stringify(cells)
    const before = values['dropoff_address.address_line_1'] && lines.get(text)
    if (before) return [makeProblem('', 'rows_same', { row: line, before })]
    lines.set(text, line)
    return []
  })
}

/** The line items together: titles after one another, weights and values added. */
function addItems(rows: readonly Row[], scales: ReadonlyMap<string, Scale>) {
  const group = inOneUnit(rows, scales)
  const [, weights = 'row'] = [...scales].find(([field]) => /weight/.test(field)) ?? []
  const items: Record<string, string> = {}
  const titles: string[] = []
  for (const { values } of group) {
    const quantity = values['parcels.0.quantity']
    const many = quantity && /^\d+$/.test(quantity) ? Number(quantity) : 1
    for (const [field, value] of Object.entries(values)) {
      if (!OF_ITEMS.test(field) || field === 'parcels.0.quantity') continue
      if (field === 'parcels.0.title') titles.push(many > 1 ? `${many} × ${value}` : value)
      else
        items[field] = ADDED.test(field)
          ? add(items[field], value, { many, scale: scales.get(field) ?? (/weight/.test(field) ? weights : 'row') })
          : value
    }
  }
  if (titles.length === 0) return { items, title: null }
  const title = titles.join(', ')
  const [first = ''] = titles
  const others = titles.length - 1
  const fits = title.length <= LONGEST_TITLE || others === 0
  return { items: { ...items, 'parcels.0.title': fits ? title : `${first} + ${others}` }, title }
}

const GRAMS_PER_UNIT: Record<string, number> = { kg: 1_000, g: 1, lb: 453.59237, oz: 28.349523125 }

/** The rows with their weights in grams, if these are added and are in several units. */
function inOneUnit(rows: readonly Row[], scales: ReadonlyMap<string, Scale>): readonly Row[] {
  const measures = rows.map(({ values }) => {
    const field = Object.keys(values).find((name) => /^parcels\.0\.weight(_|\.value$)/.test(name))
    if (field === undefined) return null
    const usual = field.split('_')[1] ?? values['parcels.0.weight.unit'] ?? 'kg'
    const text = values[field] ?? ''
    return { field, usual, isNumber: /^[\d.,]+$/.test(text), ...split(text, WEIGHT_UNITS, usual) }
  })
  const given = measures.filter((one) => one !== null)
  const isOne = given.every(
    ({ unit, usual, isNumber }) =>
      isNumber && unit === given[0]?.unit && unit === (toUnit(usual, WEIGHT_UNITS) ?? usual),
  )
  const isAdded = rows.length > 1 || given.some(({ field }) => scales.get(field) === 'item')
  if (!isAdded || isOne) return rows
  return rows.map(({ row, values }, index) => {
    const measure = measures[index]
    const grams = Number(measure?.value) * (GRAMS_PER_UNIT[measure?.unit ?? ''] ?? Number.NaN)
    if (!measure || Number.isNaN(grams)) return { row, values }
    const { [measure.field]: _, ...others } = values
    const weight = { 'parcels.0.weight.value': String(Number(grams.toFixed(3))), 'parcels.0.weight.unit': 'g' }
    return { row, values: { ...others, ...weight } }
  })
}

/** A text that is no number stays in the sum, which is refused then. */
function add(sum: string | undefined, value: string, { many, scale }: { many: number; scale: Scale }): string {
  if (scale === 'order') return sum ?? value
  const times = scale === 'item' ? many : 1
  if (sum === undefined && times === 1) return value
  const total = Number(toDecimal(sum ?? '0')) + Number(toDecimal(value)) * times
  return Number.isNaN(total) ? [sum, value].filter(Boolean).join(' + ') : String(Number(total.toFixed(6)))
}
