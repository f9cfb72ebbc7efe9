/** Pure: the cells of a row by field, and what a spreadsheet has done to them. */
import type { Mapping } from '../columns/fields.ts'
import { makeProblem, type SheetProblem } from '../problems.ts'

/** By the name of the field: `parcels.0.title`. Empty cells are left out. */
export type Values = Readonly<Record<string, string>>

/** Texts of digits, which spreadsheets take for numbers. */
const CODES = /(^|\.)(merchant_order_ref|post_code|phone|account|invoice_number)$|\.label_references\.\d$/

export function toValues(cells: readonly string[], mapping: Mapping): Values {
  const values: Record<string, string> = {}
  mapping.forEach((field, column) => {
    const cell = cells[column] ?? ''
    const value = field === null ? '' : readCell(cell, field)
    if (field !== null && value !== '') values[field] = value
  })
  return values
}

function readCell(cell: string, field: string): string {
  if (CODES.test(field)) return cleanCode(cell, field)
  return field === 'parcels.0.title' ? readProducts(cell) : cell
}

/** The names in BigCommerce's `Product ID: 93, Product Qty: 2, …, Product Name: Bread, Product Weight: 1|Product ID: …`. */
function readProducts(cell: string): string {
  const products = cell.split('|').map((text) => {
    const [, quantity] = /\bProduct Qty: (\d+)/.exec(text) ?? []
    const [, name] = /\bProduct Name: (.+?)(?:, Product [A-Z]|$)/.exec(text) ?? []
    return name === undefined ? null : quantity === undefined || quantity === '1' ? name : `${quantity} × ${name}`
  })
  return products.includes(null) ? cell : products.join(', ')
}

/** Without the apostrophe of a text, and without the decimals of a number. */
function cleanCode(cell: string, field: string): string {
  const text = cell.replace(/^'/, '')
  return !/(post_code|phone)$/.test(field) ? text : text.replace(/^(\d{3,})[.,]0+$/, '$1')
}

/** `#N/A`, `#REF!`, `#WERT!`, `#¿NOMBRE?`, and those without a sign at their end, in the languages of spreadsheets. */
const ERROR_VALUE =
  /^#[¡¿]?(?=.*\p{L})[\p{Lu}\p{M}\d_/ ]+[!?]$|^#(?:N\/[ADBV]|NV|I\/T|IT|YOK|Н\/Д|НД|ΔΥ|GETTING_DATA|NENÍ_K_DISPOZICI|NEDOSTUPNÝ|HIÁNYZIK)$|^#{3,}$|^(?:Err|Fehler|Erreur|Error|Fout|Errore?|Błąd):5\d\d$/u

/** Values that the cells have lost, so that only the merchant can correct them. */
export const findLosses = (values: Values): SheetProblem[] =>
  Object.entries(values).flatMap(([field, value]) => {
    if (ERROR_VALUE.test(value)) return [makeProblem(field, 'error_value', { text: value })]
    if (CODES.test(field) && /^[+-]?\d(?:[.,]\d+)?E[+-]?\d+$/i.test(value) && /[.,]|E\+/i.test(value))
      return [makeProblem(field, 'number_rounded', { text: value })]
    if (value.includes('\u{fffd}')) return [makeProblem(field, 'letters_lost', {})]
    if (/[\u0080-\u009f]|Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€/.test(value))
      return [makeProblem(field, 'letters_garbled', {})]
    return []
  })
