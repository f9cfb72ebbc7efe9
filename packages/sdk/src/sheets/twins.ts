/** Columns with one heading, such as the two for names of some shops. */
import { guessField } from './columns/guess.ts'
import { makeProblem, SheetError } from './problems.ts'
import type { Sheet, SheetRow } from './read.ts'

/** Columns with one known heading become one; the others keep their place, without heading and text. Throws if a row fills both differently. */
export function joinTwins(sheet: Sheet): Sheet {
  const { headings } = sheet
  const targets = headings.map((heading, column) => {
    const first = headings.indexOf(heading)
    return first < column && guessField(heading) !== null ? first : column
  })
  if (targets.every((target, column) => target === column)) return sheet
  const rows = sheet.rows.map((row) => joinCells(row, headings, targets))
  return { ...sheet, rows, headings: headings.map((heading, column) => (targets[column] === column ? heading : '')) }
}

function joinCells(row: SheetRow, headings: readonly string[], targets: readonly number[]): SheetRow {
  const cells = [...row.cells]
  for (const [column, target] of targets.entries()) {
    const cell = cells[column] ?? ''
    if (target === column || cell === '') continue
    if ((cells[target] ?? '') !== '' && cells[target] !== cell)
      throw new SheetError(makeProblem('', 'columns_twice', { heading: headings[column] ?? '', row: row.line }))
    cells[target] = cell
    cells[column] = ''
  }
  const formulas = row.formulas?.map((column) => targets[column] ?? column)
  return { ...row, cells, ...(formulas && { formulas }) }
}
